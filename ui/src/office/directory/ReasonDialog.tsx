import { useForm } from "react-hook-form";
import * as limits from "@/api/limits.gen";
import { TextArea } from "@/kit/TextArea";
import { DeedDialog } from "../deed";

/** A deed with a reason, which stays in the audit log. */
export function ReasonDialog({
  send,
  ...dialog
}: {
  title: string;
  label: string;
  consequence: string;
  danger?: boolean;
  send: (reason: string) => Promise<unknown>;
  done: string;
  failed: string;
  onClose: () => void;
}) {
  const form = useForm({ defaultValues: { reason: "" } });
  return (
    <DeedDialog {...dialog} form={form} fields={["reason"]} send={({ reason }) => send(reason)}>
      <TextArea
        label="理由"
        required
        help="監査ログに残ります。"
        maxLength={limits.DirectoryEnd.reason.maxLength}
        rows={3}
        error={form.formState.errors.reason?.message}
        {...form.register("reason")}
      />
    </DeedDialog>
  );
}
