import { useQuery } from "@tanstack/react-query";
import { Controller, useForm } from "react-hook-form";
import { call } from "@/api/client";
import { enumerationsQuery } from "@/api/enumerations";
import { ApiError, fieldErrors } from "@/api/errors";
import { periodsQuery } from "@/api/office";
import { failureText, office, type Schemas } from "@/api/officeClient";
import { pageFetch, queryClient } from "@/api/query";
import { Button } from "@/kit/Button";
import { ErrorSummary } from "@/kit/ErrorSummary";
import { Form, FormActions } from "@/kit/Form";
import { Heading } from "@/kit/Heading";
import { NumberField } from "@/kit/NumberField";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { RadioGroup } from "@/kit/RadioGroup";
import { Select } from "@/kit/Select";
import { Skeleton } from "@/kit/Skeleton";
import { summaryErrors } from "@/lib/formErrors";
import { useLeaveGuard } from "@/lib/leave";
import { reread } from "../deed";
import { officePage } from "../page";
import styles from "./Periods.module.css";
import { SettingHistory } from "./SettingHistory";

type Periods = Schemas["OfficePeriods"];
type Period = Schemas["OfficePeriod"];

/** /office/periods: the deadlines and durations, and the bands in which amounts are disclosed. */
function PeriodsScreen() {
  const { data } = useQuery({
    ...periodsQuery,
    ...pageFetch,
  });
  return (
    <>
      <Heading level={1}>期間と金額の帯</Heading>
      <p>
        変更は、これから始まるものに効きます。すでに送ったリンクや、決まっている期限は変わりません。画面とメールの説明も、新しい日数に変わります。規約やよくある質問に日数を書いているときは、あわせて直してください。
      </p>
      {data ? <PeriodsForm key={data.version} periods={data} /> : <Skeleton lines={12} />}
      <SettingHistory kind="periods" />
    </>
  );
}

function PeriodsForm({ periods }: { periods: Periods }) {
  const rows = periods.periodList;
  const keys = rows.map((row) => row.key);
  const form = useForm<Record<string, number | string | null>>({
    defaultValues: Object.fromEntries(
      rows.map((row) => [row.key, row.choices.length > 0 ? String(row.value) : row.value]),
    ),
    shouldFocusError: false,
  });
  const { errors, submitCount, isSubmitting, isDirty } = form.formState;
  useLeaveGuard(isDirty);
  const save = form.handleSubmit(async (typed) => {
    try {
      await call(
        office.PUT("/api/Office/UpdatePeriods", {
          body: {
            version: periods.version,
            periodList: rows.map((row) => ({ key: row.key, value: Number(typed[row.key]) })),
          },
        }),
      );
    } catch (error) {
      if (error instanceof ApiError) fieldErrors(error, form.setError, keys);
      notify.error(failureText(error, "期間と帯を保存できませんでした。"));
      return;
    }
    form.reset(typed);
    notify.success("期間と帯を保存しました。");
    await Promise.all([reread(), queryClient.invalidateQueries(enumerationsQuery)]);
  });
  const groups = [...new Set(rows.map((row) => row.group))];
  const optionsOf = (row: Period) =>
    row.choices.map(({ code, label }) => ({
      value: code,
      label: Number(code) === row.standard ? `${label}（標準）` : label,
    }));
  const inGroup = (group: string) => rows.filter((row) => row.group === group);
  return (
    <Form onSubmit={save} label="期間と金額の帯">
      <ErrorSummary attempt={submitCount} errors={summaryErrors(errors, keys)} />
      {groups.map((group) => (
        <section key={group} className={panel.box}>
          <Heading>{group}</Heading>
          {isTable(inGroup(group)) && (
            <>
              <p className={panel.note}>{inGroup(group)[0]?.help}</p>
              <div className={styles.table}>
                {inGroup(group).map((row) => (
                  <Select
                    key={row.key}
                    label={row.label}
                    badge={false}
                    size="short"
                    error={errors[row.key]?.message}
                    options={optionsOf(row)}
                    {...form.register(row.key)}
                  />
                ))}
              </div>
            </>
          )}
          {!isTable(inGroup(group)) &&
            inGroup(group).map((row) =>
              row.choices.length > 0 ? (
                <RadioGroup
                  key={row.key}
                  label={row.label}
                  required
                  column
                  help={row.help}
                  error={errors[row.key]?.message}
                  options={optionsOf(row)}
                  {...form.register(row.key)}
                />
              ) : (
                <Controller
                  key={row.key}
                  control={form.control}
                  name={row.key}
                  rules={{ validate: (value) => problemOf(row, value) }}
                  render={({ field, fieldState }) => (
                    <NumberField
                      label={row.label}
                      required
                      unit={row.unit}
                      help={`${row.help}標準は${row.standard}${row.unit}、${row.min}から${row.max}まで選べます。`}
                      {...field}
                      value={field.value as number | null}
                      error={fieldState.error?.message}
                    />
                  )}
                />
              ),
            )}
        </section>
      ))}
      <FormActions>
        <Button type="submit" kind="primary" busy={isSubmitting}>
          期間と帯を保存する
        </Button>
      </FormActions>
    </Form>
  );
}

/** Many rows with the same few choices stand one below the other, to be compared. */
const isTable = (rows: readonly Period[]): boolean =>
  rows.length > 5 && rows.every(({ choices, help }) => choices.length > 0 && help === rows[0]?.help);

function problemOf(row: Period, value: number | string | null | undefined): true | string {
  const isWithin =
    typeof value === "number" && Number.isInteger(value) && value >= row.min && value <= row.max;
  return isWithin || `「${row.label}」は${row.min}から${row.max}までの整数で入力してください。`;
}

export default officePage(PeriodsScreen);
