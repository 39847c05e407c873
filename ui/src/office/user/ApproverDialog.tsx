import { useForm } from "react-hook-form";
import { call } from "@/api/client";
import { office, type Schemas } from "@/api/officeClient";
import { TextField } from "@/kit/TextField";
import { DeedDialog } from "../deed";
import { toldText } from "../told";

type User = Schemas["OfficeUserRow"];

/**
 * Confirms a user as an approver, who may confirm colleagues' deeds, or withdraws that. Only somebody
 * else than the user's creator may do so.
 */
export function ApproverDialog({
  user,
  confirms,
  onClose,
}: {
  user: User;
  /** True to confirm, false to withdraw. */
  confirms: boolean;
  onClose: () => void;
}) {
  const form = useForm({ defaultValues: { reason: "" } });
  const label = confirms ? "承認者として確認する" : "承認者から外す";
  const send = ({ reason }: { reason: string }) => {
    const body = { userId: user.userId, version: user.version, reason };
    return confirms
      ? call(office.POST("/api/Office/ConfirmApprover", { body }))
      : call(office.POST("/api/Office/WithdrawApprover", { body }));
  };
  return (
    <DeedDialog
      title={confirms ? `${user.userName}を承認者として確認する` : `${user.userName}を承認者から外す`}
      label={label}
      danger={!confirms}
      wide
      consequence={
        confirms ? (
          <p>
            {user.userName}（{user.loginId}）は{user.createdBy ? `${user.createdBy}が登録した` : ""}
            利用者です。登録した方とは別の、実在する方であることを、対面や電話で確かめてください。確認すると、ほかの担当者が登録した書面や申し出を、二人目として確認できるようになります。登録した方と登録された方は、確認の後も、互いの操作を確認できません。
          </p>
        ) : (
          <p>
            {user.userName}（{user.loginId}
            ）は、次の操作から、ほかの担当者の書面や申し出を確認できなくなります。ログインと、ほかの操作は変わりません。
          </p>
        )
      }
      form={form}
      fields={["reason"]}
      send={send}
      done={confirms ? "承認者として確認しました。" : "承認者から外しました。"}
      failed={confirms ? "承認者として確認できませんでした。" : "承認者から外せませんでした。"}
      onClose={onClose}
    >
      <TextField
        label={confirms ? "本人であることを確かめた方法" : "外す理由"}
        required
        help={`監査ログに残ります。${toldText("本人と管理者")}`}
        example={confirms ? "支店で本人と面談した。" : "異動のため。"}
        error={form.formState.errors.reason?.message}
        {...form.register("reason")}
      />
    </DeedDialog>
  );
}
