import { useState } from "react";
import { fetchUncached } from "@/api/read";
import { rereadAfter } from "@/api/reread";
import { checkUserQuery } from "@/api/user";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { FAILED } from "@/messages";
import { isFIN } from "@/session/session";
import { saveUser } from "../calls";
import styles from "../company.module.css";
import { SaveForm } from "../form/SaveForm";
import { UserFields } from "../form/UserFields";
import { EMPTY_USER, toUserInput } from "../form/values";
import { BUYER } from "../kinds";

const MEMBERS = "/member?tab=users";

/** A buyer asks for a further user; its bank lets it in (domain.md 6): /buyer-company-user-register. */
export default function UserRegisterScreen() {
  const [name, setName] = useState("");
  if (isFIN.value)
    return (
      <>
        <Heading level={1}>ユーザの追加</Heading>
        <EmptyState
          title="ここは買手企業の利用者のための画面です"
          action={
            <Link href="/buyer-company-manage" button="primary">
              買手管理へ
            </Link>
          }
        >
          買手のユーザは、買手管理で買手を開き、「ユーザ」から登録します。
        </EmptyState>
      </>
    );
  if (name)
    return (
      <>
        <Heading level={1}>ユーザの追加を申し込みました</Heading>
        <div className={styles.notice}>
          <p>{name} さんの追加を、担当の金融機関に申し込みました。次のように進みます。</p>
          <ol className={styles.numbers}>
            <li>担当の金融機関が内容を確認し、承認します。</li>
            <li>承認されると、ご本人にパスワードを設定するためのメールが届きます。</li>
            <li>パスワードを設定すると、ログインできます。</li>
          </ol>
        </div>
        <div className={styles.actions}>
          <Link href={MEMBERS} button="primary">
            利用者の一覧へ
          </Link>
        </div>
      </>
    );
  return (
    <>
      <Heading level={1}>ユーザの追加</Heading>
      <p>
        同じ会社で案件を検索し、検討する方を追加します。担当の金融機関が承認すると、使えるようになります。
      </p>
      <SaveForm
        initial={EMPTY_USER}
        draft="buyer-company-user.register"
        failed={FAILED.buyerUserSave}
        submitLabel="追加を申し込む"
        save={async (values) => {
          const input = toUserInput(values, { clientId: "" });
          await fetchUncached(checkUserQuery("buyer", input));
          await saveUser(BUYER, input);
          setName(values.userName);
        }}
        onDone={() => {
          window.scrollTo(0, 0);
          void rereadAfter("company");
        }}
      >
        {(form) => (
          <UserFields
            form={form}
            owner={BUYER}
            help="担当の金融機関が承認すると、この方にパスワードを設定するためのメールが届きます。"
          />
        )}
      </SaveForm>
    </>
  );
}
