import { useQuery } from "@tanstack/react-query";
import { Download, FilePlus2 } from "lucide-react";
import { failureMessage } from "@/api/errors";
import { type IssuedOf, type IssuedPaper, issuedQuery, type SignedPaper, signedQuery } from "@/api/issued";
import { Button } from "@/kit/Button";
import { Heading } from "@/kit/Heading";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { formatTime } from "@/lib/dates";
import { FAILED_OWN } from "@/messages";
import { isFIN } from "@/session/session";
import { downloadIssued, issuePaper } from "./calls";
import styles from "./Issued.module.css";
import { SignedLine } from "./SignedLine";

/**
 * The papers that one may have about a record (書面, papers.md 1): those that the own side made, and those that can be made now, with what
 * each is and to whom it goes. The other side has a list of its own, and learns of none of these.
 */
export function IssuedPanel({
  of,
  framed,
  always,
}: {
  of: IssuedOf;
  /** With a frame of its own, where its place gives none. */
  framed?: boolean;
  /** Says so where there is nothing, on a screen that is for papers alone. Elsewhere the panel is absent then. */
  always?: boolean;
}) {
  const query = useQuery(issuedQuery(of));
  const data = query.data;
  // Signed copies are the banks' alone, and asked for where there is a paper.
  const signed = useQuery({ ...signedQuery(of), enabled: isFIN.value && (data?.paperList.length ?? 0) > 0 });
  if (data && data.paperList.length === 0 && data.offerList.length === 0 && !always) return null;
  return (
    <section className={framed ? panel.near : styles.box} aria-label="書面">
      <Heading level={2}>書面</Heading>
      {!data && query.isError && (
        <p className={panel.problem} role="alert">
          {failureMessage(FAILED_OWN.issuedLoad, query.error)}
          <Button onClick={() => query.refetch()}>もう一度読み込む</Button>
        </p>
      )}
      {!data && !query.isError && <Skeleton lines={2} />}
      {data && data.offerList.length > 0 && (
        <ul className={styles.list} aria-label="作成できる書面">
          {data.offerList.map((offer) => (
            <li key={`${offer.kind}.${offer.recordKind}`}>
              <div className={styles.name}>
                <strong>{offer.kindLabel}</strong>
                <span className={styles.facts}>{offer.text}</span>
              </div>
              <Button
                part="acts"
                icon={<FilePlus2 aria-hidden size={18} />}
                disabledReason={offer.blocked || undefined}
                onClick={() => issuePaper(of, offer, data.paperList)}
              >
                作成する<span className="visually-hidden">：{offer.kindLabel}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {data && data.paperList.length > 0 && (
        <>
          <Heading level={3}>作成済みの書面</Heading>
          <ul className={styles.list} aria-label="作成済みの書面">
            {data.paperList.map((paper) => (
              <Row
                key={paper.issuedPaperId}
                paper={paper}
                withCase={"companyId" in of}
                signed={signed.data?.paperList.find(
                  ({ issuedPaperId }) => issuedPaperId === paper.issuedPaperId,
                )}
              />
            ))}
          </ul>
          {signed.isError && (
            <p className={panel.problem} role="alert">
              {failureMessage(FAILED_OWN.signedLoad, signed.error)}
              <Button onClick={() => signed.refetch()}>もう一度読み込む</Button>
            </p>
          )}
          <p className={panel.note}>
            自分の側で作成した書面だけです。内容は作成した時のまま変わりません。名前の開示が終わると、名前の載った書面は表示されません。
          </p>
        </>
      )}
      {data && data.paperList.length === 0 && always && (
        <p className={panel.note}>
          {data.offerList.length > 0
            ? "作成した書面はまだありません。作成すると、ここから何度でも取り出せます。"
            : "作成した書面はありません。交渉の画面の「書面」で作成すると、ここからも取り出せます。"}
        </p>
      )}
    </section>
  );
}

function Row({ paper, withCase, signed }: { paper: IssuedPaper; withCase: boolean; signed?: SignedPaper }) {
  const by = paper.isByOwner ? "オーナーのページ" : paper.userName || "前の担当者";
  return (
    <li>
      <div className={styles.name}>
        <strong>{paper.kindLabel}</strong>
        <span className={styles.facts}>
          {paper.number}
          {withCase && paper.caseNumber && `　${paper.caseNumber}`}
        </span>
        <span className={styles.facts}>
          {formatTime(paper.created)}　{by}　{paper.recipient}
        </span>
      </div>
      <Button
        icon={<Download aria-hidden size={18} />}
        aria-label={`${paper.kindLabel}（${paper.number}）をダウンロードする`}
        onClick={() => downloadIssued(paper)}
      >
        ダウンロードする
      </Button>
      {signed && <SignedLine paper={paper} signed={signed} />}
    </li>
  );
}
