import { Controller, type UseFormReturn, useWatch } from "react-hook-form";
import * as limits from "@/api/limits.gen";
import { useCities } from "@/api/master";
import { Checkbox } from "@/kit/Checkbox";
import { FormSection } from "@/kit/Form";
import { IndustryChooser } from "@/kit/IndustryChooser";
import { Select } from "@/kit/Select";
import { isFIN } from "@/session/session";
import styles from "../company.module.css";
import type { Kind } from "../kinds";
import type { Masters } from "../masters";
import { Choice, Choices, Codes, errorOf, hasFreeText, Line, Prose, setAsUser } from "./fields";
import { OTHER_TEXT_FIELDS, type OverviewValues } from "./values";

/** A company's overview (SPEC.md section 3), of a buyer or a seller. */
export function OverviewFields({
  form,
  kind,
  masters,
  byKey = false,
}: {
  form: UseFormReturn<OverviewValues>;
  kind: Kind;
  masters: Masters;
  /** For a buyer's own registration by its key: without the fields for the bank's notes. */
  byKey?: boolean;
}) {
  const [prefecture, reasons] = useWatch({ control: form.control, name: ["prefecturecode", "mAndAReason"] });
  const cities = useCities(prefecture);
  const forBank = isFIN.value && !byKey;
  return (
    <>
      <FormSection
        title="企業の概要"
        help={
          kind.kind === "buyer"
            ? "業種・都道府県・売上規模・M&Aの経験は、公開すると他の金融機関にも匿名で表示されます。"
            : "売手の情報は、自機関の利用者だけが見られます。"
        }
      >
        <Codes
          form={form}
          name="memberType"
          masters={masters}
          codes="memberType"
          label="法人・個人の別"
          required
        />
        <Industries form={form} name="industryType" label="業種" masters={masters} />
        <div className={styles.pair}>
          <Select
            label="所在地（都道府県）"
            required
            empty="選択してください"
            options={masters.regions.flatMap((region) =>
              region.items.map((item) => ({ value: item.code, label: item.name })),
            )}
            error={errorOf(form, "prefecturecode")}
            {...form.register("prefecturecode", { onChange: () => setAsUser(form, "citycode", "") })}
          />
          <Controller
            control={form.control}
            name="citycode"
            render={({ field }) => (
              <Select
                {...field}
                label="所在地（市区町村）"
                empty={prefecture ? "選択しない" : "都道府県を先に選んでください"}
                options={(cities ?? []).map((city) => ({ value: city.code, label: city.name }))}
                error={errorOf(form, "citycode")}
              />
            )}
          />
        </div>
        <Choice
          form={form}
          name="salesAmount"
          masters={masters}
          list="annualSales"
          label="年間売上高"
          required
        />
      </FormSection>
      <FormSection title="M&Aについて">
        <Choice
          form={form}
          name="mAndAExperience"
          masters={masters}
          list="mAndAExperience"
          label="M&Aの経験"
        />
        <Choices
          form={form}
          name="mAndAReason"
          masters={masters}
          list="mAndAReason"
          side={kind.side}
          column
          label={kind.reasonLabel}
          help="当てはまるものをすべて選んでください。"
        />
        {hasFreeText(masters, "mAndAReason", reasons) && (
          <Line form={form} name="mAndAReasonOthers" label={`${kind.reasonLabel}（その他の内容）`} required />
        )}
        {!byKey && (
          <Prose
            form={form}
            name="remark"
            label="備考"
            rows={4}
            maxLength={limits.CompanyOverviewInput.remark.maxLength}
          />
        )}
      </FormSection>
      {kind.kind === "buyer" && (
        <FormSection title="お知らせメール" help="この企業の利用者にお送りするメールです。">
          <Checkbox
            label="条件に合う売却案件のおすすめを受け取る"
            {...form.register("isSendRecommendMail")}
          />
          <Checkbox label="オファーのお知らせを受け取る" {...form.register("isSendOfferMail")} />
        </FormSection>
      )}
      {forBank && (
        <FormSection
          title="自機関の管理情報"
          help="自機関の利用者だけが見られます。企業にもほかの金融機関にも表示されません。"
        >
          <Line form={form} name="registrationId" label="顧客番号" size="medium" autoComplete="off" />
          <Prose
            form={form}
            name="financialMemo"
            label="メモ"
            rows={4}
            maxLength={limits.CompanyOverviewInput.financialMemo.maxLength}
          />
        </FormSection>
      )}
    </>
  );
}

/** Industries with the texts of those that ask for one; the list's name differs by noun. */
export function Industries<T extends { industryOtherText: string }>({
  form,
  name,
  label,
  masters,
}: {
  form: UseFormReturn<T>;
  name: string;
  label: string;
  masters: Masters;
}) {
  // biome-ignore lint/suspicious/noExplicitAny: the names are those of OTHER_TEXT_FIELDS, which both forms have.
  const any = form as unknown as UseFormReturn<any>;
  const texts: string[] = useWatch({ control: any.control, name: OTHER_TEXT_FIELDS });
  const code = (field: string) => field.replace("industryOtherText", "");
  return (
    <>
      <Controller
        control={any.control}
        name={name}
        render={({ field: { ref: _, ...field } }) => (
          <IndustryChooser
            {...field}
            label={label}
            required
            help="大分類を開いて選ぶか、「業種を探す」に言葉を入れて選びます。"
            classes={masters.classes}
            otherTexts={Object.fromEntries(OTHER_TEXT_FIELDS.map((f, i) => [code(f), texts[i] ?? ""]))}
            onOtherText={(c, text) => setAsUser(any, `industryOtherText${c}`, text)}
            otherErrors={Object.fromEntries(OTHER_TEXT_FIELDS.map((f) => [code(f), errorOf(any, f)]))}
            error={errorOf(any, name)}
          />
        )}
      />
      <Line form={any} name="industryOtherText" label={`${label}の補足`} example="金型の設計と試作が中心" />
    </>
  );
}
