import { useForm } from "react-hook-form";
import { ApiError, failureMessage, fieldErrors } from "@/api/errors";
import * as limits from "@/api/limits.gen";
import { rereadAfter } from "@/api/reread";
import { Dialog } from "@/kit/Dialog";
import { notify } from "@/kit/notify";
import { RadioGroup } from "@/kit/RadioGroup";
import { TextArea } from "@/kit/TextArea";
import { TextField } from "@/kit/TextField";
import { FAILED_OWN } from "@/messages";
import { NamedSelect } from "@/search/NamedSelect";
import { companySearch, ownCompanyQuery } from "@/search/ownCompanies";
import { removeAvoided, saveAvoided } from "../calls";
import type { AvoidedCompany } from "../types";

interface DialogProps {
  companyId: string;
  onClose: () => void;
}

/** The list is read again where a colleague was faster; the dialog stays, with what was typed. */
async function tellFailure(message: string, error: unknown) {
  if (!(error instanceof ApiError)) throw error;
  notify.error(failureMessage(message, error));
  if (error.status === 409) await rereadAfter("avoided");
}

interface Values {
  by: "name" | "buyer";
  buyerCompanyId: string;
  companyName: string;
  corporateRegistrationNumber: string;
  note: string;
}

const FIELDS = ["companyName", "corporateRegistrationNumber", "note", "buyerCompanyId"] as const;

/** Adds a company that the owner does not want to be approached, typed or one of the own buyers; or changes one. */
export function AvoidedDialog({ companyId, row, onClose }: DialogProps & { row?: AvoidedCompany }) {
  const form = useForm<Values>({
    defaultValues: {
      by: "name",
      buyerCompanyId: "",
      companyName: row?.companyName ?? "",
      corporateRegistrationNumber: row?.corporateRegistrationNumber ?? "",
      note: row?.note ?? "",
    },
  });
  const { errors, isSubmitting } = form.formState;
  const isBuyer = form.watch("by") === "buyer";
  const save = form.handleSubmit(async ({ by, buyerCompanyId, ...typed }) => {
    if (by === "buyer" && !buyerCompanyId) {
      form.setError("buyerCompanyId", { message: "買手を選んでください。" });
      return;
    }
    const { avoidedId, version } = row ?? {};
    try {
      await saveAvoided(
        by === "buyer"
          ? { companyId, buyerCompanyId, note: typed.note }
          : { companyId, avoidedId, version, ...typed },
      );
    } catch (error) {
      const at: Record<string, "buyerCompanyId"> = by === "buyer" ? { companyName: "buyerCompanyId" } : {};
      if (!fieldErrors(error, form.setError, FIELDS, at)) await tellFailure(FAILED_OWN.avoidedSave, error);
      return;
    }
    notify.success(row ? "打診しない先を変更しました。" : "打診しない先に追加しました。");
    onClose();
  });
  const label = row ? "変更を保存する" : "追加する";
  return (
    <Dialog
      open
      onClose={onClose}
      title={row ? "打診しない先を変更する" : "打診しない先を追加する"}
      confirm={{ label, onConfirm: save, busy: isSubmitting }}
    >
      {!row && (
        <RadioGroup
          label="会社の指定"
          badge={false}
          column
          options={[
            { value: "name", label: "企業名を入力する" },
            { value: "buyer", label: "自機関の買手から選ぶ", help: "企業名と法人番号を、登録から写します。" },
          ]}
          {...form.register("by")}
        />
      )}
      {isBuyer ? (
        <NamedSelect
          label="自機関の買手"
          help="企業名の一部を入力してください。"
          empty="選択してください"
          value={form.watch("buyerCompanyId")}
          error={errors.buyerCompanyId?.message}
          onChange={(chosen) => {
            form.setValue("buyerCompanyId", chosen);
            form.clearErrors("buyerCompanyId");
          }}
          search={companySearch("buyer")}
          queryById={(id) => ownCompanyQuery("buyer", id)}
        />
      ) : (
        <>
          <TextField
            label="企業名"
            required
            example="株式会社つなぐ製作所"
            error={errors.companyName?.message}
            {...form.register("companyName", {
              validate: (value, { by }) =>
                by === "buyer" || value.trim() !== "" || "企業名を入力してください。",
            })}
          />
          <TextField
            label="法人番号"
            inputMode="numeric"
            help="13桁。分かるときは入れてください。社名が変わっても見分けられます。"
            error={errors.corporateRegistrationNumber?.message}
            {...form.register("corporateRegistrationNumber")}
          />
        </>
      )}
      <TextArea
        label="メモ"
        rows={2}
        help="オーナーの理由など。「オーナーに見せる表」にも載ります。"
        maxLength={limits.AvoidedInput.note.maxLength}
        error={errors.note?.message}
        {...form.register("note")}
      />
      {errors.root?.server?.message && <p role="alert">{errors.root.server.message}</p>}
    </Dialog>
  );
}

/** Takes a company off the list: from then on it is approached like any other. */
export function RemoveAvoidedDialog({ companyId, row, onClose }: DialogProps & { row: AvoidedCompany }) {
  const form = useForm<{ reason: string }>({ defaultValues: { reason: "" } });
  const { errors, isSubmitting } = form.formState;
  const remove = form.handleSubmit(async ({ reason }) => {
    try {
      await removeAvoided({ companyId, avoidedId: row.avoidedId, version: row.version, reason });
    } catch (error) {
      if (!fieldErrors(error, form.setError, ["reason"])) await tellFailure(FAILED_OWN.avoidedRemove, error);
      return;
    }
    notify.success(`「${row.companyName}」を打診しない先から外しました。`);
    onClose();
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title="打診しない先から外す"
      consequence={`「${row.companyName}」は、ほかの会社と同じように、候補に出て、オファーを送れるようになります。実名交渉も進められます。外した記録は残ります。`}
      confirm={{ label: "打診しない先から外す", danger: true, onConfirm: remove, busy: isSubmitting }}
    >
      <TextArea
        label="外す理由"
        required
        rows={2}
        example="オーナーに確かめ、打診してよいとのこと（11月26日、電話）"
        maxLength={limits.AvoidedRemoval.reason.maxLength}
        error={errors.reason?.message}
        {...form.register("reason", {
          validate: (value) => value.trim() !== "" || "外す理由を入力してください。",
        })}
      />
      {errors.root?.server?.message && <p role="alert">{errors.root.server.message}</p>}
    </Dialog>
  );
}
