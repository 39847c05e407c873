import { Controller, useForm } from "react-hook-form";
import { codesOf, useEnumerations } from "@/api/enumerations";
import { Checkbox } from "@/kit/Checkbox";
import { DateField } from "@/kit/DateField";
import { NumberField } from "@/kit/NumberField";
import { TextArea } from "@/kit/TextArea";
import { TextField } from "@/kit/TextField";
import { FAILED } from "@/messages";
import type { FinancingInput } from "../deeds";
import { DeedDialog } from "./DeedDialog";

interface Values {
  financingConsent: boolean;
  desiredAmount: number | null;
  ownFunds: number | null;
  fundsPurpose: string;
  approvalNumber: string;
  approvalDate: string;
  approvedAmount: number | null;
}

const FIELDS = [
  "financingConsent",
  "desiredAmount",
  "ownFunds",
  "fundsPurpose",
  "approvalNumber",
  "approvalDate",
  "approvedAmount",
] as const;

/** The inputs of each status, by the server's names (domain.md 5). */
const ASKED: Readonly<Record<string, readonly (typeof FIELDS)[number][]>> = {
  Consulted: ["financingConsent"],
  Examined: ["desiredAmount", "ownFunds", "fundsPurpose"],
  Approved: ["approvalNumber", "approvalDate", "approvedAmount"],
};

/** The financing as its reader knows it, with the moves that there are; the buyer's consent is the M&A desk's alone. */
interface Financing {
  financialSupportStatus: number;
  moves: readonly FinancingStep[];
  financingConsent?: boolean;
  /** 千円, as all amounts here. */
  desiredAmount?: number;
  ownFunds?: number;
  fundsPurpose: string;
  approvalNumber: string;
  approvalDate: string;
  approvedAmount?: number;
}

export interface FinancingStep {
  status: number;
  label: string;
  /** Why it is not possible now; "" if it is, or if that is said when it is tried. */
  blocked: string;
}

/** Moves the financing with what the new status needs, or changes its content ("edit"). */
export function FinancingDialog({
  id,
  financing,
  move,
  consequence,
  send,
  onClose,
}: {
  /** The negotiation's, for the draft. */
  id: string;
  financing: Financing;
  move: FinancingStep | "edit";
  consequence: readonly string[];
  send: (input: FinancingInput) => Promise<unknown>;
  onClose: () => void;
}) {
  const all = useEnumerations();
  const to = move === "edit" ? financing.financialSupportStatus : move.status;
  const name = codesOf(all, "financialSupportStatus").find((c) => c.code === to)?.name ?? "";
  const askedFields = (move === "edit" ? FIELDS : (ASKED[name] ?? [])).filter(
    (field) => field !== "financingConsent" || financing.financingConsent !== undefined,
  );
  const form = useForm<Values>({
    shouldFocusError: false,
    defaultValues: {
      financingConsent: financing.financingConsent ?? false,
      desiredAmount: financing.desiredAmount ?? null,
      ownFunds: financing.ownFunds ?? null,
      fundsPurpose: financing.fundsPurpose ?? "",
      approvalNumber: financing.approvalNumber ?? "",
      approvalDate: financing.approvalDate ?? "",
      approvedAmount: financing.approvedAmount ?? null,
    },
  });
  const { errors, dirtyFields } = form.formState;
  const required = move !== "edit";
  // A colleague may have changed the status meanwhile: the move is offered only if it is still
  // possible.
  const current = move === "edit" ? undefined : financing.moves.find((m) => m.status === move.status);
  const blocked =
    move === "edit" ? undefined : current ? current.blocked || undefined : "いまの状況からは変更できません。";
  const isAsked = (field: (typeof FIELDS)[number]) => askedFields.includes(field);
  const amountField = (
    field: "desiredAmount" | "ownFunds" | "approvedAmount",
    label: string,
    help?: string,
  ) => (
    <Controller
      control={form.control}
      name={field}
      rules={{
        validate: (value) => {
          if (typeof value === "number" && !Number.isNaN(value)) return true;
          if (required) return `${label}を入力してください。`;
          return (
            financing[field] === undefined ||
            `入力済みの${label}は、空にできません。正しい金額を入力してください。`
          );
        },
      }}
      render={({ field: props }) => (
        <NumberField
          {...props}
          label={label}
          required={required}
          unit="千円"
          help={help}
          error={errors[field]?.message}
        />
      )}
    />
  );
  return (
    <DeedDialog<Values>
      title={move === "edit" ? "資金支援の内容を変更しますか" : `資金支援を「${move.label}」にしますか`}
      consequence={[...consequence, "資金支援の有無や条件を、ほかの取引の条件にしないでください。"]}
      label={move === "edit" ? "内容を保存する" : `「${move.label}」にする`}
      blocked={blocked}
      failed={FAILED.negotiationStatus}
      done="資金支援の状況を更新しました。"
      form={form}
      fields={FIELDS}
      draft={`${id}.financing.${to}`}
      send={(values) =>
        send(
          // A change of the contents sends what was changed here: what a colleague changed meanwhile stays.
          inputOf(to, values, required ? askedFields : askedFields.filter((field) => dirtyFields[field])),
        )
      }
      onClose={onClose}
    >
      {isAsked("financingConsent") && (
        <Checkbox
          label="買手から、資金支援の検討に必要な情報を行内で共有する同意を得ています"
          error={errors.financingConsent?.message}
          {...form.register("financingConsent", {
            validate: (value) =>
              !required || value || "買手の情報共有同意を確認して、チェックを入れてください。",
          })}
        />
      )}
      {isAsked("desiredAmount") && amountField("desiredAmount", "希望額")}
      {isAsked("ownFunds") && amountField("ownFunds", "自己資金", "ない場合は0を入力してください。")}
      {isAsked("fundsPurpose") && (
        <TextArea
          label="資金の使途"
          required={required}
          rows={3}
          error={errors.fundsPurpose?.message}
          {...form.register("fundsPurpose", {
            validate: (text) => !required || text.trim() !== "" || "資金の使途を入力してください。",
          })}
        />
      )}
      {isAsked("approvalNumber") && (
        <TextField
          label="稟議番号"
          required={required}
          size="medium"
          error={errors.approvalNumber?.message}
          {...form.register("approvalNumber", {
            validate: (text) => !required || text.trim() !== "" || "稟議番号を入力してください。",
          })}
        />
      )}
      {isAsked("approvalDate") && (
        <DateField
          label="決裁日"
          required={required}
          error={errors.approvalDate?.message}
          {...form.register("approvalDate", {
            validate: (day) => !required || day !== "" || "決裁日を入力してください。",
          })}
        />
      )}
      {isAsked("approvedAmount") && amountField("approvedAmount", "承認された金額")}
    </DeedDialog>
  );
}

/** Only these fields are sent; all others stay unchanged. */
function inputOf(to: number, values: Values, asked: readonly (typeof FIELDS)[number][]): FinancingInput {
  const input: Record<string, unknown> = { financialSupportStatus: to };
  for (const field of asked) {
    const value = values[field];
    if (value !== null) input[field] = typeof value === "string" ? value.trim() : value;
  }
  return input as unknown as FinancingInput;
}
