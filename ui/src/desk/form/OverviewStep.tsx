import { useQuery } from "@tanstack/react-query";
import { Controller, useWatch } from "react-hook-form";
import { citiesQuery } from "@/api/master";
import { Button } from "@/kit/Button";
import { Checkbox, CheckboxGroup } from "@/kit/Checkbox";
import { FormSection } from "@/kit/Form";
import { FREE_TEXT_INDUSTRIES, IndustryChooser } from "@/kit/IndustryChooser";
import { RadioGroup } from "@/kit/RadioGroup";
import { Select } from "@/kit/Select";
import { peopleText } from "@/lib/bands";
import { LABELS } from "@/sale/labels";
import { itemLabel, type Masters } from "../masters";
import type { Item } from "../types";
import type { Warning } from "../warnings";
import { AnonymitySummary } from "./Anonymity";
import styles from "./Form.module.css";
import { errorOf, Line, type ListingForm, Prose, Warnings } from "./FormField";
import type { Proposal } from "./newValues";
import { type ListingValues, managersRange, managersText } from "./values";

export interface StepProps {
  form: ListingForm;
  masters: Masters;
  warnings: readonly Warning[];
}

const options = (items: readonly Item[]) => items.map(({ key, label }) => ({ value: key, label }));

/** The first step: the content that the whole audience will see, without the company's name. */
export function OverviewStep({ form, masters, warnings, proposal }: StepProps & { proposal: Proposal }) {
  const { items } = masters;
  const salesAsset = useWatch({ control: form.control, name: "salesAsset" });
  const otherAsset = items.salesAsset.items.find((item) => item.isFreeText);
  return (
    <>
      <FormSection
        title="表題と説明"
        help="公開先の全員が、最初に読む文章です。企業名、人名、市区町村名、正確な金額など、企業が特定される言葉は入れません。"
      >
        <Line form={form} name="businessName" label={LABELS.businessName} example="東北の老舗食品製造会社" />
        <Prose
          form={form}
          name="description"
          label={LABELS.description}
          help="事業の内容、規模、譲渡の背景を、特定されない範囲で書きます。"
        />
      </FormSection>
      <FormSection title="業種">
        <Industries form={form} masters={masters} />
        <Line
          form={form}
          name="industryOtherText"
          label={LABELS.industryOtherText}
          help="秘密保持契約の承諾後に表示されます。"
          size="medium"
        />
      </FormSection>
      <FormSection title="地域">
        <Places form={form} masters={masters} warnings={warnings} />
      </FormSection>
      <FormSection title="規模" help="金額は幅（帯）だけが公開されます。正確な額は詳細に入力します。">
        <Select
          label={LABELS.salesAmount}
          required
          empty="選択してください"
          options={options(items.salesAmount.items)}
          error={errorOf(form, "salesAmount")}
          {...form.register("salesAmount")}
        />
        <BandProposal
          form={form}
          name="salesAmount"
          value={String(proposal.salesAmount || "")}
          text={itemLabel(items.salesAmount.items, proposal.salesAmount)}
        />
        <Select
          label={LABELS.operatingProfit}
          required
          empty="選択してください"
          options={options(items.operatingProfit.items)}
          error={errorOf(form, "operatingProfit")}
          {...form.register("operatingProfit")}
        />
        <BandProposal
          form={form}
          name="operatingProfit"
          value={String(proposal.operatingProfit || "")}
          text={itemLabel(items.operatingProfit.items, proposal.operatingProfit)}
        />
        <Managers form={form} masters={masters} />
        <BandProposal
          form={form}
          name="managers"
          value={proposal.managers}
          text={managersLabel(proposal.managers)}
        />
      </FormSection>
      <FormSection title="希望価格">
        <div className={styles.pair}>
          <Select
            label={`${LABELS.salesPrice}（下限）`}
            empty="指定しない"
            // An item without an amount cannot be a lower bound.
            options={options(items.acquisitionPrice.items.filter((item) => item.min !== undefined))}
            error={errorOf(form, "salesPrice")}
            {...form.register("salesPrice")}
          />
          <Select
            label={`${LABELS.salesPrice}（上限）`}
            required
            empty="選択してください"
            options={options(items.salesPriceTo.items)}
            error={errorOf(form, "salesPriceTo")}
            {...form.register("salesPriceTo")}
          />
        </div>
      </FormSection>
      <FormSection title="譲渡の内容">
        <RadioGroup
          label={LABELS.willingnessToSell}
          required
          column
          options={options(items.willingnessToSell.items)}
          error={errorOf(form, "willingnessToSell")}
          {...form.register("willingnessToSell")}
        />
        <Many
          form={form}
          name="negotiationTarget"
          label={LABELS.negotiationTarget}
          items={items.negotiationTarget.items}
        />
        <Many form={form} name="salesAsset" label={LABELS.salesAsset} items={items.salesAsset.items} />
        {otherAsset && salesAsset.includes(String(otherAsset.key)) && (
          <Line form={form} name="salesAssetOther" label={LABELS.salesAssetOther} size="medium" />
        )}
        <Prose
          form={form}
          name="others"
          label={LABELS.others}
          help="希望する条件などを書きます。秘密保持契約の承諾後に表示されます。"
        />
      </FormSection>
      <AnonymitySummary form={form} />
    </>
  );
}

function Many({
  form,
  name,
  label,
  items,
}: {
  form: ListingForm;
  name: "negotiationTarget" | "salesAsset";
  label: string;
  items: readonly Item[];
}) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { ref: _, ...field } }) => (
        <CheckboxGroup
          {...field}
          label={label}
          required
          options={options(items)}
          error={errorOf(form, name)}
        />
      )}
    />
  );
}

function Industries({ form, masters }: { form: ListingForm; masters: Masters }) {
  const texts = useWatch({
    control: form.control,
    name: FREE_TEXT_INDUSTRIES.map((code) => `industryOtherText${code}` as const),
  });
  const byCode = Object.fromEntries(FREE_TEXT_INDUSTRIES.map((code, index) => [code, texts[index] ?? ""]));
  return (
    <Controller
      control={form.control}
      name="industryTypes"
      render={({ field: { ref: _, ...field } }) => (
        <IndustryChooser
          {...field}
          label={LABELS.industryTypes}
          required
          help="10個まで選べます。"
          classes={masters.classes}
          error={errorOf(form, "industryTypes")}
          otherTexts={byCode}
          otherErrors={Object.fromEntries(
            FREE_TEXT_INDUSTRIES.map((code) => [code, errorOf(form, `industryOtherText${code}`)]),
          )}
          onOtherText={(code, text) =>
            form.setValue(`industryOtherText${code}` as keyof ListingValues & string, text, {
              shouldDirty: true,
            })
          }
        />
      )}
    />
  );
}

function Places({ form, masters, warnings }: StepProps) {
  const prefectureCode = useWatch({ control: form.control, name: "prefectureCode" });
  const cities = useQuery(citiesQuery(prefectureCode));
  const prefectures = masters.regions.flatMap((region) => region.items);
  return (
    <>
      <Controller
        control={form.control}
        name="publicRegion"
        render={({ field: { ref: _, ...field } }) => (
          <CheckboxGroup
            {...field}
            label={LABELS.publicRegion}
            required
            help="公開先の全員に見える地域です。複数選ぶと、選んだ地域がすべて並んで見え、検索や地図でも、選んだどの地域の案件としても扱われます。実際の所在地がそのうちのどこかは、秘密保持契約の承諾まで分かりません。"
            options={options(masters.items.region.items)}
            error={errorOf(form, "publicRegion")}
          />
        )}
      />
      <Warnings warnings={warnings} name="publicRegion" />
      <div className={styles.pair}>
        <Select
          label={LABELS.prefecture}
          required
          empty="選択してください"
          help="秘密保持契約の承諾後に表示されます。"
          options={prefectures.map(({ code, name }) => ({ value: code, label: name }))}
          error={errorOf(form, "prefectureCode")}
          {...form.register("prefectureCode", {
            onChange: () => form.setValue("cityCode", "", { shouldDirty: true }),
          })}
        />
        <Select
          // The options are loaded after the value is set: a new key mounts the element again with its value.
          key={cities.data ? prefectureCode : "waiting"}
          label={LABELS.city}
          empty={prefectureCode ? "選択しない" : "都道府県を先に選びます"}
          help="実名交渉の承認後に表示されます。"
          options={(cities.data ?? [])
            .filter((city) => city.isSelectable)
            .map(({ code, name }) => ({ value: code, label: name }))}
          error={errorOf(form, "cityCode")}
          {...form.register("cityCode")}
        />
      </div>
      <Checkbox
        label="都道府県まで公開する"
        help="選ぶと、公開する地域の代わりに、公開先の全員に都道府県が見えます。該当する企業が少ない地域では、特定されやすくなります。"
        error={errorOf(form, "isPrefecturePublic")}
        {...form.register("isPrefecturePublic")}
      />
    </>
  );
}

/** The choice among the list's ranges, and the stored range if the list does not contain it. */
function Managers({ form, masters }: { form: ListingForm; masters: Masters }) {
  const value = useWatch({ control: form.control, name: "managers" });
  const ranges = masters.items.peoples.items.map((item) => ({
    value: managersText(item.min, item.max),
    label: item.label,
  }));
  const own =
    value === "" || ranges.some((range) => range.value === value)
      ? []
      : [{ value, label: managersLabel(value) }];
  return (
    <Select
      label={LABELS.numberOfManagers}
      empty="指定しない"
      options={[...own, ...ranges]}
      error={errorOf(form, "managers")}
      {...form.register("managers")}
    />
  );
}

function managersLabel(text: string): string {
  const { from, to } = managersRange(text);
  return peopleText(from, to);
}

/** The band calculated from the company's own figures, shown if another one is chosen. */
function BandProposal({
  form,
  name,
  value,
  text,
}: {
  form: ListingForm;
  name: "salesAmount" | "operatingProfit" | "managers";
  value: string;
  text: string;
}) {
  const chosen = useWatch({ control: form.control, name });
  if (!value || !text || chosen === value) return null;
  return (
    <p className={styles.proposal}>
      <span>企業の詳細からの提案：{text}</span>
      <Button
        kind="quiet"
        onClick={() => form.setValue(name, value, { shouldDirty: true, shouldTouch: true })}
      >
        提案を使う
      </Button>
    </p>
  );
}
