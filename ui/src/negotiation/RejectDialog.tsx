import { useForm } from "react-hook-form";
import { useEnumerations } from "@/api/enumerations";
import { RadioGroup } from "@/kit/RadioGroup";
import { TextArea } from "@/kit/TextArea";
import { DeedDialog } from "./DeedDialog";
import { approveNegotiation } from "./deeds";
import type { MoveDialogProps } from "./MoveDialog";
import { moveBlock, moveLabel } from "./moves";
import { moveWords } from "./moveWords";
import { STATUS } from "./types";

interface Values {
  status: string;
  comment: string;
}

/** SF refuses the real names: back to the anonymous negotiation, or to its end (domain.md 4). */
export function RejectDialog({ negotiation: n, move, to, onClose }: MoveDialogProps) {
  const all = useEnumerations();
  const form = useForm<Values>({
    shouldFocusError: false,
    defaultValues: { status: to === undefined ? "" : String(to), comment: "" },
  });
  const { errors } = form.formState;
  return (
    <DeedDialog<Values>
      {...moveWords(move, n, all?.limits)}
      form={form}
      fields={["status", "comment"]}
      draft={`${n.buyerNegotiationId}.${move}`}
      label={moveLabel(n, move)}
      blocked={moveBlock(n, move)}
      send={({ status, comment }) =>
        approveNegotiation(n, { isApproval: false, status: Number(status), comment: comment.trim() })
      }
      onClose={onClose}
    >
      <RadioGroup
        label="却下の後"
        required
        column
        options={[
          {
            value: STATUS.anonymous,
            label: "匿名での交渉に戻す",
            help: "匿名のまま質問と回答を続けられます。",
          },
          {
            value: STATUS.ended,
            label: "交渉を終了する",
            help: "メッセージは閲覧だけになります。",
          },
        ]}
        error={errors.status?.message}
        {...form.register("status", { required: "却下の後にどうするかを選んでください。" })}
      />
      <TextArea
        label="却下の理由"
        required
        help="買手側金融機関に表示されます。売手の会社名や、企業が特定される言葉は書かないでください。"
        error={errors.comment?.message}
        {...form.register("comment", {
          validate: (text) => text.trim() !== "" || "却下の理由を入力してください。",
        })}
      />
    </DeedDialog>
  );
}
