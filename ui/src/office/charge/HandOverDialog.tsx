import { useForm } from "react-hook-form";
import { call } from "@/api/client";
import { office } from "@/api/officeClient";
import type { Charge, Load } from "@/api/persons";
import { Checkbox } from "@/kit/Checkbox";
import { Select } from "@/kit/Select";
import { DeedDialog } from "../deed";
import { toldText } from "../told";

/** Hands over the chosen records, or all of one person's. */
export function HandOverDialog({
  rows = [],
  from,
  people,
  onDone,
  onClose,
}: {
  rows?: readonly Charge[];
  from?: Load;
  people: readonly Load[];
  onDone: () => void;
  onClose: () => void;
}) {
  const form = useForm({ defaultValues: { personInCharge: "", isKept: false } });
  const { errors } = form.formState;
  const what = from ? `${from.userName}さんの担当のすべて` : `${rows.length}件の担当`;
  return (
    <DeedDialog
      title={`${what}を引き継ぐ`}
      label="担当を引き継ぐ"
      consequence={<p>{toldText("新しい主担当と、いまの主担当")}監査ログに残ります。</p>}
      form={form}
      fields={["personInCharge"]}
      send={async ({ personInCharge, isKept }) => {
        const answer = await call(
          office.POST("/api/Office/HandOverCharges", {
            body: from
              ? { personInCharge, isKept, isAll: true, fromPerson: from.userId }
              : {
                  personInCharge,
                  isKept,
                  chargeList: rows.map(({ of, id, personInCharge: seen }) => ({
                    of,
                    id,
                    seenPersonInCharge: seen?.userId ?? "",
                  })),
                },
          }),
        );
        onDone();
        return answer;
      }}
      done={({ count }) => `${count}件の担当を引き継ぎました。`}
      failed="担当を引き継げませんでした。"
      onClose={onClose}
    >
      {!from && <p>{rows.map(({ caseNumber, label }) => `${caseNumber}（${label}）`).join("、")}</p>}
      <Select
        label="新しい主担当"
        required
        empty="選んでください"
        options={people
          .filter(({ isEnabled, userId }) => isEnabled && userId !== from?.userId)
          .map(({ userId, userName }) => ({ value: userId, label: userName }))}
        error={errors.personInCharge?.message}
        {...form.register("personInCharge", { required: "新しい主担当を選んでください。" })}
      />
      <Checkbox label="いまの主担当を副担当に残す" {...form.register("isKept")} />
    </DeedDialog>
  );
}
