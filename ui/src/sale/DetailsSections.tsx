import { createContext, type ReactNode, useContext } from "react";
import { type Description, DescriptionList } from "@/kit/DescriptionList";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { LockedTerms } from "@/kit/Lock";
import { formatPostal } from "@/lib/kana";
import styles from "./DetailsSections.module.css";
import { Figures } from "./Figures";
import { LABELS } from "./labels";
import { itemLabels, type SaleNames } from "./names";
import type { ListingDetails, ListingOverview } from "./types";
import { type Withheld, withheldReason } from "./withheld";

/** The level of the headings of the parts: 3 inside a section of another page. */
export const PartLevel = createContext<2 | 3>(2);

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

/** What a listing's owner says of it. */
export function DescriptionSection({ listing }: { listing: ListingOverview }) {
  return (
    <Section title={LABELS.description}>
      <p className={styles.description}>{listing.description || "―"}</p>
    </Section>
  );
}

/** All parts of a listing below its summary, at the reader's level. */
export function ListingSections({
  listing,
  details,
  names,
}: {
  listing: ListingOverview;
  /** null where none were entered. */
  details: ListingDetails | null;
  names: SaleNames;
}) {
  return (
    <>
      <TransferSection listing={listing} details={details} names={names} />
      {details && (
        <>
          <BusinessSection listing={listing} details={details} />
          <FigureSection details={details} />
          <CompanySection listing={listing} details={details} names={names} />
        </>
      )}
    </>
  );
}

/** What is sold and why: the overview beyond the summary, with the reason of the details. */
function TransferSection({
  listing,
  details,
  names: { items },
}: {
  listing: ListingOverview;
  details: ListingDetails | null;
  names: SaleNames;
}) {
  const rows: Row[] = [
    { term: LABELS.salesAsset, value: itemLabels(items, "salesAsset", listing.salesAsset) },
    { term: LABELS.salesAssetOther, ...shown(listing, "salesAssetOther", listing.salesAssetOther) },
    {
      term: LABELS.negotiationTarget,
      value: itemLabels(items, "negotiationTarget", listing.negotiationTarget),
    },
  ];
  if (details)
    rows.push(
      { term: LABELS.assignmentReason, value: itemLabels(items, "mAndAReason", details.assignmentReason) },
      {
        term: LABELS.assignmentReasonAddition,
        ...shown(details, "assignmentReasonAddition", details.assignmentReasonAddition),
      },
    );
  rows.push({ term: LABELS.others, ...shown(listing, "others", listing.others) });
  return (
    <Section title="譲渡について">
      <Rows rows={rows} />
    </Section>
  );
}

/** The business, as far as the reader's level discloses it. */
function BusinessSection({ listing, details }: { listing: ListingOverview; details: ListingDetails }) {
  const text = (field: keyof ListingDetails & keyof typeof LABELS): Row => ({
    term: LABELS[field],
    ...shown(details, field, details[field] as string | undefined),
  });
  return (
    <Section title="事業の内容">
      <Rows
        rows={[
          { term: LABELS.industryOtherText, ...shown(listing, "industryOtherText", industryTexts(listing)) },
          text("advantage"),
          text("providingMethod"),
          text("markets"),
          text("targetCustomers"),
          text("services"),
          text("supplementaryDescription"),
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

function FigureSection({ details }: { details: ListingDetails }) {
  return (
    <Section title="決算の数値">
      <Figures details={details} />
    </Section>
  );
}

/** The company's identity: nothing of it before the real names are approved (domain.md 3.5, L4). */
function CompanySection({
  listing,
  details,
  names,
}: {
  listing: ListingOverview;
  details: ListingDetails;
  names: SaleNames;
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
          { term: LABELS.companyName, ...shown(details, "companyName", details.companyName) },
          {
            term: LABELS.representativeName,
            ...shown(details, "representativeName", details.representativeName),
          },
          { term: LABELS.prefecture, ...shown(listing, "location.prefecturecode", prefecture) },
          { term: LABELS.address, ...shown(details, "address", address) },
          { term: LABELS.phone, ...shown(details, "phone", details.phone) },
          { term: LABELS.fax, ...shown(details, "fax", details.fax) },
          {
            term: LABELS.homePageUrl,
            ...shown(details, "homePageUrl", <WebLink url={details.homePageUrl} />),
          },
          { term: LABELS.targetUrl, ...shown(details, "targetUrl", <WebLink url={details.targetUrl} />) },
          {
            term: LABELS.inChargeFinancialInstitutionName,
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

/** One part of a listing: a section of its page, or of a view inside a section of another page. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <Heading level={useContext(PartLevel)}>{title}</Heading>
      {children}
    </section>
  );
}
