import { type UseFormReturn, useWatch } from "react-hook-form";
import { FormSection } from "@/kit/Form";
import styles from "../company.module.css";
import type { Kind } from "../kinds";
import type { Masters } from "../masters";
import { LISTED } from "../types";
import { AddressFields } from "./AddressFields";
import { Amount, Choice, Codes, Line } from "./fields";
import type { DetailsValues } from "./values";

const ADDRESS = {
  postal: "postalCode",
  prefecture: "prefectureCode",
  city: "cityCode",
  townCode: "townCode",
  town: "townName",
  building: "buildingName",
  townLabel: "町域",
  buildingLabel: "番地・建物名",
};

/** A company's details (SPEC.md section 3), of a buyer or a seller. */
export function DetailsFields({
  form,
  kind,
  masters,
}: {
  form: UseFormReturn<DetailsValues>;
  kind: Kind;
  masters: Masters;
}) {
  const listed = useWatch({ control: form.control, name: "listType" }) === String(LISTED);
  return (
    <>
      <FormSection
        title="企業の詳細"
        help={
          kind.kind === "buyer"
            ? "企業名と連絡先は、実名交渉を希望するまで他の金融機関に表示されません。"
            : "企業名と連絡先は、実名交渉を承認するまで他の金融機関にも買手にも表示されません。"
        }
      >
        <Line
          form={form}
          name="companyName"
          label="企業名"
          required
          autoComplete="off"
          example="株式会社みなと製作所"
        />
        <Choice
          form={form}
          name="businessFormType"
          masters={masters}
          list="businessFormType"
          label="企業形態"
          required
        />
        <Line
          form={form}
          name="representativeName"
          label="代表者名"
          required
          size="medium"
          autoComplete="off"
        />
        <Line
          form={form}
          name="corporateRegistrationNumber"
          label="法人番号"
          size="medium"
          inputMode="numeric"
          autoComplete="off"
          help="13桁の数字です。"
        />
      </FormSection>
      <FormSection title="所在地と連絡先">
        <AddressFields form={form} masters={masters} names={ADDRESS} />
        <div className={styles.pair}>
          <Line
            form={form}
            name="representativePhoneNumber"
            label="代表電話番号"
            required
            type="tel"
            size="medium"
            example="052-123-4567"
            autoComplete="off"
          />
          <Line
            form={form}
            name="representativeFaxNumber"
            label="代表FAX番号"
            type="tel"
            size="medium"
            example="052-123-4568"
            autoComplete="off"
          />
        </div>
        <Line
          form={form}
          name="homePageUrl"
          label="ホームページ"
          type="url"
          autoComplete="off"
          example="https://www.example.co.jp/"
        />
      </FormSection>
      <FormSection title="企業の規模" help="金額は千円単位です。「3億2,000万」のようにも入力できます。">
        <Amount form={form} name="capitalAmount" label="資本金" unit="千円" />
        <Amount form={form} name="lastYearSalesAmount" label="直近の売上高" unit="千円" />
        <Amount
          form={form}
          name="operatingProfit"
          label="営業利益"
          unit="千円"
          help="赤字のときは ▲ か - を付けて入力します。"
        />
        <Amount form={form} name="totalAssets" label="総資産" unit="千円" />
        <div className={styles.pair}>
          <Amount form={form} name="numberOfEmployees" label="従業員数" unit="人" />
          <Amount form={form} name="establishedYear" label="設立年（西暦）" unit="年" />
        </div>
        <Codes form={form} name="listType" masters={masters} codes="listType" label="上場・非上場の別" />
        {listed && (
          <Line
            form={form}
            name="securityCode"
            label="証券コード"
            required
            size="short"
            autoComplete="off"
            help="4文字の英数字です。"
          />
        )}
        <Line form={form} name="establishmentNumber" label="事業所番号" size="medium" autoComplete="off" />
      </FormSection>
    </>
  );
}
