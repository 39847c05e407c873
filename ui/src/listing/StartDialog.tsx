import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { useState } from "react";
import { ApiError, failureMessage } from "@/api/errors";
import { listingSearchQuery } from "@/api/listing";
import { ownNegotiationQuery } from "@/api/negotiation";
import { rereadNegotiation } from "@/api/reread";
import { Dialog } from "@/kit/Dialog";
import { useDebouncedWord } from "@/kit/debouncedWord";
import { EmptyState } from "@/kit/EmptyState";
import { Link } from "@/kit/Link";
import { notify } from "@/kit/notify";
import { Skeleton } from "@/kit/Skeleton";
import { TextField } from "@/kit/TextField";
import { useNavigate } from "@/lib/location";
import { FAILED } from "@/messages";
import { caseHref } from "@/negotiation/href";
import { moveTexts } from "@/negotiation/moveTexts";
import type { MovedNegotiation, NegotiationRow } from "@/negotiation/types";
import type { ListingOverview } from "@/sale/types";
import { companiesQuery } from "@/search/ownCompanies";
import { startNegotiation } from "./deeds";
import styles from "./StartDialog.module.css";

/** A bank chooses one of its buyers and begins the anonymous negotiation (domain.md 4, –, 0 → 1). */
export function StartDialog({
  listing,
  cases,
  onClose,
}: {
  listing: ListingOverview;
  /** The bank's negotiations of this listing: buyers that have begun already are marked. */
  cases: readonly NegotiationRow[];
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const [word, setWord] = useState("");
  const [chosen, setChosen] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const searchedWord = useDebouncedWord(word);
  const buyers = useQuery({ ...companiesQuery("buyer", searchedWord), placeholderData: keepPreviousData });
  const shown = buyers.data?.companyList ?? [];
  // A choice is possible only from the list of the word in the field.
  const isLoadingHits = word.trim() !== searchedWord || buyers.isPlaceholderData;
  const scores = useScores(
    listing.sellerBusinessId,
    shown.map(({ companyId }) => companyId),
  );
  const rows = shown
    .map((buyer) => ({
      ...buyer,
      score: scores.get(buyer.companyId),
      row: cases.find(({ buyerCompanyId }) => buyerCompanyId === buyer.companyId),
    }))
    .sort((a, b) => (b.score ?? -1) - (a.score ?? -1));
  const row = useQuery({
    ...ownNegotiationQuery(listing.sellerBusinessId, chosen),
    enabled: chosen !== "",
  });
  const n = row.data;
  const move = n?.moves.find(({ move }) => move === "start");
  const hasStarted = n && !move && n.status !== 0;
  const blocked =
    chosen === ""
      ? "買手を選んでください。"
      : row.isPending
        ? "この買手の状況を確認しています。"
        : hasStarted
          ? `この買手との交渉は始まっています（${n.statusLabel}）。`
          : !n || !move
            ? "この買手では、いま交渉を開始できません。"
            : move.blocked || undefined;

  const start = async () => {
    if (!n || !move) return;
    setBusy(true);
    setProblem(null);
    let started: MovedNegotiation;
    try {
      started = await startNegotiation(n);
    } catch (error) {
      setProblem(failureMessage(FAILED.negotiationStatus, error));
      if (error instanceof ApiError && (error.status === 409 || error.status === 400))
        await rereadNegotiation();
      return;
    } finally {
      setBusy(false);
    }
    await rereadNegotiation();
    notify.success(`「${n.displayName}」の匿名交渉を開始しました。`);
    onClose();
    navigate(caseHref(started));
  };

  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="どの買手で交渉を開始しますか"
      confirm={{ label: "この買手で交渉を開始する", onConfirm: start, busy, disabledReason: blocked }}
    >
      {problem && (
        <p className={styles.problem} role="alert">
          <CircleAlert aria-hidden size={18} />
          {problem}
        </p>
      )}
      {buyers.isPending ? (
        <Skeleton rows={5} />
      ) : buyers.isError ? (
        <EmptyState title="買手の一覧を取得できませんでした">
          画面を読み込み直して、もう一度お試しください。
        </EmptyState>
      ) : shown.length === 0 && searchedWord === "" && !isLoadingHits ? (
        <EmptyState
          title="公開中の担当の買手がいません"
          action={
            <Link href="/buyer-company-manage" button="secondary">
              買手管理を開く
            </Link>
          }
        >
          買手を登録し、公開すると、交渉を開始できます。
        </EmptyState>
      ) : (
        <>
          <TextField
            label="買手を探す"
            badge={false}
            type="search"
            value={word}
            onChange={(event) => {
              setWord(event.target.value);
              setChosen("");
            }}
            note={
              !isLoadingHits && shown.length < buyers.data.allCount
                ? `${buyers.data.allCount.toLocaleString("ja-JP")}社のうち${shown.length}社を表示しています。名前の一部を入力すると絞り込めます。`
                : undefined
            }
          />
          {isLoadingHits && <Skeleton rows={3} />}
          {!isLoadingHits && rows.length === 0 && <p>「{searchedWord}」に当たる買手はいません。</p>}
          <ul className={styles.list} aria-label="担当の買手">
            {(isLoadingHits ? [] : rows).map((buyer) => (
              <li key={buyer.companyId}>
                <label className={styles.choice}>
                  <input
                    type="radio"
                    name="buyer"
                    value={buyer.companyId}
                    checked={chosen === buyer.companyId}
                    onChange={() => {
                      setChosen(buyer.companyId);
                      setProblem(null);
                    }}
                  />
                  <span className={styles.name}>
                    {buyer.displayName}
                    {buyer.row && <small>{statusText(buyer.row)}</small>}
                  </span>
                  <span className={styles.score}>
                    {buyer.score === undefined ? (
                      "―"
                    ) : (
                      <>
                        一致度 <b>{buyer.score}</b>点
                      </>
                    )}
                  </span>
                </label>
              </li>
            ))}
          </ul>
          {hasStarted && <Link href={caseHref(n)}>「{n.displayName}」との交渉を開く</Link>}
          {n && move && !move.blocked && (
            <ul className={styles.consequence}>
              {moveTexts("start", n, undefined).consequence.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          )}
        </>
      )}
    </Dialog>
  );
}

/** What exists already between a bank's buyer and this listing. */
function statusText(row: NegotiationRow): string {
  if (row.status !== 0) return row.statusLabel;
  if (row.interestStatus === 2) return "興味あり";
  if (row.interestStatus === 1) return "興味なし";
  return row.offerSendStatus > 0 ? `オファー：${row.offerSendStatusLabel}` : "";
}

/** How well the listing fits each buyer; absent where there is no score (domain.md 8). */
function useScores(sellerBusinessId: string, companyIds: readonly string[]): Map<string, number> {
  return useQueries({
    queries: companyIds.map((buyerCompanyId) => ({
      ...listingSearchQuery({ sellerBusinessId, buyerCompanyId, pageNumber: 1, limit: 1 }),
      staleTime: 60_000,
    })),
    combine: (answers) => {
      const found = new Map<string, number>();
      answers.forEach((answer, index) => {
        const score = answer.data?.sellerBusinessList[0]?.score;
        const id = companyIds[index];
        if (id !== undefined && score !== undefined) found.set(id, score);
      });
      return found;
    },
  });
}
