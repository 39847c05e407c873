import { useForm } from "react-hook-form";
import { codesOf, useEnumerations } from "@/api/enumerations";
import { Select } from "@/kit/Select";
import { TextArea } from "@/kit/TextArea";
import { changeStatus } from "../deeds";
import { moveBlock, moveLabel } from "../moves";
import { moveTexts } from "../moveTexts";
import { type MoveDialogProps, STATUS } from "../types";
import { DeedDialog } from "./DeedDialog";

interface Values {
  endReason: string;
  comment: string;
}

/** A negotiation ends, with a reason (domain.md 4). */
export function EndDialog({ negotiation: n, move, onClose }: MoveDialogProps) {
  const all = useEnumerations();
  const form = useForm<Values>({ shouldFocusError: false, defaultValues: { endReason: "", comment: "" } });
  const { errors } = form.formState;
  return (
    <DeedDialog<Values>
      {...moveTexts(move, n, all?.limits)}
      form={form}
      fields={["endReason", "comment"]}
      draft={`${n.buyerNegotiationId}.${move}`}
      label={moveLabel(n, move)}
      blocked={moveBlock(n, move)}
      send={({ endReason, comment }) =>
        changeStatus(n, move, STATUS.ended, { endReason: Number(endReason), comment: comment.trim() })
      }
      onClose={onClose}
    >
      <Select
        label="終了の理由"
        required
        empty="選択してください"
        help="「コンプライアンス」は、相手には「その他の事情」と伝わります。ほかの理由はそのまま伝わります。"
        options={codesOf(all, "endReason").map(({ code, label }) => ({ value: code, label }))}
        error={errors.endReason?.message}
        {...form.register("endReason", { required: "終了の理由を選んでください。" })}
      />
      <TextArea
        label="覚書"
        help="経緯などの控えです。自機関だけが見られ、相手には伝わりません。"
        error={errors.comment?.message}
        {...form.register("comment")}
      />
    </DeedDialog>
  );
}
