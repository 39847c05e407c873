import type { UseFormReturn } from "react-hook-form";
import { ofMail } from "@/api/network";
import { Checkbox } from "@/kit/Checkbox";
import { FormSection } from "@/kit/Form";
import type { Owner } from "../calls";
import styles from "../company.module.css";
import { Line } from "./fields";
import type { UserValues } from "./values";

/** A user, or a seller's person in charge (SPEC.md section 3 User). */
export function UserFields({
  form,
  owner,
  fixedLogin = false,
  invitesCompany = false,
  help,
}: {
  form: UseFormReturn<UserValues>;
  owner: Owner;
  /** The login ID of a user who has set a password cannot be changed here (the server refuses it). */
  fixedLogin?: boolean;
  /** The first mail asks to register the company, not only to set a password (domain.md 6). */
  invitesCompany?: boolean;
  /** What the form's effect for this person is, if it is not the usual one. */
  help?: string;
}) {
  const signsIn = owner === "bank" || owner.kind === "buyer";
  return (
    <FormSection
      title={signsIn ? "利用者" : "担当者"}
      help={
        help ??
        (invitesCompany
          ? ofMail(
              "登録すると、企業の登録を案内するメールがこの方に届きます。企業の詳細は、この方が入力します。",
              "登録したあと、企業の画面で登録の招待状を作り、この方に渡してください。企業の詳細は、この方が入力します。",
            )
          : owner === "bank"
            ? ofMail(
                "登録すると、パスワードを設定するためのメールが届き、管理者にも登録をお知らせします。",
                "メールを送れないため、登録した方の招待状は、管理者が管理画面（/office）で作ります。",
              ) +
              "登録した方は、管理者が承認者として確認するまで、ほかの担当者の書面などを確認（二人目の確認）できません。"
            : signsIn
              ? ofMail(
                  "登録すると、パスワードを設定するためのメールが届きます。",
                  "登録したあと、「招待状を作る」で招待状を印刷し、この方に渡してください。",
                )
              : "売却案件の承認や、実名開示の承諾をお願いする方です。このシステムにログインすることはありません。")
      }
    >
      <Line form={form} name="userName" label="氏名" required size="medium" autoComplete="off" />
      <Line
        form={form}
        name="userNameKana"
        label="氏名（カナ）"
        size="medium"
        autoComplete="off"
        help="ひらがなでも入力できます。"
      />
      <Line
        form={form}
        name="loginId"
        label={signsIn ? "メールアドレス（ログインID）" : "メールアドレス"}
        required={signsIn}
        type="email"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        readOnly={fixedLogin}
        help={
          fixedLogin
            ? "利用を始めた方のログインIDは変更できません。"
            : signsIn
              ? undefined
              : "お持ちでない方は、空のままにしてください。承認や承諾は、印刷した招待状でお願いできます。"
        }
        example={fixedLogin ? undefined : "taro@example.co.jp"}
      />
      <div className={styles.pair}>
        <Line form={form} name="department" label="部署" size="medium" autoComplete="off" />
        <Line form={form} name="position" label="役職" size="medium" autoComplete="off" />
      </div>
      <div className={styles.pair}>
        <Line
          form={form}
          name="phone1"
          label="電話番号1"
          type="tel"
          size="medium"
          autoComplete="off"
          example="052-123-4567"
        />
        <Line
          form={form}
          name="phone2"
          label="電話番号2"
          type="tel"
          size="medium"
          autoComplete="off"
          example="090-1234-5678"
        />
      </div>
      <Line form={form} name="fax" label="FAX番号" type="tel" size="medium" autoComplete="off" />
      {signsIn && (
        <Checkbox
          label="お知らせメールを受け取る"
          help="パスワードや承認の依頼など、手続きに必要なメールは常に届きます。"
          {...form.register("registSendMail")}
        />
      )}
    </FormSection>
  );
}
