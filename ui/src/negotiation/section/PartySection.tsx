import { useItemLists } from "@/api/enumerations";
import { useMaster } from "@/api/master";
import type { components } from "@/api/schema.gen";
import { type Description, DescriptionList } from "@/kit/DescriptionList";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { Lock } from "@/kit/Lock";
import { describeBuyer } from "../buyer";
import { isBF, isSF, type Negotiation } from "../types";
import styles from "./Party.module.css";

type Schemas = components["schemas"];

/** The other party, as far as it is disclosed at this status; withheld fields say when they are disclosed. */
export function PartySection({ negotiation: n }: { negotiation: Negotiation }) {
  return (
    <section className={styles.box}>
      <Heading level={2}>当事者</Heading>
      <DescriptionList items={parties(n)} />
      {n.side !== "sf" && n.isAgreementKept && (
        <p>
          <Link href={`/agreement/${n.buyerNegotiationId}`}>承諾した秘密保持契約を読む</Link>
        </p>
      )}
      {isSF(n.side) && n.buyer && <BuyerProfile negotiation={n} />}
    </section>
  );
}

const ANONYMOUS_UNTIL = {
  buyerName: "実名交渉の申請後に表示されます",
  sellerName: "実名交渉の承認後に表示されます",
  sellerBank: "秘密保持契約に同意すると表示されます",
  sellerBankStarted: "交渉を開始すると表示されます",
} as const;

function parties(n: Negotiation): Description[] {
  const buyerSees = n.level >= 4;
  const rows: Description[] = [{ term: "交渉番号", value: n.caseNumber }];
  if (n.side !== "buyer")
    rows.push({
      term: "買手",
      value:
        isBF(n.side) || (n.status >= 2 && n.status <= 5) ? (
          n.displayName
        ) : (
          <>
            {n.displayName}
            {n.status !== 9 && <Lock>{ANONYMOUS_UNTIL.buyerName}</Lock>}
          </>
        ),
    });
  if (n.side === "buyer" || n.side === "sf")
    rows.push({
      term: n.side === "buyer" ? "担当の金融機関" : "買手側金融機関",
      value: n.buyerFinancialName ?? "",
    });
  rows.push({
    term: "売手",
    value:
      isSF(n.side) || buyerSees ? (
        n.sellerDisplayName
      ) : (
        <>
          {n.sellerDisplayName}
          {n.status !== 9 && <Lock>{ANONYMOUS_UNTIL.sellerName}</Lock>}
        </>
      ),
  });
  if (n.side !== "sf")
    rows.push({
      term: "売手側金融機関",
      value: n.sellerFinancialName || (
        <Lock>{n.isConsent ? ANONYMOUS_UNTIL.sellerBankStarted : ANONYMOUS_UNTIL.sellerBank}</Lock>
      ),
    });
  return rows;
}

/** The buyer as SF may read it now (domain.md 3.5, second table). */
function BuyerProfile({ negotiation: n }: { negotiation: Negotiation }) {
  const items = useItemLists();
  const industries = useMaster<Schemas["IndustryClass"][]>("industries").data;
  const regions = useMaster<Schemas["RegionPlaces"][]>("prefectures").data;
  if (!n.buyer) return null;
  const { overview, needs, details } = describeBuyer(n.buyer, { items, industries, regions });
  return (
    <details className={styles.profile} open={n.status <= 2}>
      <summary>買手候補の情報</summary>
      {n.isSameCompany && (
        <p className={styles.warning} role="alert">
          買手と売手の法人番号が同じです。登録に誤りがないか、買手側金融機関に確認してください。
        </p>
      )}
      <DescriptionList items={overview} />
      {needs.length > 0 && (
        <>
          <h3>ニーズ</h3>
          <ul className={styles.needs}>
            {needs.map((need) => (
              <li key={need.needsId}>
                <strong>{need.title}</strong>
                <p>{need.detail}</p>
              </li>
            ))}
          </ul>
        </>
      )}
      <h3>企業の詳細</h3>
      {details.length > 0 ? (
        <DescriptionList
          items={details.map(({ term, value, href }) => ({
            term,
            value: href ? <Link href={href}>{value}</Link> : value,
          }))}
        />
      ) : (
        <p>
          <Lock>{n.status === 9 ? "交渉の終了により閉じられました" : ANONYMOUS_UNTIL.buyerName}</Lock>
        </p>
      )}
    </details>
  );
}
