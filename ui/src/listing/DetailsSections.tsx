import type { ReactNode } from "react";
import { type Description, DescriptionList } from "@/kit/DescriptionList";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { LockedTerms } from "@/kit/Lock";
import { formatPostal } from "@/lib/kana";
import type { Names } from "@/search/names";
import styles from "./DetailsSections.module.css";
import { Figures } from "./Figures";
import { itemLabels } from "./names";
import type { ListingDetails, ListingOverview } from "./types";
import { type Withheld, withheldReason } from "./withheld";

interface Row extends Description {
  /** Why the value is withheld; undefined where it is not. */
  reason?: string;
}

/** A value with the reason for which it is withheld, if it is. */
function shown(answer: Withheld, field: string, value: ReactNode): Pick<Row, "value" | "reason"> {
  return { value, reason: withheldReason(answer, field) };
}

/**
 * The rows of a section that the reader may see; below them, one line for each reason names those that
 * he will see later: the same lock on thirty lines is a page that nobody reads (screens-2026-11.md 6).
 */
function Rows({ rows }: { rows: readonly Row[] }) {
  const open = rows.filter(({ reason }) => reason === undefined);
  const reasons = [...new Set(rows.map(({ reason }) => reason))].filter((reason) => reason !== undefined);
  return (
    <>
      {open.length > 0 && <DescriptionList items={open} />}
      {reasons.map((reason) => (
        <LockedTerms
          key={reason}
          reason={reason}
          terms={rows.filter((row) => row.reason === reason).map(({ term }) => term)}
        />
      ))}
    </>
  );
}

/** What is sold and why: the overview beyond the summary, with the reason of the details. */
export function TransferSection({
  listing,
  details,
  names: { items },
}: {
  listing: ListingOverview;
  details: ListingDetails | null;
  names: Names;
}) {
  const rows: Row[] = [
    { term: "譲渡するもの", value: itemLabels(items, "salesAsset", listing.salesAsset) },
    { term: "譲渡するもの（補足）", ...shown(listing, "salesAssetOther", listing.salesAssetOther) },
    { term: "希望する方法", value: itemLabels(items, "negotiationTarget", listing.negotiationTarget) },
  ];
  if (details)
    rows.push(
      { term: "譲渡の理由", value: itemLabels(items, "mAndAReason", details.assignmentReason) },
      {
        term: "譲渡の理由（補足）",
        ...shown(details, "assignmentReasonAddition", details.assignmentReasonAddition),
      },
    );
  rows.push({ term: "その他", ...shown(listing, "others", listing.others) });
  return (
    <Section title="譲渡について">
      <Rows rows={rows} />
    </Section>
  );
}

/** The business, as far as the reader's level discloses it. */
export function BusinessSection({ listing, details }: { listing: ListingOverview; details: ListingDetails }) {
  const text = (term: string, field: keyof ListingDetails & string): Row => ({
    term,
    ...shown(details, field, details[field] as string | undefined),
  });
  return (
    <Section title="事業の内容">
      <Rows
        rows={[
          { term: "業種の補足", ...shown(listing, "industryOtherText", industryTexts(listing)) },
          text("強み・特徴", "advantage"),
          text("提供方法", "providingMethod"),
          text("市場・商圏", "markets"),
          text("主な顧客", "targetCustomers"),
          text("商品・サービス", "services"),
          text("補足説明", "supplementaryDescription"),
        ]}
      />
    </Section>
  );
}

/** Free texts of industries, each on its line (SPEC.md section 3 industryOtherText). */
function industryTexts(listing: ListingOverview): string {
  return Object.entries(listing)
    .filter(([name, value]) => name.startsWith("industryOtherText") && typeof value === "string" && value)
    .map(([, value]) => value)
    .join("\n");
}

export function FigureSection({ details }: { details: ListingDetails }) {
  return (
    <Section title="決算の数値">
      <Figures details={details} />
    </Section>
  );
}

/** The company's identity: nothing of it before the real names are approved (domain.md 3.5, L4). */
export function CompanySection({
  listing,
  details,
  names,
}: {
  listing: ListingOverview;
  details: ListingDetails;
  names: Names;
}) {
  const prefecture = names.regions
    .flatMap((region) => region.items)
    .find(({ code }) => code === listing.location?.prefecturecode)?.name;
  const address = [details.postalCode && `〒${formatPostal(details.postalCode)}`, details.address]
    .filter(Boolean)
    .join("\n");
  return (
    <Section title="企業の情報">
      <Rows
        rows={[
          { term: "企業名", ...shown(details, "companyName", details.companyName) },
          { term: "代表者", ...shown(details, "representativeName", details.representativeName) },
          { term: "都道府県", ...shown(listing, "location.prefecturecode", prefecture) },
          { term: "所在地", ...shown(details, "address", address) },
          { term: "電話番号", ...shown(details, "phone", details.phone) },
          { term: "FAX", ...shown(details, "fax", details.fax) },
          {
            term: "ホームページ",
            ...shown(details, "homePageUrl", <WebLink url={details.homePageUrl} />),
          },
          { term: "関連ページ", ...shown(details, "targetUrl", <WebLink url={details.targetUrl} />) },
          {
            term: "担当の金融機関",
            ...shown(listing, "inChargeFinancialInstitutionName", listing.inChargeFinancialInstitutionName),
          },
        ]}
      />
    </Section>
  );
}

function WebLink({ url }: { url: string | undefined }) {
  if (!url) return "―";
  return /^https?:\/\//i.test(url) ? <Link href={url}>{url}</Link> : url;
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <Heading level={2}>{title}</Heading>
      {children}
    </section>
  );
}
