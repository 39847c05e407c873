import { useState } from "react";
import { Controller } from "react-hook-form";
import { addressesOf } from "@/api/master";
import { Button } from "@/kit/Button";
import { CheckboxGroup } from "@/kit/Checkbox";
import { FormSection } from "@/kit/Form";
import { NumberField } from "@/kit/NumberField";
import { PostalField } from "@/kit/PostalField";
import { AMOUNT_LABELS, LABELS } from "@/sale/labels";
import type { Warning } from "../warnings";
import styles from "./Form.module.css";
import { errorOf, isNeeded, Line, type ListingForm, Prose, Warnings } from "./FormField";
import { sellReasons } from "./newValues";
import type { StepProps } from "./OverviewStep";
import { BALANCE, exactName, FISCAL, type ListingValues, priorName } from "./values";

/** The second step: the details, which are disclosed later, level by level. */
export function DetailsStep({ form, masters, warnings }: StepProps) {
  return (
    <>
      <FormSection
        title="譲渡の理由と強み"
        help="譲渡の理由は公開されます。ほかは、秘密保持契約の承諾後に表示されます。"
      >
        <Controller
          control={form.control}
          name="assignmentReason"
          render={({ field: { ref: _, ...field } }) => (
            <CheckboxGroup
              {...field}
              label={LABELS.assignmentReason}
              required
              options={sellReasons(masters.items.mAndAReason.items).map(({ key, label }) => ({
                value: key,
                label,
              }))}
              error={errorOf(form, "assignmentReason")}
            />
          )}
        />
        <Prose form={form} name="assignmentReasonAddition" label={LABELS.assignmentReasonAddition} />
        <Prose form={form} name="advantage" label={LABELS.advantage} />
        <Prose
          form={form}
          name="providingMethod"
          label={LABELS.providingMethod}
          help="店舗、訪問、卸など、商品やサービスの届け方です。"
        />
      </FormSection>
      <FormSection
        title="決算の数字"
        help="千円単位で入力します。「3億2,000万」と入力することもできます。秘密保持契約の承諾後は幅（帯）で、実名交渉の承認後は正確な額で表示されます。"
      >
        <div>
          <Amount form={form} name="fiscalYear" label="決算年度（直近期）" unit="年" warnings={warnings} />
        </div>
        {FISCAL.map((name) => (
          <div key={name} className={styles.years}>
            <Amount
              form={form}
              name={exactName(name)}
              label={`${AMOUNT_LABELS[name]}（直近期）`}
              warnings={warnings}
            />
            <Amount
              form={form}
              name={priorName(name)}
              label={`${AMOUNT_LABELS[name]}（前期）`}
              warnings={warnings}
            />
          </div>
        ))}
        <h3>財政状態（直近期）</h3>
        <div className={styles.years}>
          {BALANCE.map((name) => (
            <Amount key={name} form={form} name={name} label={AMOUNT_LABELS[name]} warnings={warnings} />
          ))}
        </div>
      </FormSection>
      <FormSection title="事業の内容" help="実名交渉の承認後に表示されます。">
        <Prose form={form} name="services" label={LABELS.services} />
        <Prose form={form} name="markets" label={LABELS.markets} />
        <Prose form={form} name="targetCustomers" label={LABELS.targetCustomers} />
        <Prose form={form} name="supplementaryDescription" label={LABELS.supplementaryDescription} />
      </FormSection>
      <FormSection
        title="会社の名前と連絡先"
        help="実名交渉の承認後に表示されます。売手の企業情報から入れてあります。"
      >
        <Line form={form} name="companyName" label={LABELS.companyName} />
        <Line form={form} name="representativeName" label={LABELS.representativeName} size="medium" />
        <Address form={form} />
        <div className={styles.pair}>
          <Line
            form={form}
            name="phone"
            label={LABELS.phone}
            example="03-1234-5678"
            type="tel"
            size="medium"
          />
          <Line form={form} name="fax" label={LABELS.fax} type="tel" size="medium" />
        </div>
        <Line
          form={form}
          name="homePageUrl"
          label={LABELS.homePageUrl}
          example="https://www.example.co.jp"
          type="url"
        />
        <Line form={form} name="targetUrl" label={LABELS.targetUrl} type="url" />
      </FormSection>
    </>
  );
}

function Amount({
  form,
  name,
  label,
  unit = "千円",
  warnings,
}: {
  form: ListingForm;
  name: keyof ListingValues & string;
  label: string;
  unit?: string;
  warnings: readonly Warning[];
}) {
  const needed = isNeeded(name);
  return (
    <div className={styles.amount}>
      <Controller
        control={form.control}
        name={name}
        render={({ field }) => (
          <NumberField
            {...field}
            value={field.value as number | null}
            label={label}
            required={needed}
            unit={unit}
            error={errorOf(form, name)}
          />
        )}
      />
      <Warnings warnings={warnings} name={name} />
    </div>
  );
}

interface Place {
  text: string;
  key: string;
}

/** Postal code and address; if the code has several places the user chooses one. */
function Address({ form }: { form: ListingForm }) {
  const [places, setPlaces] = useState<readonly Place[]>([]);
  const take = (text: string) => {
    form.setValue("address", text, { shouldDirty: true });
    setPlaces([]);
    form.setFocus("address");
  };
  const look = async (digits: string) => {
    const found = await addressesOf(digits).catch(() => []);
    const named = found.map((row) => ({
      text: row.prefectureName + row.cityName + row.townName,
      key: `${row.townCode}${row.detail ?? ""}`,
    }));
    const [first] = named;
    // An address that the user has typed is not replaced without being asked.
    if (named.length === 1 && first && !form.getValues("address").trim()) take(first.text);
    else setPlaces(named.filter((place) => !form.getValues("address").startsWith(place.text)));
  };
  return (
    <>
      <Controller
        control={form.control}
        name="postalCode"
        render={({ field }) => (
          <PostalField
            {...field}
            label={LABELS.postalCode}
            error={errorOf(form, "postalCode")}
            onComplete={(digits) => void look(digits)}
          />
        )}
      />
      {places.length > 0 && (
        <div className={styles.places} role="status">
          <p>この郵便番号の所在地です。選ぶと、所在地の欄が置き換わります。</p>
          {places.map((place) => (
            <Button key={place.key} onClick={() => take(place.text)}>
              {place.text}
            </Button>
          ))}
        </div>
      )}
      <Line form={form} name="address" label={LABELS.address} help="番地と建物名まで入力します。" />
    </>
  );
}
