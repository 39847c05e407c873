import { useState } from "react";
import { useForm } from "react-hook-form";
import { codeLabel, useEnumerations, useItemLists } from "@/api/enumerations";
import { Button } from "@/kit/Button";
import { Heading } from "@/kit/Heading";
import { Select } from "@/kit/Select";
import { TextArea } from "@/kit/TextArea";
import { FAILED } from "@/messages";
import { moveOffer, updateInterest } from "../deeds";
import { DeedDialog } from "../dialog/DeedDialog";
import { MoveDialog } from "../dialog/MoveDialog";
import { asksInterest } from "../interest";
import { moveLabel, nextMove } from "../moves";
import { isBF, isSF, type Negotiation, STATUS } from "../types";
import styles from "./Interest.module.css";

/** Offer and interest, as far as they are the reader's: what a row at 0 is about (domain.md 4). */
export function InterestSection({ negotiation: n }: { negotiation: Negotiation }) {
  const all = useEnumerations();
  const [open, setOpen] = useState<"decline" | "forward" | "withdraw" | "interest" | "notInterested" | null>(
    null,
  );
  const offered = n.offerSendStatus !== 0;
  const interest = n.interestStatus;
  if (n.status !== STATUS.none || (!offered && interest === undefined)) return null;
  const express = asksInterest(n) && n.moves.find((m) => m.move === "interest");
  const waiting = isBF(n.side) && n.offerSendStatus === 1;
  return (
    <section className={styles.box}>
      <Heading level={2}>{interest === undefined ? "オファー" : "オファーと興味"}</Heading>
      {offered && (
        <div className={styles.offer}>
          <p>
            オファー：<strong>{n.offerSendStatusLabel}</strong>
          </p>
          {n.offerMessage && <blockquote className={styles.message}>{n.offerMessage}</blockquote>}
          {waiting && (
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
      )}
      {isSF(n.side) && n.offerSendStatus >= 1 && n.offerSendStatus <= 3 && (
        <div className={styles.actions}>
          <Button part="acts" onClick={() => setOpen("withdraw")}>
            オファーを取り下げる
          </Button>
        </div>
      )}
      {interest !== undefined && (
        <div className={styles.offer}>
          <p>
            興味：<strong>{codeLabel(all, "interestStatus", interest) || "未回答"}</strong>
          </p>
          <div className={styles.actions}>
            {express && (
              <Button
                kind={nextMove(n)?.move === "interest" ? "primary" : "secondary"}
                disabledReason={express.blocked || undefined}
                onClick={() => setOpen("interest")}
              >
                {moveLabel(n, "interest")}
              </Button>
            )}
            {interest !== 1 && (
              <Button part="acts" onClick={() => setOpen("notInterested")}>
                興味なしにする
              </Button>
            )}
          </div>
        </div>
      )}
      {(open === "forward" || open === "decline") && (
        <OfferDialog negotiation={n} forward={open === "forward"} onClose={() => setOpen(null)} />
      )}
      {open === "interest" && <MoveDialog negotiation={n} move="interest" onClose={() => setOpen(null)} />}
      {open === "withdraw" && <WithdrawDialog negotiation={n} onClose={() => setOpen(null)} />}
      {open === "notInterested" && <NotInterestedDialog negotiation={n} onClose={() => setOpen(null)} />}
    </section>
  );
}

/** BF forwards another institution's offer to its buyer, or declines it. */
export function OfferDialog({
  negotiation: n,
  forward,
  onClose,
}: {
  negotiation: Pick<
    Negotiation,
    "buyerNegotiationId" | "version" | "offerSendStatus" | "displayName" | "offerMessage" | "businessName"
  >;
  forward: boolean;
  onClose: () => void;
}) {
  const form = useForm({ shouldFocusError: false });
  return (
    <DeedDialog
      title={forward ? "オファーを買手へ送りますか" : "オファーを見送りますか"}
      consequence={
        forward
          ? [
              `「${n.displayName}」に、案件「${n.businessName ?? ""}」へのオファーと本文が表示されます。案件は匿名のままです。`,
              "売手側金融機関には、送ったことだけが伝わります。買手の企業名は伝わりません。",
            ]
          : [
              "買手には、オファーがあったことは伝わりません。",
              "売手側金融機関には、見送られたことが伝わります。",
            ]
      }
      label={forward ? "オファーを買手へ送る" : "オファーを見送る"}
      failed={FAILED.offer}
      done={forward ? "オファーを買手へ送りました。" : "オファーを見送りました。"}
      form={form}
      fields={[]}
      draft={`${n.buyerNegotiationId}.offer`}
      blocked={n.offerSendStatus === 1 ? undefined : "このオファーは、すでに対応済みです。"}
      send={() => moveOffer(n as Negotiation, forward ? 2 : 8)}
      onClose={onClose}
    >
      {n.offerMessage && <blockquote className={styles.message}>{n.offerMessage}</blockquote>}
    </DeedDialog>
  );
}

/** SF takes its offer back (domain.md 4: 9 取下げ). */
function WithdrawDialog({ negotiation: n, onClose }: { negotiation: Negotiation; onClose: () => void }) {
  const form = useForm({ shouldFocusError: false });
  const open = n.offerSendStatus >= 1 && n.offerSendStatus <= 3;
  return (
    <DeedDialog
      title="オファーを取り下げますか"
      consequence={[
        "買手側金融機関と、オファーが届いている買手の画面から、オファーと本文が消えます。",
        "一度読まれた内容は取り戻せません。必要なときは、あらためてオファーを送れます。",
      ]}
      label="オファーを取り下げる"
      failed={FAILED.offer}
      done="オファーを取り下げました。"
      form={form}
      fields={[]}
      draft={`${n.buyerNegotiationId}.offer`}
      blocked={open ? undefined : "このオファーは、すでに対応済みです。"}
      send={() => moveOffer(n, 9)}
      onClose={onClose}
    />
  );
}

function NotInterestedDialog({ negotiation: n, onClose }: { negotiation: Negotiation; onClose: () => void }) {
  const items = useItemLists();
  const form = useForm({ shouldFocusError: false, defaultValues: { questionnaire: "", comment: "" } });
  const { errors } = form.formState;
  const reasons = items?.questionnaire.items.filter((item) => item.type === "not_interested") ?? [];
  return (
    <DeedDialog
      title="「興味なし」を登録しますか"
      consequence={[
        n.side === "buyer"
          ? "担当の金融機関にだけ伝わります。売手側には伝わりません。"
          : "買手に代わって登録します。売手側には伝わりません。",
        "この案件は、おすすめに出なくなります。あとから変更できます。",
      ]}
      label="興味なしにする"
      failed={FAILED.interestStatus}
      done="「興味なし」を登録しました。"
      form={form}
      fields={["questionnaire", "comment"]}
      draft={`${n.buyerNegotiationId}.interest`}
      send={({ questionnaire, comment }) =>
        updateInterest(n, {
          interestStatus: 1,
          questionnaire: questionnaire === "" ? undefined : Number(questionnaire),
          comment: comment.trim() || undefined,
        })
      }
      onClose={onClose}
    >
      <Select
        label="理由"
        empty="選ばない"
        options={reasons.map((item) => ({ value: item.key, label: item.label }))}
        error={errors.questionnaire?.message}
        {...form.register("questionnaire")}
      />
      {n.side === "buyer" && (
        <TextArea
          label="担当の金融機関への一言"
          rows={3}
          error={errors.comment?.message}
          {...form.register("comment")}
        />
      )}
    </DeedDialog>
  );
}
