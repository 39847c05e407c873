import { useQuery } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { ApiError, failureMessage } from "@/api/errors";
import { lendingOwnQuery } from "@/api/lending";
import { pageFetch } from "@/api/query";
import { rereadAfter } from "@/api/reread";
import { Checkbox } from "@/kit/Checkbox";
import { DescriptionList } from "@/kit/DescriptionList";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { useScreenTitle } from "@/lib/title";
import { FAILED_OWN } from "@/messages";

/** 会員情報管理 of who works on lending alone: who he is here, and whether he gets notices (team.md 2). */
export default function OwnScreen() {
  const { data } = useQuery({ ...lendingOwnQuery, ...pageFetch });
  useScreenTitle("会員情報管理");
  return (
    <>
      <Heading level={1}>会員情報管理</Heading>
      {!data ? (
        <Skeleton rows={3} />
      ) : (
        <div className={panel.box}>
          <DescriptionList
            items={[
              { term: "氏名", value: data.userName },
              { term: "部署", value: data.department },
              { term: "ログインID", value: data.loginId },
              { term: "業務", value: "融資" },
            ]}
          />
          <Checkbox
            label="お知らせメール（資金支援の相談など）を受け取る"
            checked={data.registSendMail}
            onChange={(event) => save(event.target.checked)}
          />
          <p>
            氏名・部署・業務の変更は、金融機関の管理者に依頼してください。パスワードは
            <Link href="/password">パスワード変更</Link>で変更できます。
          </p>
        </div>
      )}
    </>
  );
}

/** Saved as soon as it is chosen. */
async function save(registSendMail: boolean): Promise<void> {
  try {
    await call(api.POST("/api/Lending/SaveOwnSettings", { body: { registSendMail } }));
    notify.success(registSendMail ? "お知らせメールを受け取ります。" : "お知らせメールを止めました。");
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    notify.error(failureMessage(FAILED_OWN.lendingOwnSave, error));
  }
  await rereadAfter("lending");
}
