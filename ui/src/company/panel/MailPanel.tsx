import { useQuery } from "@tanstack/react-query";
import { ApiError, failureMessage } from "@/api/errors";
import { pageFetch } from "@/api/query";
import { rereadAfter } from "@/api/reread";
import { usersQuery } from "@/api/user";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { RadioGroup } from "@/kit/RadioGroup";
import { Skeleton } from "@/kit/Skeleton";
import { FAILED } from "@/messages";
import { saveUser } from "../calls";
import { fromUser, toUserInput } from "../form/values";

/** Whether the user wants the platform's mails; saved as soon as it is chosen. */
export function MailPanel() {
  const { data } = useQuery({ ...usersQuery("bank", ""), ...pageFetch });
  if (!data) return <Skeleton lines={2} />;
  const ownUser = data.find((one) => one.isMe);
  if (!ownUser) return <EmptyState title="メールの設定を表示できません" />;
  const save = async (wantsMail: boolean) => {
    try {
      const stored = { userId: ownUser.userId, version: ownUser.version, clientId: ownUser.clientId };
      await saveUser("bank", toUserInput({ ...fromUser(ownUser), registSendMail: wantsMail }, stored));
      notify.success("メールの設定を保存しました。");
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.error(failureMessage(FAILED.financialUserSave, error));
    }
    await rereadAfter("company");
  };
  return (
    <div className={panel.panel}>
      <Heading>メールの設定</Heading>
      <RadioGroup
        label="お知らせメール"
        badge={false}
        column
        name="registSendMail"
        help={`${ownUser.loginId} にお送りします。交渉の動き、新しいメッセージ、公開期限などのお知らせです。パスワードなど、手続きに必要なメールは常に届きます。`}
        value={ownUser.registSendMail}
        options={[
          { value: 1, label: "受け取る" },
          { value: 0, label: "受け取らない" },
        ]}
        onChange={(event) => save(event.target.value === "1")}
      />
    </div>
  );
}
