import { useForm } from "react-hook-form";
import panel from "@/kit/Panel.module.css";
import { FAILED_OWN } from "@/messages";
import { ActivityForm } from "./ActivityForm";
import { saveCompanyNextAction } from "./calls";
import { PlanFields } from "./PlanFields";
import type { Plan, PlanValues } from "./plan";

/** Plans a company's next action without a note. */
export function NextActionDialog({
  companyId,
  plan,
  onClose,
}: {
  companyId: string;
  plan: Plan;
  onClose: () => void;
}) {
  const form = useForm<PlanValues>({
    shouldFocusError: true,
    defaultValues: {
      plan: "set",
      nextDate: plan.date,
      nextBody: plan.body ?? "",
      nextUserId: plan.userId,
    },
  });
  return (
    <ActivityForm
      title="次回対応を決める"
      label="次回対応を保存する"
      form={form}
      fields={["nextDate", "nextBody", "nextUserId"]}
      draft={`${companyId}.next`}
      failed={FAILED_OWN.nextActionSave}
      done="次回対応を保存しました。"
      send={async ({ nextDate, nextBody, nextUserId }) => {
        await saveCompanyNextAction({
          companyId,
          version: plan.version,
          date: nextDate,
          body: nextBody,
          userId: nextUserId,
        });
        return false;
      }}
      onClose={onClose}
    >
      <p className={panel.note}>自機関だけが見られます。その日が近づくと、担当者のマイページに出ます。</p>
      <PlanFields form={form} isCompany />
    </ActivityForm>
  );
}
