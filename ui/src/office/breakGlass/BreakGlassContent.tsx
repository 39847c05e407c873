import { type ItemLists, itemLabel, useItemLists } from "@/api/enumerations";
import type { Schemas } from "@/api/officeClient";
import { type Description, DescriptionList } from "@/kit/DescriptionList";
import { Heading } from "@/kit/Heading";
import panel from "@/kit/Panel.module.css";
import { formatTime } from "@/lib/dates";
import { formatPostal } from "@/lib/kana";
import { yenShort } from "@/lib/yen";
import { BALANCE_ROWS, PROFIT_ROWS } from "@/sale/figures";
import { LABELS } from "@/sale/labels";
import shared from "../office.module.css";
import styles from "./BreakGlass.module.css";
import { FileButton } from "./FileButton";
import { OpenedDuties } from "./OpenedDuties";

type Details = Schemas["ListingDetails"];

/** The content of an opening: a listing with its documents, or a negotiation with its messages. */
export function BreakGlassContent({
  openingId,
  content: { sellerBusiness, negotiation, duties },
}: {
  openingId: string;
  content: Schemas["OfficeGlassContent"];
}) {
  return (
    <section className={styles.content} aria-label="緊急閲覧で開いた内容">
      {sellerBusiness && <Listing openingId={openingId} listing={sellerBusiness} />}
      {negotiation && <Negotiation openingId={openingId} negotiation={negotiation} />}
      {duties && <OpenedDuties openingId={openingId} duties={duties} />}
    </section>
  );
}

/** The amounts of the last year and of the one before, and of its end, in the order of a statement. */
const AMOUNTS: readonly [keyof Details, string][] = [
  ...PROFIT_ROWS.map(({ field, label }): [keyof Details, string] => [field, label]),
  ...PROFIT_ROWS.flatMap(({ before, label }): [keyof Details, string][] =>
    before ? [[before, `${label}（前期）`]] : [],
  ),
  ...BALANCE_ROWS.map(({ field, label }): [keyof Details, string] => [field, label]),
];

const TEXTS = [
  "advantage",
  "providingMethod",
  "assignmentReasonAddition",
  "markets",
  "targetCustomers",
  "services",
  "supplementaryDescription",
] as const;

/** The items that have a value. */
function withValue(items: readonly Description[]): Description[] {
  return items.filter(({ value }) => value !== undefined && value !== null && value !== "");
}

function Listing({ openingId, listing }: { openingId: string; listing: Schemas["OfficeGlassListing"] }) {
  const { overView, details, documents } = listing;
  const items = useItemLists();
  return (
    <>
      <Heading>案件の内容</Heading>
      {!listing.isPublished && (
        <p className={panel.warning}>まだ公開されていません。編集中の内容を表示しています。</p>
      )}
      <DescriptionList
        items={withValue([
          { term: LABELS.businessName, value: overView.businessName },
          { term: LABELS.description, value: <span className={shared.prose}>{overView.description}</span> },
          { term: LABELS.companyName, value: details.companyName },
          { term: LABELS.representativeName, value: details.representativeName },
          {
            term: LABELS.address,
            value: [details.postalCode && `〒${formatPostal(details.postalCode)}`, details.address]
              .filter(Boolean)
              .join("　"),
          },
          { term: LABELS.phone, value: details.phone },
          { term: LABELS.fax, value: details.fax },
          { term: LABELS.homePageUrl, value: details.homePageUrl },
          { term: LABELS.targetUrl, value: details.targetUrl },
          {
            term: LABELS.assignmentReason,
            value: details.assignmentReason.map((key) => itemLabel(items, "mAndAReason", key)).join("、"),
          },
          ...TEXTS.map((field) => ({
            term: LABELS[field],
            value: details[field] && <span className={shared.prose}>{String(details[field])}</span>,
          })),
        ])}
      />
      <Heading level={3}>決算の数値</Heading>
      <DescriptionList
        items={[
          { term: LABELS.fiscalYear, value: details.fiscalYear ? `${details.fiscalYear}年度` : "" },
          ...withValue(
            AMOUNTS.map(([field, term]) => ({
              term,
              value: details[field] === undefined ? "" : yenShort(details[field] as number),
            })),
          ),
        ]}
      />
      <Heading level={3}>資料</Heading>
      {documents.length === 0 && <p>資料はありません。</p>}
      {documents.map((document) => (
        <p key={document.fileId} className={shared.actions}>
          <span>
            {document.title}（{document.kindLabel}、第{document.edition}版）
          </span>
          <FileButton openingId={openingId} fileId={document.fileId} name={document.title} />
        </p>
      ))}
    </>
  );
}

const SYSTEM = 3;
const CHANNELS: Readonly<Record<number, string>> = {
  1: "買手と買手側金融機関",
  2: "金融機関どうし",
  3: "システム",
};
const SIDES: Readonly<Record<string, string>> = {
  buyer: "買手",
  bf: "買手側金融機関",
  sf: "売手側金融機関",
  both: "金融機関",
  seller: "売手",
  office: "事務局",
  system: "システム",
};

function Negotiation({
  openingId,
  negotiation: { sellerName, buyer, messageList, timeline },
}: {
  openingId: string;
  negotiation: Schemas["OfficeGlassNegotiation"];
}) {
  const items = useItemLists();
  return (
    <>
      <Heading>交渉の当事者</Heading>
      <DescriptionList items={[{ term: "売手", value: sellerName }, ...buyerItems(items, buyer)]} />
      <Heading>メッセージ</Heading>
      {messageList.length === 0 ? (
        <p>メッセージはありません。</p>
      ) : (
        <div className={styles.messages}>
          {messageList.map((message, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the content does not change once it is read
            <article key={index} className={styles.message}>
              <header>
                <span>{formatTime(message.created)}</span>
                <span>{CHANNELS[message.messageType]}</span>
                {message.messageType !== SYSTEM && (
                  <span>{[message.originatorLabel, message.userName].filter(Boolean).join("　")}</span>
                )}
              </header>
              {message.body && <p className={shared.prose}>{message.body}</p>}
              {message.fileId && (
                <p className={shared.actions}>
                  <span>{message.fileName}</span>
                  <FileButton openingId={openingId} fileId={message.fileId} name={message.fileName} />
                </p>
              )}
            </article>
          ))}
        </div>
      )}
      <Heading level={3}>経緯</Heading>
      <ol className={styles.readings}>
        {timeline.map((event, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the content does not change once it is read
          <li key={index}>
            <span className={styles.at}>{formatTime(event.at)}</span> {event.label}（
            {SIDES[event.side] ?? event.side}）
          </li>
        ))}
      </ol>
    </>
  );
}

function buyerItems(items: ItemLists | undefined, buyer: Schemas["NegotiationBuyer"]): Description[] {
  const d = buyer.details;
  return withValue([
    { term: "買手", value: buyer.displayName },
    { term: "買手の代表者", value: d?.representativeName },
    {
      term: "買手の所在地",
      value: [d?.prefectureName, d?.cityName, d?.townName, d?.buildingName].filter(Boolean).join(""),
    },
    { term: "買手の電話番号", value: d?.representativePhoneNumber },
    { term: "買手の法人番号", value: d?.corporateRegistrationNumber },
    {
      term: "買手の売上高",
      value: buyer.salesAmount ? itemLabel(items, "salesAmount", buyer.salesAmount) : "",
    },
  ]);
}
