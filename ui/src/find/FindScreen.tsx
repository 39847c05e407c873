import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { listingSearchQuery } from "@/api/listing";
import { findQuery } from "@/api/mypage";
import { pageFetch } from "@/api/query";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { useNavigate, useRawSearch } from "@/lib/location";
import { isFIN } from "@/session/session";
import styles from "./Find.module.css";
import { type Hit, hitHref, type Kind } from "./hits";

const GROUPS: readonly { kind: Kind; title: string; nameless: string }[] = [
  { kind: "negotiation", title: "交渉", nameless: "いまは見られない案件の交渉" },
  { kind: "seller", title: "担当する売手", nameless: "" },
  { kind: "buyer", title: "担当する買手", nameless: "" },
  { kind: "listing", title: "売却案件", nameless: "案件名は未入力" },
];

/** Where all hits of a kind are listed; negotiations are found by their numbers alone. */
const FULL_LISTS: Record<Kind, (word: string) => string> = {
  negotiation: () => "/financial-support",
  seller: (companyName) => `/seller-company-manage?${new URLSearchParams({ companyName })}`,
  buyer: (companyName) => `/buyer-company-manage?${new URLSearchParams({ companyName })}`,
  listing: (freeWord) => `/seller-business?${new URLSearchParams({ freeWord })}`,
};

/** Whether the reader has just pressed Enter in the box, and wants the one hit itself. */
const opensOnly = () => (history.state as { opensOnly?: boolean } | null)?.opensOnly === true;

/** /find: what the search box of the frame finds. After Enter the only hit opens at once. */
export default function FindScreen() {
  const word = (new URLSearchParams(useRawSearch()).get("word") ?? "").trim();
  const navigate = useNavigate();
  const query = useQuery({ ...findQuery(word), ...pageFetch, enabled: word !== "" });
  const found = query.data;
  const only = found?.hitList.length === 1 && found.moreKindList.length === 0 ? found.hitList[0] : undefined;
  const isOpening = only !== undefined && !query.isFetching && opensOnly();
  useEffect(() => {
    if (isOpening && only) navigate(hitHref(only), { replace: true });
  }, [isOpening, only, navigate]);
  // Another word on the same page is a new page to who reads by keyboard: the field that had the focus is a new one.
  const shown = useRef(word);
  useEffect(() => {
    if (shown.current === word) return;
    shown.current = word;
    document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
  }, [word]);
  if (word === "")
    return (
      <>
        <Heading level={1}>検索結果</Heading>
        <EmptyState title="検索する言葉が入力されていません">{WHAT()}</EmptyState>
      </>
    );
  return (
    <>
      <Heading level={1}>「{word}」の検索結果</Heading>
      {!found || isOpening ? (
        <Skeleton rows={4} />
      ) : (
        <>
          {found.hitList.length === 0 ? (
            <Nothing word={word} number={found.caseNumber} />
          ) : (
            GROUPS.map(({ kind, title, nameless }) => (
              <Group
                key={kind}
                title={title}
                nameless={nameless}
                hits={found.hitList.filter((hit) => hit.kind === kind)}
                more={found.moreKindList.includes(kind) ? FULL_LISTS[kind](word) : undefined}
              />
            ))
          )}
          {!found.caseNumber && <InTexts word={word} />}
        </>
      )}
    </>
  );
}

function Group({
  title,
  nameless,
  hits,
  more,
}: {
  title: string;
  nameless: string;
  hits: readonly Hit[];
  more: string | undefined;
}) {
  if (hits.length === 0 && !more) return null;
  return (
    <section className={styles.group}>
      <Heading level={2}>
        {title}（{hits.length}
        {more ? "件以上" : "件"}）
      </Heading>
      <ul className={styles.list}>
        {hits.map((hit) => (
          <li key={hit.key}>
            <span className={styles.what}>
              <Link href={hitHref(hit)}>{hit.name || nameless}</Link>
              {hit.detail && <span className={styles.detail}>{hit.detail}</span>}
            </span>
            <span className={styles.number}>{hit.caseNumber}</span>
            <span className={styles.state}>{hit.statusLabel}</span>
          </li>
        ))}
      </ul>
      {more && (
        <p className={styles.more}>
          <Link href={more}>{title}の一覧ですべて見る</Link>
        </p>
      )}
    </section>
  );
}

/** What the box finds, for who found nothing. */
function WHAT() {
  return isFIN.value
    ? "メールや書類の番号（N- や L- で始まるもの）、担当する売手・買手の名前、カナ、顧客番号（全体）、代表者・担当者の名前、案件名の一部を、画面上部の欄に入力してください。"
    : "メールの番号（N- や L- で始まるもの）、または案件名の一部を、画面上部の欄に入力してください。";
}

function Nothing({ word, number }: { word: string; number: string | undefined }) {
  // Whose a number is must not show: it is said of numbers of others and of those that nobody has.
  if (number && /^[AQ]-/.test(number))
    return (
      <EmptyState
        title={`${number} は、事務局の受付番号です`}
        action={<Link href="/mypage/contact">お問い合わせ</Link>}
      >
        A- と Q-
        で始まる番号は、利用申請とお問い合わせの番号です。内容は事務局だけが見られます。続きは事務局へお問い合わせください。
      </EmptyState>
    );
  return (
    <EmptyState
      title={number ? `${number} の案件・交渉は見つかりません` : `「${word}」に合うものはありません`}
    >
      {number
        ? "番号を確かめてください。ほかの機関の案件や交渉は、番号がわかっていても表示されません。"
        : WHAT()}
    </EmptyState>
  );
}

/** Titles are what the box finds; the texts of listings are searched on their own screen, which takes the word along. */
function InTexts({ word }: { word: string }) {
  const { data } = useQuery({
    ...listingSearchQuery({ freeWord: word, limit: 1, pageNumber: 1 }),
    placeholderData: keepPreviousData,
  });
  if (!data?.allCount) return null;
  return (
    <p className={panel.note}>
      <Link href={FULL_LISTS.listing(word)}>
        案件の説明文も含めて探す（{data.allCount.toLocaleString("ja-JP")}件）
      </Link>
    </p>
  );
}
