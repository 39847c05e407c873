import { itemLabel, useItemLists } from "@/api/enumerations";
import { useCities, usePrefectures } from "@/api/master";
import type { Schemas } from "@/api/officeClient";
import type { Description } from "@/kit/DescriptionList";
import { formatPostal } from "@/lib/kana";

/** An institution's fields as items of a description list. */
export function useDescriptions(i: Schemas["OfficeInstitution"] | undefined): Description[] {
  const items = useItemLists();
  const prefecture = usePrefectures()?.find((p) => p.code === i?.prefecture)?.name ?? "";
  const city = useCities(i?.prefecture ?? "")?.find((c) => c.code === i?.city)?.name ?? "";
  if (!i) return [];
  const labels = (list: "handlingBusiness" | "region", keys: readonly number[]) =>
    keys.map((key) => itemLabel(items, list, key)).join("、");
  return [
    { term: "金融機関名", value: i.financialName },
    { term: "金融機関名（カナ）", value: i.financialNameKana },
    { term: "種別", value: itemLabel(items, "financialType", i.financialType) },
    { term: "金融機関コード", value: i.financialCode },
    { term: "代表者名", value: i.representativeName },
    {
      term: "所在地",
      value: [
        i.postcode && `〒${formatPostal(i.postcode)}`,
        `${prefecture}${city}${i.address}`,
        i.buildingName,
      ]
        .filter(Boolean)
        .join("　"),
    },
    { term: "電話番号", value: i.phone },
    { term: "FAX番号", value: i.fax },
    { term: "ホームページ", value: i.websiteUrl },
    {
      term: "担当者",
      value: [i.responsibleParsonDepartment, i.responsibleParsonPosition, i.responsibleParsonName]
        .filter(Boolean)
        .join("　"),
    },
    { term: "担当者の電話番号", value: i.responsibleParsonTel },
    { term: "担当者のメールアドレス", value: i.responsibleParsonMail },
    { term: "取扱業務", value: labels("handlingBusiness", i.handlingBusiness) },
    { term: "営業地域", value: labels("region", i.salesRegion) },
  ];
}
