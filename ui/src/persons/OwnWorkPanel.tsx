import { useQuery } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { api, call } from "@/api/client";
import { ApiError, failureMessage, fieldErrors } from "@/api/errors";
import { ownWorkQuery } from "@/api/persons";
import { Button } from "@/kit/Button";
import { DateField } from "@/kit/DateField";
import { Form, FormActions } from "@/kit/Form";
import { Heading } from "@/kit/Heading";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { RadioGroup } from "@/kit/RadioGroup";
import { Select } from "@/kit/Select";
import { Skeleton } from "@/kit/Skeleton";
import { formatDate } from "@/lib/dates";
import { FAILED_OWN } from "@/messages";
import { rereadPersons } from "./calls";
import { choices } from "./choices";

/** 担当とメール: which mails a bank's user gets, when he is away, and whom he stands in for (team.md 1). */
export function OwnWorkPanel() {
  const { data, error, refetch } = useQuery(ownWorkQuery);
  return (
    <div className={panel.panel}>
      <Heading>担当とメール</Heading>
      {error ? (
        <div role="alert" className={panel.problem}>
          <p>{failureMessage(FAILED_OWN.ownWorkLoad, error)}</p>
          <Button onClick={() => refetch()}>もう一度読み込む</Button>
        </div>
      ) : !data ? (
        <Skeleton lines={4} />
      ) : (
        <>
          <MailedWork isMailedAll={data.isMailedAll} />
          <Absence key={JSON.stringify(data.absence)} work={data} />
          {data.standInList.length > 0 && (
            <section aria-label="あなたが代理をする人">
              <Heading level={3}>あなたが代理をする人</Heading>
              <ul>
                {data.standInList.map(({ userName, firstDay, lastDay }) => (
                  <li key={userName + firstDay}>
                    {userName}（{formatDate(firstDay)}〜{formatDate(lastDay)}）
                  </li>
                ))}
              </ul>
              <p className={panel.note}>
                その間、その人の担当の案件が「自分の担当」に並び、メールも届きます。
              </p>
            </section>
          )}
        </>
      )}
    </div>
  );
}

type OwnWork = Awaited<ReturnType<typeof ownWorkQuery.queryFn>>;

/** Does a deed and says how it ended. */
async function perform(deed: Promise<unknown>, done: string, failed: string): Promise<void> {
  try {
    await call(deed as Parameters<typeof call>[0]);
    notify.success(done);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    notify.error(failureMessage(failed, error));
  }
  await rereadPersons();
}

/** Saved as soon as it is chosen. */
function MailedWork({ isMailedAll }: Pick<OwnWork, "isMailedAll">) {
  return (
    <RadioGroup
      label="案件のメールの範囲"
      badge={false}
      column
      name="isMailedAll"
      value={isMailedAll ? "all" : "mine"}
      options={[
        {
          value: "mine",
          label: "自分の担当だけ",
          help: "主担当・副担当・代理の案件と、担当者のいない案件のメールが届きます。",
        },
        { value: "all", label: "機関のすべて", help: "機関のすべての案件のメールが届きます。" },
      ]}
      onChange={(event) =>
        perform(
          api.POST("/api/Persons/SaveMailedWork", { body: { isMailedAll: event.target.value === "all" } }),
          "メールの範囲を保存しました。",
          FAILED_OWN.mailedWorkSave,
        )
      }
    />
  );
}

const FIELDS = ["firstDay", "lastDay", "deputyId"] as const;

function Absence({ work }: { work: OwnWork }) {
  const { absence, userList } = work;
  const form = useForm({
    shouldFocusError: false,
    defaultValues: {
      firstDay: absence?.firstDay ?? "",
      lastDay: absence?.lastDay ?? "",
      deputyId: absence?.deputyId ?? "",
    },
  });
  const { errors } = form.formState;
  const save = form.handleSubmit(async (body) => {
    try {
      await call(api.POST("/api/Persons/SaveAbsence", { body }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!fieldErrors(error, form.setError, FIELDS))
        notify.error(failureMessage(FAILED_OWN.absenceSave, error));
      return;
    }
    notify.success("不在と代理を保存しました。");
    await rereadPersons();
  });
  return (
    <section aria-label="不在と代理">
      <Form onSubmit={save} label="不在と代理">
        <Heading level={3}>不在と代理</Heading>
        <p className={panel.note}>
          {absence
            ? `${formatDate(absence.firstDay)}から${formatDate(absence.lastDay)}まで不在です。${
                absence.deputyName ? `代理は${absence.deputyName}さんです。` : "代理はいません。"
              }`
            : "いまは、不在の予定はありません。"}
          不在の間は、代理の「自分の担当」にあなたの案件が並び、メールも届きます。代理を置かないと、あなたの案件は管理者の「担当者のいない案件」に並びます。
        </p>
        <DateField
          label="不在の最初の日"
          required
          error={errors.firstDay?.message}
          {...form.register("firstDay")}
        />
        <DateField
          label="不在の最後の日"
          required
          error={errors.lastDay?.message}
          {...form.register("lastDay")}
        />
        <Select
          label="代理"
          empty="置かない"
          help={work.canBeDeputed ? undefined : "ほかの人の代理をしている間は、自分の代理を置けません。"}
          options={choices(userList)}
          error={errors.deputyId?.message}
          {...form.register("deputyId")}
        />
        <FormActions>
          <Button type="submit" kind="primary" busy={form.formState.isSubmitting}>
            不在と代理を保存する
          </Button>
          {absence && (
            <Button
              onClick={() =>
                perform(api.POST("/api/Persons/EndAbsence"), "不在を終えました。", FAILED_OWN.absenceEnd)
              }
            >
              不在を終える
            </Button>
          )}
        </FormActions>
      </Form>
    </section>
  );
}
