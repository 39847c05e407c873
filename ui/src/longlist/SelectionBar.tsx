import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "@/kit/Button";
import { ExportButton } from "./ExportButton";
import styles from "./longlist.module.css";
import { OfferDialog } from "./OfferDialog";
import type { Selection } from "./selection";
import { sending } from "./sending";

/** The number of selected buyers and the actions on them; stays visible while the list is scrolled. */
export function SelectionBar({
  sellerBusinessId,
  selection,
  actions,
}: {
  sellerBusinessId: string;
  selection: Selection;
  /** Further actions on the selected buyers. */
  actions: ReactNode;
}) {
  const [offering, setOffering] = useState(false);
  const offer = useRef<HTMLButtonElement>(null);
  // The dialog that closes is another instance than the one that was opened (which waited for the
  // buyers), so it does not know to which element to return the focus.
  const wasOffering = useRef(false);
  useEffect(() => {
    const closed = wasOffering.current && !offering;
    wasOffering.current = offering;
    if (!closed) return;
    const later = requestAnimationFrame(() => offer.current?.focus());
    return () => cancelAnimationFrame(later);
  }, [offering]);
  const size = selection.ids.size;
  const clear = () => {
    selection.clear();
    // Without a selection the bar disappears, and with it the pressed button that had the focus.
    document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
  };
  const now = sending.value?.sellerBusinessId === sellerBusinessId ? sending.value : null;
  return (
    <>
      {(size > 0 || now) && (
        <section className={styles.bar} aria-label="選んだ買手">
          <p role="status">
            {now?.state === "running"
              ? `オファーを送信中 ${(now.all - now.rest.length).toLocaleString("ja-JP")}／${now.all.toLocaleString("ja-JP")}社`
              : `${size.toLocaleString("ja-JP")}社を選択中`}
          </p>
          {now ? (
            <Button kind="primary" onClick={() => setOffering(true)}>
              {now.state === "running" ? "送信の状況を見る" : "オファーの結果を見る"}
            </Button>
          ) : (
            <>
              <Button kind="quiet" onClick={clear}>
                選択を解除する
              </Button>
              {actions}
              <ExportButton companyIds={[...selection.ids]} />
              <Button
                ref={offer}
                kind="primary"
                disabledReason={
                  sending.value?.state === "running"
                    ? "別の案件のオファーを送信中です。終わってから送ってください。"
                    : undefined
                }
                onClick={() => setOffering(true)}
              >
                オファーを送る
              </Button>
            </>
          )}
        </section>
      )}
      {offering && (
        <OfferDialog
          sellerBusinessId={sellerBusinessId}
          companyIds={[...selection.ids]}
          onClose={() => setOffering(false)}
          onSent={selection.clear}
        />
      )}
    </>
  );
}
