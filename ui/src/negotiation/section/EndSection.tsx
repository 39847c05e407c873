import { useState } from "react";
import { useForm } from "react-hook-form";
import { Button } from "@/kit/Button";
import { formatTime } from "@/lib/dates";
import { FAILED } from "@/messages";
import { confirmDisposal } from "../deeds";
import { DeedDialog } from "../dialog/DeedDialog";
import { isBF, type Negotiation } from "../types";
import styles from "./End.module.css";

const BY: Readonly<Record<string, string>> = {
  buyer: "買手",
  bf: "買手側金融機関",
  sf: "売手側金融機関",
  system: "システム",
  office: "事務局",
};

/** How the negotiation ended, and 資料廃棄確認, which the buyer's institution owes (domain.md 4). */
export function EndSection({ negotiation: n }: { negotiation: Negotiation }) {
  const [open, setOpen] = useState(false);
  const end = n.end;
  if (!end) return null;
  return (
    <section className={styles.box} aria-label="交渉の終了">
      <p>
        <strong>
          {formatTime(end.at)} に終了しました（{end.reasonLabel}）。
        </strong>
        {BY[end.by] && <span className={styles.by}>終了した側：{BY[end.by]}</span>}
      </p>
      {end.comment && (
        <p>
          {end.by === "buyer" ? "見送った理由" : "覚書"}：{end.comment}
        </p>
      )}
      {end.isReopenAsked && <p>買手側金融機関が、交渉の再開を依頼しています。</p>}
      {end.isDisposalDone && <p>受け取った資料の廃棄は、確認済みです。</p>}
      {end.isDisposalDue &&
        (isBF(n.side) ? (
          <div>
            <p>買手と自機関が受け取った資料を廃棄し、確認を記録してください。</p>
            <Button part="acts" kind="primary" onClick={() => setOpen(true)}>
              資料の廃棄を確認する
            </Button>
          </div>
        ) : (
          <p>
            {n.side === "buyer"
              ? "受け取った資料を廃棄し、担当の金融機関に伝えてください。"
              : "受け取った資料の廃棄は、買手側金融機関の確認を待っています。"}
          </p>
        ))}
      {open && <DisposalDialog negotiation={n} onClose={() => setOpen(false)} />}
    </section>
  );
}

function DisposalDialog({ negotiation: n, onClose }: { negotiation: Negotiation; onClose: () => void }) {
  const form = useForm({ shouldFocusError: false });
  return (
    <DeedDialog
      title="資料の廃棄を確認しますか"
      consequence={[
        "買手と自機関が、この交渉で受け取った資料（紙とファイル、その写し）をすべて廃棄したことを記録します。",
        "売手側金融機関と買手に、確認したことが伝わります。",
      ]}
      irrevocable
      label="資料の廃棄を確認する"
      failed={FAILED.negotiationStatus}
      done="資料の廃棄を確認しました。"
      form={form}
      fields={[]}
      draft={`${n.buyerNegotiationId}.disposal`}
      blocked={n.end?.isDisposalDone ? "資料の廃棄は確認済みです。" : undefined}
      send={() => confirmDisposal(n)}
      onClose={onClose}
    />
  );
}
