import { useForm } from "react-hook-form";
import { useEnumerations } from "@/api/enumerations";
import * as limits from "@/api/limits.gen";
import { TextArea } from "@/kit/TextArea";
import { stepBack } from "../deeds";
import { moveBlock, moveLabel } from "../moves";
import { moveTexts } from "../moveTexts";
import type { MoveDialogProps } from "../types";
import { DeedDialog } from "./DeedDialog";

/** The buyer steps back itself (domain.md 0.12). */
export function StepBackDialog({ negotiation: n, move, onClose }: MoveDialogProps) {
  const all = useEnumerations();
  const form = useForm<{ comment: string }>({ shouldFocusError: false, defaultValues: { comment: "" } });
  return (
    <DeedDialog
      {...moveTexts(move, n, all?.limits)}
      form={form}
      fields={["comment"]}
      draft={`${n.buyerNegotiationId}.${move}`}
      label={moveLabel(n, move)}
      blocked={moveBlock(n, move)}
      send={({ comment }) => stepBack(n, comment.trim())}
      onClose={onClose}
    >
      <TextArea
        label="見送る理由"
        required
        rows={3}
        maxLength={limits.StepBackInput.comment.maxLength}
        help="担当の金融機関だけが読みます。売手側には伝わりません。"
        error={form.formState.errors.comment?.message}
        {...form.register("comment", {
          validate: (text) => text.trim() !== "" || "見送る理由を入力してください。",
        })}
      />
    </DeedDialog>
  );
}
