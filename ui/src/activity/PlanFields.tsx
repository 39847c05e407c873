import { useQuery } from "@tanstack/react-query";
import type { Path, UseFormReturn } from "react-hook-form";
import { failureMessage } from "@/api/errors";
import * as limits from "@/api/limits.gen";
import { colleaguesQuery } from "@/api/user";
import { DateField } from "@/kit/DateField";
import { Select } from "@/kit/Select";
import { TextField } from "@/kit/TextField";
import { FAILED } from "@/messages";
import type { PlanValues } from "./plan";

/** The day, what for and by whom the bank turns to a record next. */
export function PlanFields<T extends PlanValues>({
  form,
  isCompany,
}: {
  form: UseFormReturn<T>;
  isCompany: boolean;
}) {
  const colleagues = useQuery(colleaguesQuery);
  const error = (name: keyof PlanValues) =>
    (form.formState.errors as Partial<Record<string, { message?: string }>>)[name]?.message;
  const register = (name: keyof PlanValues) => form.register(name as Path<T>);
  return (
    <>
      <DateField label="次回対応日" remaining error={error("nextDate")} {...register("nextDate")} />
      {isCompany && (
        <TextField
          label="すること"
          example="決算書を受け取る"
          maxLength={limits.NextActionSet.body.maxLength}
          error={error("nextBody")}
          {...register("nextBody")}
        />
      )}
      {colleagues.isError && (
        <p role="alert">{failureMessage(FAILED.personInChargeLoad, colleagues.error)}</p>
      )}
      {colleagues.data && (
        <Select
          label="次回対応の担当者"
          empty="主担当"
          options={colleagues.data.map(({ userId, userName }) => ({ value: userId, label: userName }))}
          error={error("nextUserId")}
          {...register("nextUserId")}
        />
      )}
    </>
  );
}
