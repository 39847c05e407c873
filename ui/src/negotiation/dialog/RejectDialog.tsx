import { useForm } from "react-hook-form";
import { useEnumerations } from "@/api/enumerations";
import { RadioGroup } from "@/kit/RadioGroup";
import { TextArea } from "@/kit/TextArea";
import { approveNegotiation } from "../deeds";
import { moveBlock, moveLabel } from "../moves";
import { moveTexts } from "../moveTexts";
import { type MoveDialogProps, STATUS } from "../types";
import { DeedDialog } from "./DeedDialog";

interface Values {
  status: string;
  ownerReason: string;
  comment: string;
}

/** sellerApprovalStatus: the owner has refused himself. */
const OWNER_REFUSED = 3;

/** Where the owner stands, if he has not refused. */
const OWNER: Readonly<Record<number, string>> = {
  0: "オーナーに確認していません。",
  1: "オーナーの回答がまだありません。",
  2: "オーナーは承諾しています。",
};

/** SF refuses the real names: back to the anonymous negotiation, or to its end (domain.md 4). */
export function RejectDialog({ negotiation: n, move, to, onClose }: MoveDialogProps) {
  const all = useEnumerations();
  const form = useForm<Values>({
    shouldFocusError: false,
    defaultValues: { status: to === undefined ? "" : String(to), ownerReason: "", comment: "" },
  });
  const { errors } = form.formState;
  const isRefusedByOwner = n.owner?.status === OWNER_REFUSED;
  return (
    <DeedDialog<Values>
      {...moveTexts(move, n, all?.limits)}
      form={form}
      fields={["status", "ownerReason", "comment"]}
      draft={`${n.buyerNegotiationId}.${move}`}
      label={moveLabel(n, move)}
      blocked={moveBlock(n, move)}
      send={({ status, ownerReason, comment }) =>
        approveNegotiation(n, {
          isApproval: false,
          status: Number(status),
          ownerReason: isRefusedByOwner ? "" : ownerReason.trim(),
          comment: comment.trim(),
        })
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
      {isRefusedByOwner ? (
        <p>オーナーが拒否したことが、打診状況報告に載ります。</p>
      ) : (
        <TextArea
          label="打診状況報告に載せる理由"
          required
          rows={3}
          help={`${OWNER[n.owner?.status ?? 0] ?? ""}オーナーの意向によらずに却下するため、オーナーへの報告に、この理由が載ります。買手側には見えません。`}
          error={errors.ownerReason?.message}
          {...form.register("ownerReason", {
            validate: (text) =>
              text.trim() !== "" || "オーナーへの打診状況報告に載せる理由を入力してください。",
          })}
        />
      )}
      <TextArea
        label="買手側金融機関への説明"
        rows={3}
        help="買手側金融機関に表示されます。売手の企業名や、企業が特定される言葉は書かないでください。"
        error={errors.comment?.message}
        {...form.register("comment")}
      />
    </DeedDialog>
  );
}
