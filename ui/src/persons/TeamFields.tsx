import type { UseFormReturn } from "react-hook-form";
import { RadioGroup } from "@/kit/RadioGroup";
import { Select } from "@/kit/Select";
import { ROLES } from "./teamWords";

/** Who comes into a team, and as what. */
interface TeamValues {
  userId: string;
  role: string;
}

export const TEAM_VALUES: TeamValues = { userId: "", role: "3" };

export const TEAM_FIELDS = ["userId", "role"] as const;

/** The fields of the form that puts somebody into a team, for the bank's users and for an administrator. */
export function TeamFields({
  form,
  options,
}: {
  form: UseFormReturn<TeamValues>;
  options: readonly { value: string; label: string }[];
}) {
  const { errors } = form.formState;
  return (
    <>
      <Select
        label="加える人"
        required
        empty="選んでください"
        options={options}
        error={errors.userId?.message}
        {...form.register("userId", { required: "加える人を選んでください。" })}
      />
      <RadioGroup
        label="役割"
        column
        badge={false}
        options={ROLES}
        error={errors.role?.message}
        {...form.register("role")}
      />
    </>
  );
}
