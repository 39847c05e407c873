import { useForm } from "react-hook-form";
import * as limits from "@/api/limits.gen";
import { TextArea } from "@/kit/TextArea";
import { FAILED } from "@/messages";
import { decideHeldText, type HeldText, withdrawHeldText } from "../held";
import { DeedDialog } from "./DeedDialog";

export type HeldDeed = "approve" | "return" | "send" | "withdraw";

interface DialogTexts {
  title: string;
  label: string;
  consequence: readonly string[];
  irrevocable: boolean;
  done: string;
  /** The label of the reason's field; "" without one. */
  reason: string;
}

function textsOf(deed: HeldDeed, h: HeldText): DialogTexts {
  const whose = h.side === "sf" ? "売手" : "買手";
  const to = h.companyList ? `${h.companyList.length}社とその担当金融機関` : "相手";
  switch (deed) {
    case "approve":
      return {
        title: "名前を含めたまま送ることを承認しますか",
        label: "承認して送る",
        consequence: [
          `${whose}の名前が、実名交渉の承認より前に、${to}に伝わります。一度伝わった名前は取り戻せません。`,
          h.side === "sf"
            ? "承認した日時と理由が、開示台帳に残り、オーナーへの報告にも載ります。"
            : "承認した日時と理由が、開示の記録と履歴に残ります。",
        ],
        irrevocable: true,
        done: "承認して送りました。",
        reason: "承認する理由",
      };
    case "return":
      return {
        title: "書いた担当者に差し戻しますか",
        label: "差し戻す",
        consequence: ["文面は送られません。書いた担当者が、直して送るか取り下げます。"],
        irrevocable: false,
        done: "差し戻しました。",
        reason: "差し戻す理由",
      };
    case "send":
      return {
        title: "この文面を送りますか",
        label: "送信する",
        consequence: ["名前は相手に開示済みのため、承認なしで送れます。"],
        irrevocable: false,
        done: "送信しました。",
        reason: "",
      };
    case "withdraw":
      return {
        title: "この文面を取り下げますか",
        label: "取り下げる",
        consequence: ["書いた文面と添付ファイルが消えます。相手には何も伝わりません。"],
        irrevocable: true,
        done: "取り下げました。",
        reason: "",
      };
  }
}

/** One action on a text that waits for an approver. */
export function HeldDialog({ held, deed, onClose }: { held: HeldText; deed: HeldDeed; onClose: () => void }) {
  const form = useForm<{ reason: string }>({ shouldFocusError: false, defaultValues: { reason: "" } });
  const { reason, ...texts } = textsOf(deed, held);
  return (
    <DeedDialog
      {...texts}
      failed={FAILED.messageRegister}
      form={form}
      fields={["reason"]}
      draft={`held.${held.heldTextId}.${deed}`}
      send={({ reason: text }) =>
        deed === "withdraw" ? withdrawHeldText(held) : decideHeldText(held, deed !== "return", text.trim())
      }
      onClose={onClose}
    >
      {reason !== "" && (
        <TextArea
          label={reason}
          required
          rows={3}
          maxLength={limits.HeldDecisionInput.reason.maxLength}
          error={form.formState.errors.reason?.message}
          {...form.register("reason", {
            validate: (text) => text.trim() !== "" || `${reason}を入力してください。`,
          })}
        />
      )}
    </DeedDialog>
  );
}
