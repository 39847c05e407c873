import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "@/kit/Button";
import { ExportButton } from "./ExportButton";
import styles from "./longlist.module.css";
import { OfferDialog } from "./OfferDialog";
import { OwnerListButton } from "./OwnerListButton";
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
  const [isOfferOpen, setIsOfferOpen] = useState(false);
  const offer = useRef<HTMLButtonElement>(null);
  // The dialog that closes is another instance than the one that was opened (which waited for the
  // buyers), so it does not know to which element to return the focus.
  const wasOfferOpen = useRef(false);
  useEffect(() => {
    const closed = wasOfferOpen.current && !isOfferOpen;
    wasOfferOpen.current = isOfferOpen;
    if (!closed) return;
    const frame = requestAnimationFrame(() => offer.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [isOfferOpen]);
  const size = selection.ids.size;
  const clear = () => {
    selection.clear();
    // Without a selection the bar disappears, and with it the pressed button that had the focus.
    document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
  };
  const ownSending = sending.value?.sellerBusinessId === sellerBusinessId ? sending.value : null;
  const processed = ownSending ? ownSending.total - ownSending.remaining.length : 0;
  return (
    <>
      {(size > 0 || ownSending) && (
        <section className={styles.bar} aria-label="選んだ買手">
          <p role="status">
            {ownSending?.state === "running"
              ? `オファーを送信中 ${processed.toLocaleString("ja-JP")}／${ownSending.total.toLocaleString("ja-JP")}社`
              : `${size.toLocaleString("ja-JP")}社を選択中`}
          </p>
          {ownSending ? (
            <Button kind="primary" onClick={() => setIsOfferOpen(true)}>
              {ownSending.state === "running" ? "送信の状況を見る" : "オファーの結果を見る"}
            </Button>
          ) : (
            <>
              <Button kind="quiet" onClick={clear}>
                選択を解除する
              </Button>
              {actions}
              <ExportButton companyIds={[...selection.ids]} />
              <OwnerListButton sellerBusinessId={sellerBusinessId} companyIds={[...selection.ids]} />
              <Button
                part="acts"
                ref={offer}
                kind="primary"
                disabledReason={
                  sending.value?.state === "running"
                    ? "別の案件のオファーを送信中です。終わってから送ってください。"
                    : undefined
                }
                onClick={() => setIsOfferOpen(true)}
              >
                オファーを送る
              </Button>
            </>
          )}
        </section>
      )}
      {isOfferOpen && (
        <OfferDialog
          sellerBusinessId={sellerBusinessId}
          companyIds={[...selection.ids]}
          onClose={() => setIsOfferOpen(false)}
          onSent={selection.clear}
        />
      )}
    </>
  );
}
