import { useState } from "react";
import { ApiError, failureMessage } from "@/api/errors";
import { rereadAfter } from "@/api/reread";
import { Dialog } from "@/kit/Dialog";
import { ErrorSummary } from "@/kit/ErrorSummary";
import { FileField } from "@/kit/FileField";
import { notify } from "@/kit/notify";
import { formatTime } from "@/lib/dates";
import { FAILED } from "@/messages";
import styles from "../Desk.module.css";
import { confirmPaperApproval, requestPaperApproval, seen } from "../deeds";
import type { Masters } from "../masters";
import type { ApprovalState, Overview } from "../types";
import { ApprovalChecklist, whyNot } from "./ApprovalChecklist";
import { PaperDownload } from "./PaperDownload";
import { useApprovalChecks } from "./useApprovalChecks";

/** Attaches the paper that the seller signed; a colleague confirms it (domain.md 3.1 書面承諾). */
export function PaperRequestDialog({
  listing,
  masters,
  onClose,
}: {
  listing: Overview;
  masters: Masters;
  onClose: () => void;
}) {
  const checks = useApprovalChecks(listing, masters);
  const [file, setFile] = useState<File | null>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  const { attachmentBytes, attachmentTypes } = masters.limits;

  const send = async () => {
    setAttempt(attempt + 1);
    if (!file) {
      setErrors({ file: "署名済みの承諾書のファイルを選んでください。" });
      return;
    }
    setBusy(true);
    try {
      await requestPaperApproval(seen(listing), file, checks.justifications);
      checks.clear();
      notify.success("承諾書を登録しました。別の担当者が確認すると公開されます。");
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.error(failureMessage(FAILED.approvalRequest, error));
      const own = Object.fromEntries(error.errors.map(({ field, detail }) => [field, detail]));
      setErrors(error.errors.length > 0 ? own : { "": error.detail });
    } finally {
      setBusy(false);
      await rereadAfter("listing");
    }
  };

  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="書面で承認を得る"
      confirm={{ label: "承諾書を登録する", onConfirm: send, busy, disabledReason: whyNot(checks) }}
    >
      <div className={styles.dialog}>
        <ErrorSummary
          attempt={attempt}
          title={FAILED.approvalRequest}
          errors={Object.entries(errors).map(([name, message]) => ({ name, message }))}
        />
        <p>
          売手がこの内容の公開を承諾し、署名した書面を登録します。登録した人とは別の担当者が書面を確かめて、はじめて公開されます。
        </p>
        <FileField
          label="署名済みの承諾書"
          name="file"
          required
          value={file}
          onChange={(next) => {
            setFile(next);
            setErrors({});
          }}
          accept={attachmentTypes.map((type) => `.${type}`).join(",")}
          maxBytes={attachmentBytes}
          error={errors.file}
        />
        <ApprovalChecklist listing={listing} checks={checks} errors={errors} />
      </div>
    </Dialog>
  );
}

/** The second user's confirmation of a signed paper, which publishes the listing. */
export function PaperConfirmDialog({
  listing,
  pending,
  onClose,
}: {
  listing: Overview;
  pending: NonNullable<ApprovalState["pending"]>;
  onClose: () => void;
}) {
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    try {
      await confirmPaperApproval(seen(listing));
      notify.success("承諾書を確認しました。案件を公開しました。");
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.error(failureMessage("承諾書の確認に失敗しました。", error));
    } finally {
      setBusy(false);
      onClose();
      await rereadAfter("listing");
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="承諾書を確認して公開しますか"
      consequence={
        <p>
          公開すると、公開先の金融機関と買手が、この案件を匿名で見られるようになります。内容は、承諾書に書かれたとおりであることを確かめてください。
        </p>
      }
      confirm={{
        label: "確認して公開する",
        onConfirm: confirm,
        busy,
        disabledReason: pending.canConfirm
          ? undefined
          : pending.whyNot || "登録した人とは別の担当者が確認します。",
      }}
    >
      <div className={styles.dialog}>
        <p>
          {pending.userName}さんが{formatTime(pending.requestedAt)}に「{pending.fileName}
          」を登録しました。開いて、署名と内容を確かめてください。
        </p>
        <div>
          <PaperDownload listing={listing} fileName={pending.fileName} />
        </div>
      </div>
    </Dialog>
  );
}
