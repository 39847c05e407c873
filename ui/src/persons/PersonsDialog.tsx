import { useQuery } from "@tanstack/react-query";
import { Controller, useForm } from "react-hook-form";
import { failureMessage } from "@/api/errors";
import type { ChargeOf, InCharge } from "@/api/persons";
import { colleaguesQuery } from "@/api/user";
import { CheckboxGroup } from "@/kit/Checkbox";
import panel from "@/kit/Panel.module.css";
import { Select } from "@/kit/Select";
import { Skeleton } from "@/kit/Skeleton";
import { FAILED, FAILED_OWN } from "@/messages";
import { ChargeDialog } from "./ChargeDialog";
import { savePersons } from "./calls";
import { choices } from "./choices";

/** Chooses 主担当 and 副担当 of a record. */
export function PersonsDialog({
  of,
  row,
  onClose,
}: {
  of: ChargeOf;
  /** As it is now: reread after a conflict, so that the next press carries what is seen. */
  row: InCharge;
  onClose: () => void;
}) {
  const users = useQuery(colleaguesQuery);
  const form = useForm({
    shouldFocusError: false,
    defaultValues: {
      personInCharge: row.personInCharge?.userId ?? "",
      otherPersons: row.otherPersons.map(({ userId }) => userId),
    },
  });
  const { errors } = form.formState;
  const main = form.watch("personInCharge");
  const was = [...(row.personInCharge ? [row.personInCharge] : []), ...row.otherPersons];
  const options = users.data && choices(users.data, was);
  return (
    <ChargeDialog
      title="担当者を変更する"
      label="担当者を変更する"
      form={form}
      fields={["personInCharge", "otherPersons"]}
      failed={FAILED_OWN.personsSave}
      done="担当者を変更しました。"
      blocked={options ? undefined : "担当者の一覧を読み込んでいます。"}
      send={({ personInCharge, otherPersons }) =>
        savePersons({
          of,
          id: row.id,
          personInCharge,
          otherPersons: otherPersons.filter((id) => id !== personInCharge),
          seenPersonInCharge: row.personInCharge?.userId ?? "",
          seenOtherPersons: row.otherPersons.map(({ userId }) => userId),
        })
      }
      onClose={onClose}
    >
      <p className={panel.note}>
        主担当と副担当にメールが届き、「自分の担当」に並びます。新しい担当者と外れる担当者には、メールで知らせます。
      </p>
      {users.isError && (
        <p className={panel.problem} role="alert">
          {failureMessage(FAILED.personInChargeLoad, users.error)}
        </p>
      )}
      {options ? (
        <>
          <Select
            label="主担当"
            empty="いません"
            options={options}
            error={errors.personInCharge?.message}
            {...form.register("personInCharge")}
          />
          <Controller
            control={form.control}
            name="otherPersons"
            render={({ field, fieldState }) => (
              <CheckboxGroup
                label="副担当"
                column
                options={options.filter(({ value }) => value !== main)}
                value={field.value}
                onChange={field.onChange}
                onBlur={field.onBlur}
                name={field.name}
                error={fieldState.error?.message}
              />
            )}
          />
        </>
      ) : (
        !users.isError && <Skeleton lines={4} />
      )}
    </ChargeDialog>
  );
}
