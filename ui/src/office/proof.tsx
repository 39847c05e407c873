import { useQuery } from "@tanstack/react-query";
import type { UseFormRegisterReturn } from "react-hook-form";
import { officeSecondStepQuery } from "@/api/office";
import { TextField } from "@/kit/TextField";

/**
 * The values of ProofFields. Some deeds require them in addition to the session, as somebody else may
 * use an unattended screen.
 */
export const PROOF = { password: "", code: "" };

export function useHasSecondStep(): boolean {
  const { data } = useQuery(officeSecondStepQuery);
  return data?.isEnabled ?? false;
}

export const PASSWORD = { required: "今のパスワードを入力してください。" };
export const CODE = { required: "確認コードを入力してください。" };

/** Fields for the password and the code, registered by the form; `code` is null for users without a second step. */
export function ProofFields({
  password,
  code,
  errors,
}: {
  password: UseFormRegisterReturn;
  code: UseFormRegisterReturn | null;
  errors: { [name in keyof typeof PROOF]?: { message?: string } };
}) {
  return (
    <>
      <TextField
        label="今のパスワード"
        required
        type="password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...password}
      />
      {code && (
        <TextField
          label="確認コード"
          required
          help="認証アプリの6桁の数字か、リカバリーコード"
          autoComplete="one-time-code"
          error={errors.code?.message}
          {...code}
        />
      )}
    </>
  );
}
