import { Controller, type UseFormReturn, useWatch } from "react-hook-form";
import * as limits from "@/api/limits.gen";
import { FormSection } from "@/kit/Form";
import { RegionChooser } from "@/kit/RegionChooser";
import styles from "../company.module.css";
import type { Masters } from "../masters";
import { Choice, Choices, errorOf, hasFreeText, Line, Prose } from "./fields";
import { Industries } from "./OverviewFields";
import type { NeedsValues } from "./values";

/** The choice 上限なし, which cannot be a lower bound (SPEC.md section 9). */
const NO_LIMIT = 8;

/** What a buyer wants to acquire (SPEC.md section 3 Needs). */
export function NeedsFields({ form, masters }: { form: UseFormReturn<NeedsValues>; masters: Masters }) {
  const assets = useWatch({ control: form.control, name: "acquisitionAsset" });
  return (
    <>
      <FormSection
        title="探している企業"
        help="ニーズは他の金融機関にも匿名で表示されます。企業名、地名、取引先など、買手の企業が特定される言葉は書かないでください。"
      >
        <Line form={form} name="title" label="表題" required example="東海地方の金属加工業の譲受けを希望" />
        <Prose
          form={form}
          name="detail"
          label="内容"
          rows={5}
          maxLength={limits.NeedsInput.detail.maxLength}
        />
        <Industries form={form} name="acquisitionIndustry" label="希望する業種" masters={masters} />
      </FormSection>
      <FormSection title="希望する地域" help="地域か都道府県のどちらかを、1つ以上選んでください。">
        <Choices form={form} name="acquisitionRegionArea" masters={masters} list="region" label="地域" />
        <Controller
          control={form.control}
          name="acquisitionRegion"
          render={({ field: { ref: _, ...field } }) => (
            <RegionChooser
              {...field}
              label="都道府県"
              regions={masters.regions}
              error={errorOf(form, "acquisitionRegion")}
            />
          )}
        />
      </FormSection>
      <FormSection title="希望する条件">
        <div className={styles.pair}>
          <Choice
            form={form}
            name="acquisitionPrice"
            masters={masters}
            list="acquisitionPrice"
            except={NO_LIMIT}
            label="希望価格（下限）"
          />
          <Choice
            form={form}
            name="acquisitionPriceTo"
            masters={masters}
            list="acquisitionPrice"
            label="希望価格（上限）"
          />
        </div>
        <Choice
          form={form}
          name="acquisitionAnnualSales"
          masters={masters}
          list="annualSales"
          label="売上規模"
        />
        <Choice form={form} name="numberOfManagers" masters={masters} list="peoples" label="従業員数" />
        <Choice
          form={form}
          name="acquisitionDeadline"
          masters={masters}
          list="acquisitionDeadline"
          label="希望時期"
        />
        <Choices
          form={form}
          name="negotiationTarget"
          masters={masters}
          list="negotiationTarget"
          column
          label="交渉対象（譲受けの方法）"
        />
        <Choices
          form={form}
          name="acquisitionAsset"
          masters={masters}
          list="salesAsset"
          column
          label="取得したい資産"
        />
        {hasFreeText(masters, "salesAsset", assets) && (
          <Line form={form} name="acquisitionAssetOther" label="取得したい資産（その他の内容）" required />
        )}
      </FormSection>
    </>
  );
}
