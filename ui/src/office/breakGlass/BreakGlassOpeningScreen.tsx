import { useQuery } from "@tanstack/react-query";
import { Eye, TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { breakGlassQuery, readBreakGlass } from "@/api/office";
import { failureText, type Schemas } from "@/api/officeClient";
import { pageFetch } from "@/api/query";
import { Button } from "@/kit/Button";
import { DescriptionList } from "@/kit/DescriptionList";
import { Heading } from "@/kit/Heading";
import { notify } from "@/kit/notify";
import { Skeleton } from "@/kit/Skeleton";
import { formatTime } from "@/lib/dates";
import { useScreenTitle } from "@/lib/title";
import type { ScreenProps } from "@/screen";
import { reread } from "../deed";
import { State } from "../list";
import shared from "../office.module.css";
import { officePage } from "../page";
import styles from "./BreakGlass.module.css";
import { BreakGlassContent } from "./BreakGlassContent";
import { STATE_KINDS, useBreakGlassDeeds } from "./breakGlass";

type Opening = Schemas["OfficeGlass"];
type Content = Schemas["OfficeGlassContent"];

/** /office/break-glass/:id: one opening; its requester can read the content while it is open. */
function BreakGlassOpeningScreen({ params }: ScreenProps) {
  const id = params.id ?? "";
  const { data, dataUpdatedAt } = useQuery({
    ...breakGlassQuery(id),
    ...pageFetch,
  });
  useScreenTitle(data?.caseNumber);
  if (!data)
    return (
      <>
        <Heading level={1}>緊急閲覧</Heading>
        <Skeleton lines={8} />
      </>
    );
  return <OpeningView key={`${data.state} ${data.canRead}`} opening={data} fetchedAt={dataUpdatedAt} />;
}

function OpeningView({ opening, fetchedAt }: { opening: Opening; fetchedAt: number }) {
  const deeds = useBreakGlassDeeds();
  // The content is kept only in this state and is dropped with the screen; it must not enter a cache.
  const [content, setContent] = useState<Content | null>(null);
  const [reading, setReading] = useState(false);
  const read = async () => {
    setReading(true);
    try {
      setContent(await readBreakGlass(opening.breakGlassId));
    } catch (error) {
      notify.error(failureText(error, "内容を開けませんでした。"));
      setContent(null);
    }
    setReading(false);
    await reread();
  };
  return (
    <>
      <Heading level={1}>緊急閲覧 {opening.caseNumber}</Heading>
      {opening.state === 2 && (
        <Banner
          opening={opening}
          fetchedAt={fetchedAt}
          onClose={() => deeds.close(opening)}
          onExpire={() => setContent(null)}
        />
      )}
      {opening.state !== 2 && (
        <p className={shared.actions}>
          <State kind={STATE_KINDS[opening.state] ?? "quiet"}>{opening.stateLabel}</State>
          {opening.state === 1 && opening.isMine && <span>事務局のほかの担当者の確認を待っています。</span>}
          {opening.canConfirm && <Button onClick={() => deeds.confirm(opening)}>確認する</Button>}
          {opening.whyNot && <span>{opening.whyNot}</span>}
          {opening.canClose && <Button onClick={() => deeds.close(opening)}>取り下げる</Button>}
        </p>
      )}
      {opening.canRead && content === null && (
        <div className={styles.read}>
          <p>「内容を読む」を押すたびに、開示台帳と監査ログに記録され、金融機関にも見えます。</p>
          <Button kind="primary" icon={<Eye aria-hidden size={18} />} busy={reading} onClick={read}>
            内容を読む
          </Button>
        </div>
      )}
      {content && <BreakGlassContent openingId={opening.breakGlassId} content={content} />}
      <section className={shared.section}>
        <Heading>記録</Heading>
        <DescriptionList
          items={[
            { term: "開くもの", value: opening.kindLabel },
            { term: "対象", value: opening.businessName || "（公開前の案件）" },
            { term: "売手側の金融機関", value: opening.sellerFinancialName },
            ...(opening.buyerFinancialName
              ? [{ term: "買手側の金融機関", value: opening.buyerFinancialName }]
              : []),
            { term: "理由の区分", value: opening.groundLabel },
            { term: "理由", value: <span className={shared.prose}>{opening.reason}</span> },
            { term: "申し出", value: `${opening.requestedBy}　${formatTime(opening.requested)}` },
            { term: "確認", value: opening.confirmedBy },
            {
              term: "閲覧できる時間",
              value: opening.opened
                ? `${formatTime(opening.opened)} 〜 ${formatTime(opening.expires)}（${opening.minutes}分）`
                : `${opening.minutes}分（まだ開いていません）`,
            },
            {
              term: opening.opened ? "終了" : "取下げ",
              value: opening.closed ? `${opening.closedBy}　${formatTime(opening.closed)}` : "",
            },
          ]}
        />
        <Heading level={3}>読んだもの</Heading>
        {opening.readings.length === 0 ? (
          <p>まだ何も読まれていません。</p>
        ) : (
          <ol className={styles.readings}>
            {opening.readings.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines are only ever added at the end
              <li key={index}>
                <span className={styles.at}>{formatTime(line.at)}</span> {line.detail}
              </li>
            ))}
          </ol>
        )}
      </section>
      {deeds.dialog}
    </>
  );
}

/** Shows that an opening is in use, with the time left and a button to end it. Stays in sight while scrolling. */
function Banner({
  opening,
  fetchedAt,
  onClose,
  onExpire,
}: {
  opening: Opening;
  /** When `opening` was fetched, in ms fetchedAt the epoch. */
  fetchedAt: number;
  onClose: () => void;
  /** Called when the time is up. */
  onExpire: () => void;
}) {
  const until = fetchedAt + opening.remaining * 1000;
  const [left, setLeft] = useState(() => until - Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      const rest = until - Date.now();
      setLeft(rest);
      if (rest > 0) return;
      clearInterval(timer);
      onExpire();
      void reread();
    }, 1000);
    return () => clearInterval(timer);
  }, [until, onExpire]);
  const seconds = Math.max(0, Math.ceil(left / 1000));
  const clock = `${Math.floor(seconds / 60)}分${String(seconds % 60).padStart(2, "0")}秒`;
  return (
    <div className={styles.banner}>
      <TriangleAlert aria-hidden size={20} />
      <p>
        <strong>緊急閲覧中</strong>　残り
        <span role="timer" className={styles.clock}>
          {clock}
        </span>
        <br />
        {opening.isMine
          ? "読んだものは、すべて記録されています。用が済んだら、すぐに終了してください。"
          : `${opening.requestedBy}だけが読めます。`}
      </p>
      <Button onClick={onClose}>終了する</Button>
    </div>
  );
}

export default officePage(BreakGlassOpeningScreen, {
  crumbs: [{ label: "緊急閲覧", href: "/office/break-glass" }],
});
