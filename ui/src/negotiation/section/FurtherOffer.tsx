import { useState } from "react";
import { Button } from "@/kit/Button";
import { Heading } from "@/kit/Heading";
import { formatTime } from "@/lib/dates";
import type { Negotiation } from "../types";
import styles from "./Interest.module.css";
import { OfferDialog } from "./InterestSection";

/** OfferSendStatus: waits for the buyer's institution (domain.md 4). */
const WAITING = 1;

/** An offer to a buyer that negotiates already, which SF does not know (domain.md 0.4); its bank answers it. */
export function FurtherOffer({ negotiation: n }: { negotiation: Negotiation }) {
  const [open, setOpen] = useState<"forward" | "decline" | null>(null);
  const offer = n.furtherOffer;
  if (!offer) return null;
  return (
    <section className={styles.box}>
      <Heading level={2}>交渉中の買手に届いたオファー</Heading>
      <div className={styles.offer}>
        <p>
          オファー：<strong>{offer.offerSendStatusLabel}</strong>（{formatTime(offer.offeredAt)}）
        </p>
        <p>売手側金融機関には、この交渉の買手へのオファーであることは分かりません。</p>
        {offer.offerMessage && <blockquote className={styles.message}>{offer.offerMessage}</blockquote>}
        {offer.offerSendStatus === WAITING && (
          <div className={styles.actions}>
            <Button part="acts" kind="primary" onClick={() => setOpen("forward")}>
              オファーを買手へ送る
            </Button>
            <Button part="acts" onClick={() => setOpen("decline")}>
              オファーを見送る
            </Button>
          </div>
        )}
      </div>
      {open && (
        <OfferDialog
          negotiation={{ ...n, ...offer }}
          forward={open === "forward"}
          onClose={() => setOpen(null)}
        />
      )}
    </section>
  );
}
