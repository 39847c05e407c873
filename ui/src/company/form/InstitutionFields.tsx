import type { UseFormReturn } from "react-hook-form";
import { FormSection } from "@/kit/Form";
import styles from "../company.module.css";
import type { Masters } from "../masters";
import { AddressFields } from "./AddressFields";
import { Choices, Line } from "./fields";
import type { InstitutionValues } from "./values";

const ADDRESS = {
  postal: "postcode",
  prefecture: "prefecture",
  city: "city",
  town: "address",
  building: "buildingName",
  townLabel: "町域・番地",
  buildingLabel: "建物名",
};

/**
 * The own institution (SPEC.md section 3 Financial institution), without the fields that only the
 * office edits.
 */
export function InstitutionFields({
  form,
  masters,
}: {
  form: UseFormReturn<InstitutionValues>;
  masters: Masters;
}) {
  return (
    <>
      <FormSection title="金融機関">
        <Line form={form} name="representativeName" label="代表者名" required size="medium" />
        <AddressFields form={form} masters={masters} names={ADDRESS} townRequired />
        <div className={styles.pair}>
          <Line
            form={form}
            name="phone"
            label="電話番号"
            required
            type="tel"
            size="medium"
            example="03-1234-5678"
          />
          <Line form={form} name="fax" label="FAX番号" type="tel" size="medium" />
        </div>
        <Line
          form={form}
          name="websiteUrl"
          label="ホームページ"
          type="url"
          example="https://www.example.co.jp/"
        />
        <Choices
          form={form}
          name="handlingBusiness"
          masters={masters}
          list="handlingBusiness"
          column
          label="取扱業務"
        />
        <Choices form={form} name="salesRegion" masters={masters} list="region" label="営業地域" />
      </FormSection>
      <FormSection title="担当者" help="事務局からの連絡先です。">
        <Line form={form} name="responsibleParsonName" label="担当者名" required size="medium" />
        <div className={styles.pair}>
          <Line form={form} name="responsibleParsonDepartment" label="部署" size="medium" />
          <Line form={form} name="responsibleParsonPosition" label="役職" size="medium" />
        </div>
        <Line form={form} name="responsibleParsonTel" label="電話番号" required type="tel" size="medium" />
        <Line
          form={form}
          name="responsibleParsonMail"
          label="メールアドレス"
          required
          type="email"
          autoCapitalize="off"
          spellCheck={false}
        />
      </FormSection>
    </>
  );
}
