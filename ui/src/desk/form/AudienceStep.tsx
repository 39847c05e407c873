import type { Control } from "react-hook-form";
import { DateField } from "@/kit/DateField";
import { FormSection } from "@/kit/Form";
import { monthsLater } from "../period";
import { AudienceFields, type AudienceValues } from "./AudienceFields";
import { errorOf } from "./FormField";
import type { StepProps } from "./OverviewStep";

/** The third step: who may see the listing, and for how long. */
export function AudienceStep({ form, masters, today }: StepProps & { today: string }) {
  const { listingMonths, listingMonthsMax } = masters.limits;
  const last = monthsLater(today, listingMonthsMax);
  return (
    <>
      <FormSection title="公開範囲" help="売手が承認したときに、この範囲に公開されます。">
        <AudienceFields
          control={form.control as unknown as Control<AudienceValues>}
          masters={masters}
          error={errorOf(form, "restFinancial")}
        />
      </FormSection>
      <FormSection title="公開期間">
        <DateField
          label="公開開始日"
          help="空欄のときは、売手が承認した日から公開されます。"
          error={errorOf(form, "startDate")}
          {...form.register("startDate")}
        />
        <DateField
          label="公開期限"
          remaining
          help={`空欄のときは${listingMonths}か月後になります。最長${listingMonthsMax}か月（${last.replaceAll("-", "/")}まで）です。`}
          max={last}
          error={errorOf(form, "dueDate")}
          {...form.register("dueDate")}
        />
      </FormSection>
    </>
  );
}
