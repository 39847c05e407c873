import type { FieldErrors, UseFormRegister } from "react-hook-form";
import { TextField } from "./TextField";

export interface NewPassword {
  newPassword: string;
  again: string;
}

/** Error of the second entry, which is checked here only: the server gets the password once. */
export const CONFIRMATION_DIFFERS =
  "確認のための入力が、新しいパスワードと違います。もう一度入力してください。";

/**
 * All errors that can be found without the server, at once. An empty current password must not be sent: the
 * server would count it as a failed attempt.
 */
export function passwordProblems(
  { password, newPassword, again }: NewPassword & { password?: string },
  /** The least number of characters; undefined until it is loaded. */
  length: number | undefined,
) {
  const problems: { name: "password" | "newPassword" | "again"; message: string }[] = [];
  if (password === "") problems.push({ name: "password", message: "今のパスワードを入力してください。" });
  if (newPassword === "")
    problems.push({ name: "newPassword", message: "新しいパスワードを入力してください。" });
  else if (length !== undefined && Array.from(newPassword).length < length)
    problems.push({ name: "newPassword", message: `パスワードは${length}文字以上で入力してください。` });
  if (again === "")
    problems.push({ name: "again", message: "確認のため、新しいパスワードをもう一度入力してください。" });
  else if (newPassword !== again) problems.push({ name: "again", message: CONFIRMATION_DIFFERS });
  return problems;
}

/** The new password, entered twice, with its rules (domain.md 6 Password). */
export function NewPasswordFields({
  register,
  errors,
  length,
  required = true,
  badge = false,
}: {
  register: UseFormRegister<NewPassword>;
  errors: FieldErrors<NewPassword>;
  /** The least number of characters; undefined until it is loaded. */
  length: number | undefined;
  /** False if there is a password already, which stays unless a new one is entered. */
  required?: boolean;
  /** Whether to show 必須 or 任意, as other fields of the form do. */
  badge?: boolean;
}) {
  return (
    <>
      <TextField
        label="新しいパスワード"
        badge={badge}
        required={required}
        type="password"
        autoComplete="new-password"
        help={
          <>
            {length && `${length}文字以上で入力してください。`}
            ログインIDを含むものや、推測されやすいものは使えません。覚えやすい言葉をいくつかつなげると、長くて安全なものになります。
          </>
        }
        error={errors.newPassword?.message}
        {...register("newPassword")}
      />
      <TextField
        label="新しいパスワード（確認）"
        badge={badge}
        required={required}
        type="password"
        autoComplete="new-password"
        help="もう一度、同じものを入力してください。"
        error={errors.again?.message}
        {...register("again")}
      />
    </>
  );
}
