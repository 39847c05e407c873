import type { FieldErrors, UseFormRegister } from "react-hook-form";
import { TextField } from "./TextField";

export interface NewPassword {
  newPassword: string;
  again: string;
}

/** Ours alone: the server never sees the second entry. */
export const AGAIN_DIFFERS = "確認のための入力が、新しいパスワードと違います。もう一度入力してください。";

/** What can be said without the server: an empty present password would count as a wrong one. */
export function passwordProblems({ password, newPassword, again }: NewPassword & { password: string }) {
  const problems: { name: "password" | "newPassword" | "again"; message: string }[] = [];
  if (password === "") problems.push({ name: "password", message: "今のパスワードを入力してください。" });
  if (newPassword === "")
    problems.push({ name: "newPassword", message: "新しいパスワードを入力してください。" });
  else if (newPassword !== again) problems.push({ name: "again", message: AGAIN_DIFFERS });
  return problems;
}

/** The new password, twice, with what it has to be (domain.md 6 Password). */
export function NewPasswordFields({
  register,
  errors,
  length,
  required = true,
  badge = false,
}: {
  register: UseFormRegister<NewPassword>;
  errors: FieldErrors<NewPassword>;
  /** The least number of characters, once it is known. */
  length: number | undefined;
  /** One is set already: it changes only where a new one is typed. */
  required?: boolean;
  /** Among fields that say whether they are required. */
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
