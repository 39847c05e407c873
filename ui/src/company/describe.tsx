import { useCities } from "@/api/master";
import type { Description } from "@/kit/DescriptionList";
import { Link } from "@/kit/Link";
import { Lock } from "@/kit/Lock";
import { bandShort, bandText, priceText } from "@/lib/bands";
import { formatPostal } from "@/lib/kana";
import { count, yenReading } from "@/lib/yen";
import { itemText } from "@/search/names";
import type { Owner } from "./calls";
import { OTHER_TEXT_FIELDS, type OtherTexts, salesOf } from "./form/values";
import type { Kind } from "./kinds";
import { codeText, industryText, type Masters, prefectureName } from "./masters";
import {
  type CompanyDetails,
  type CompanyOverview,
  IN_CHARGE,
  type Institution,
  type Needs,
  type User,
} from "./types";

/*
 * Companies, users and needs as names and values: for reading, for the confirm step and for
 * what somebody else has saved. One order and one set of words for all of them.
 */

/** What SF may learn of a buyer only later (domain.md 3.5). */
const LOCKED = <Lock>買手が実名交渉を希望すると表示されます</Lock>;

/** A prefecture and a municipality by name. */
function Place({ masters, prefecture, city }: { masters: Masters; prefecture: string; city: string }) {
  const name = useCities(city ? prefecture : "")?.find((one) => one.code === city)?.name ?? "";
  return <>{[prefectureName(masters, prefecture), name].filter(Boolean).join(" ")}</>;
}

/** The free texts of the chosen industries as one value; empty if there is none. */
function industryTextsOf(
  masters: Masters,
  from: Partial<OtherTexts> & { industryOtherText?: string },
): Description[] {
  const names = new Map(
    masters.classes.flatMap((large) => large.items.map((s) => [s.code, s.name] as const)),
  );
  const items = OTHER_TEXT_FIELDS.flatMap((field) => {
    const text = from[field];
    return text ? [{ term: `${names.get(field.replace("industryOtherText", ""))}の内容`, value: text }] : [];
  });
  return from.industryOtherText ? [...items, { term: "業種の補足", value: from.industryOtherText }] : items;
}

export function describeOverview(kind: Kind, o: CompanyOverview, masters: Masters): Description[] {
  const all = o.view === IN_CHARGE;
  const region = itemText(masters, "region", [o.location?.region ?? 0]);
  const items: Description[] = [
    ...(all ? [{ term: "法人・個人の別", value: codeText(masters, "memberType", o.memberType) }] : []),
    { term: "業種", value: industryText(masters, o.industryType) },
    ...industryTextsOf(masters, o),
    {
      term: "所在地",
      value: o.location?.prefecturecode ? (
        <Place masters={masters} prefecture={o.location.prefecturecode} city={o.location.citycode ?? ""} />
      ) : (
        region
      ),
    },
    {
      term: "年間売上高",
      value: o.salesAmount ? bandShort(masters.items.annualSales.items, o.salesAmount) : "",
    },
    { term: "M&Aの経験", value: itemText(masters, "mAndAExperience", [o.mAndAExperience ?? 0]) },
  ];
  if (!all) {
    if (o.inChargeFinancialInstitutionName)
      items.push({ term: "担当金融機関", value: o.inChargeFinancialInstitutionName });
    return items;
  }
  items.push(
    { term: kind.reasonLabel, value: itemText(masters, "mAndAReason", o.mAndAReason) },
    ...(o.mAndAReasonOthers ? [{ term: `${kind.reasonLabel}（その他）`, value: o.mAndAReasonOthers }] : []),
    { term: "備考", value: o.remark },
  );
  if (kind.kind === "buyer")
    items.push(
      { term: "おすすめのメール", value: o.isSendRecommendMail === 1 ? "受け取る" : "受け取らない" },
      { term: "オファーのメール", value: o.isSendOfferMail === 1 ? "受け取る" : "受け取らない" },
    );
  return items;
}

/** The bank's notes about its customer, which nobody else can read. */
export function describeBankNotes(o: CompanyOverview): Description[] {
  return [
    { term: "顧客番号", value: o.registrationId },
    { term: "メモ", value: o.financialMemo },
  ];
}

function amount(value: number | undefined): string | undefined {
  return value === undefined ? undefined : yenReading(value);
}

function addressText(d: CompanyDetails): string {
  const place = [d.prefectureName, d.cityName, d.townName, d.buildingName].filter(Boolean).join(" ");
  return d.postalCode ? `〒${formatPostal(d.postalCode)} ${place}` : place;
}

/** null if none of the details is open to the reader. */
export function describeDetails(d: CompanyDetails | null, masters: Masters, view: number): Description[] {
  if (!d)
    return ["企業名", "代表者名", "所在地", "法人番号", "売上高などの金額"].map((term) => ({
      term,
      value: LOCKED,
    }));
  const items: Description[] = [
    { term: "企業名", value: d.companyName },
    ...(view === IN_CHARGE
      ? [{ term: "企業形態", value: itemText(masters, "businessFormType", [d.businessType ?? 0]) }]
      : []),
    { term: "代表者名", value: d.representativeName },
    { term: "法人番号", value: d.corporateRegistrationNumber },
    { term: "所在地", value: addressText(d) },
  ];
  if (view === IN_CHARGE)
    items.push(
      { term: "代表電話番号", value: d.representativePhoneNumber },
      { term: "代表FAX番号", value: d.representativeFaxNumber },
    );
  items.push(
    { term: "ホームページ", value: d.homePageUrl && <Link href={d.homePageUrl}>{d.homePageUrl}</Link> },
    {
      term: "資本金",
      value: (d.capitalAmountBand && bandText(d.capitalAmountBand)) ?? amount(d.capitalAmount),
    },
    { term: "直近の売上高", value: (d.salesAmountBand && bandText(d.salesAmountBand)) ?? amount(salesOf(d)) },
    {
      term: "営業利益",
      value: (d.operatingProfitBand && bandText(d.operatingProfitBand)) ?? amount(d.operatingProfit),
    },
    { term: "総資産", value: (d.totalAssetsBand && bandText(d.totalAssetsBand)) ?? amount(d.totalAssets) },
  );
  if (view === IN_CHARGE)
    items.push(
      { term: "従業員数", value: d.numberOfEmployees === undefined ? "" : `${count(d.numberOfEmployees)}人` },
      { term: "設立年", value: d.establishedYear === undefined ? "" : `${d.establishedYear}年` },
      {
        term: "上場・非上場の別",
        value: [codeText(masters, "listType", d.listType), d.securityCode].filter(Boolean).join("　"),
      },
      { term: "事業所番号", value: d.establishmentNumber },
    );
  return items;
}

export function describeUser(owner: Owner, u: User): Description[] {
  const signsIn = owner === "bank" || owner.kind === "buyer";
  return [
    { term: "氏名", value: u.userName },
    { term: "氏名（カナ）", value: u.userNameKana },
    { term: signsIn ? "メールアドレス（ログインID）" : "メールアドレス", value: u.loginId },
    { term: "部署・役職", value: [u.department, u.position].filter(Boolean).join("　") },
    { term: "電話番号", value: [u.phone1, u.phone2].filter(Boolean).join("、") },
    { term: "FAX番号", value: u.fax },
    ...(signsIn
      ? [{ term: "お知らせメール", value: u.registSendMail === 1 ? "受け取る" : "受け取らない" }]
      : []),
  ];
}

/** From and to as one value: 「3,000万円〜3億円」. */
function needsRegions(n: Needs, masters: Masters): string {
  return [
    itemText(masters, "region", n.acquisitionRegionArea),
    n.acquisitionRegion.map((code) => prefectureName(masters, code)).join("、"),
  ]
    .filter(Boolean)
    .join("、");
}

function needsPrice(n: Needs, masters: Masters): string {
  if (!n.acquisitionPrice && !n.acquisitionPriceTo) return "";
  return priceText(masters.items.acquisitionPrice.items, n.acquisitionPrice, n.acquisitionPriceTo);
}

export function describeNeeds(n: Needs, masters: Masters): Description[] {
  return [
    { term: "内容", value: n.detail },
    { term: "希望する業種", value: industryText(masters, n.acquisitionIndustry) },
    ...industryTextsOf(masters, n),
    { term: "希望する地域", value: needsRegions(n, masters) },
    { term: "希望価格", value: needsPrice(n, masters) },
    {
      term: "売上規模",
      value: n.acquisitionAnnualSales
        ? bandShort(masters.items.annualSales.items, n.acquisitionAnnualSales)
        : "",
    },
    { term: "従業員数", value: itemText(masters, "peoples", [n.numberOfManagers]) },
    { term: "希望時期", value: itemText(masters, "acquisitionDeadline", [n.acquisitionDeadline]) },
    { term: "交渉対象", value: itemText(masters, "negotiationTarget", n.negotiationTarget) },
    {
      term: "取得したい資産",
      value: [itemText(masters, "salesAsset", n.acquisitionAsset), n.acquisitionAssetOther]
        .filter(Boolean)
        .join("："),
    },
  ];
}

export function describeInstitution(i: Institution, masters: Masters): Description[] {
  return [
    { term: "金融機関名", value: i.financialName },
    { term: "金融機関コード", value: i.financialCode },
    { term: "種別", value: itemText(masters, "financialType", [i.financialType]) },
    { term: "代表者名", value: i.representativeName },
    {
      term: "所在地",
      value: (
        <>
          {i.postcode && `〒${formatPostal(i.postcode)} `}
          <Place masters={masters} prefecture={i.prefecture} city={i.city} />
          {` ${[i.address, i.buildingName].filter(Boolean).join(" ")}`}
        </>
      ),
    },
    { term: "電話番号", value: i.phone },
    { term: "FAX番号", value: i.fax },
    { term: "ホームページ", value: i.websiteUrl && <Link href={i.websiteUrl}>{i.websiteUrl}</Link> },
    { term: "取扱業務", value: itemText(masters, "handlingBusiness", i.handlingBusiness) },
    { term: "営業地域", value: itemText(masters, "region", i.salesRegion) },
    {
      term: "担当者",
      value: [i.responsibleParsonDepartment, i.responsibleParsonPosition, i.responsibleParsonName]
        .filter(Boolean)
        .join(" "),
    },
    {
      term: "担当者の連絡先",
      value: [i.responsibleParsonTel, i.responsibleParsonMail].filter(Boolean).join("、"),
    },
  ];
}
