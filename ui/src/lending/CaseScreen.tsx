import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { api, call } from "@/api/client";
import { useItemLists } from "@/api/enumerations";
import { type LendingCase, type LendingInput, lendingCaseQuery, lendingCasesQuery } from "@/api/lending";
import { useMaster } from "@/api/master";
import { pageFetch } from "@/api/query";
import type { components } from "@/api/schema.gen";
import { Button } from "@/kit/Button";
import { type Description, DescriptionList } from "@/kit/DescriptionList";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { bandShort, peopleText, priceText } from "@/lib/bands";
import { formatDate, formatTime } from "@/lib/dates";
import { useScreenTitle } from "@/lib/title";
import { useUrlState } from "@/lib/urlstate";
import { yenReading } from "@/lib/yen";
import { industryNames } from "@/negotiation/buyer";
import { FinancingDialog, type FinancingStep } from "@/negotiation/dialog/FinancingDialog";
import { LABELS } from "@/sale/labels";
import type { ScreenProps } from "@/screen";
import { caseHref } from "./href";
import styles from "./Lending.module.css";

const DEFAULTS = { negotiation: "" };

/** One buyer's financing, at the address of the listing that its mails have; with several buyers, first the choice. */
export default function CaseScreen({ params }: ScreenProps) {
  const { state } = useUrlState(DEFAULTS);
  if (state.negotiation) return <Case id={state.negotiation} />;
  return <Choice sellerBusinessId={params.id ?? ""} />;
}

function Choice({ sellerBusinessId }: { sellerBusinessId: string }) {
  const { data } = useQuery({
    ...lendingCasesQuery({ sellerBusinessId, pageNumber: 1, limit: 100 }),
    ...pageFetch,
  });
  return (
    <>
      <Heading level={1}>資金支援の案件</Heading>
      {!data ? (
        <Skeleton rows={3} />
      ) : data.caseList.length === 0 ? (
        <EmptyState
          title="この案件の資金支援はありません"
          action={
            <Link href="/financial-support" button="secondary">
              資金支援の案件へ戻る
            </Link>
          }
        >
          M&Aの担当者が相談を受け付けていないか、買手の情報共有同意がなくなりました。
        </EmptyState>
      ) : (
        <ul className={styles.choices}>
          {data.caseList.map((row) => (
            <li key={row.buyerNegotiationId}>
              <Link href={caseHref(row)}>
                {row.buyerName}（{row.statusLabel}）
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Case({ id }: { id: string }) {
  const { data } = useQuery({ ...lendingCaseQuery(id), ...pageFetch });
  useScreenTitle(data?.buyer.companyName);
  if (!data)
    return (
      <>
        <Heading level={1}>資金支援の案件</Heading>
        <Skeleton rows={5} />
      </>
    );
  return (
    <>
      <Heading level={1}>{data.buyer.companyName}</Heading>
      <p>
        {data.caseNumber}　{data.listing.businessName}
      </p>
      <FinancingPart one={data} />
      <Buyer one={data} />
      <Listing listing={data.listing} />
    </>
  );
}

const amount = (value: number | undefined) => (value === undefined ? "" : yenReading(value));

function FinancingPart({ one }: { one: LendingCase }) {
  const [open, setOpen] = useState<FinancingStep | "edit" | null>(null);
  const f = one.financing;
  const moves = f.moves.map(({ financialSupportStatus, label }) => ({
    status: financialSupportStatus,
    label,
    blocked: "",
  }));
  return (
    <Section title="資金支援">
      <p className={styles.status}>{f.statusLabel}</p>
      <p className={styles.notice}>
        資金支援の有無や条件を、ほかの取引の条件にしないでください（優越的地位の濫用の防止）。
      </p>
      {moves.length > 0 && (
        <div className={styles.moves}>
          {moves.map((move) => (
            <Button key={move.status} onClick={() => setOpen(move)}>
              「{move.label}」にする
            </Button>
          ))}
        </div>
      )}
      <DescriptionList
        items={[
          { term: "希望額", value: amount(f.desiredAmount) },
          { term: "自己資金", value: amount(f.ownFunds) },
          { term: "資金の使途", value: f.fundsPurpose },
          { term: "稟議番号", value: f.approvalNumber },
          { term: "決裁日", value: f.approvalDate ? formatDate(f.approvalDate) : "" },
          { term: "承認された金額", value: amount(f.approvedAmount) },
          { term: "M&Aの担当者", value: one.personInCharge },
        ]}
      />
      {moves.length > 0 && (
        <div className={styles.moves}>
          <Button onClick={() => setOpen("edit")}>内容を変更する</Button>
        </div>
      )}
      {one.moveList.length > 0 && (
        <details>
          <summary>これまでの変更</summary>
          <ol className={styles.history}>
            {one.moveList.map(({ at, label, userName }) => (
              <li key={at + label}>
                {formatTime(at)}　{label}
                {userName && `（${userName}）`}
              </li>
            ))}
          </ol>
        </details>
      )}
      {open && (
        <FinancingDialog
          id={one.buyerNegotiationId}
          financing={{ ...f, moves }}
          move={open}
          consequence={["状況を変えると、買手を担当するM&Aの担当者にメールで伝わります。"]}
          send={(input) => save(one, input)}
          onClose={() => setOpen(null)}
        />
      )}
    </Section>
  );
}

const save = (one: LendingCase, input: Partial<LendingInput> & { financialSupportStatus: number }) =>
  call(
    api.POST("/api/Lending/UpdateCase", {
      body: {
        buyerNegotiationId: one.buyerNegotiationId,
        revision: one.financing.revision,
        fromFinancialSupportStatus: one.financing.financialSupportStatus,
        ...input,
      },
    }),
  );

function Buyer({ one: { buyer: b } }: { one: LendingCase }) {
  const people = b.numberOfEmployees === undefined ? "" : `${b.numberOfEmployees.toLocaleString("ja-JP")}名`;
  return (
    <Section title="買手">
      <DescriptionList
        items={[
          { term: "企業名", value: b.companyName },
          { term: "代表者名", value: b.representativeName },
          { term: "法人番号", value: b.corporateRegistrationNumber },
          { term: "所在地", value: b.address },
          { term: "電話番号", value: b.phoneNumber },
          { term: "ホームページ", value: b.homePageUrl },
          { term: "資本金", value: amount(b.capitalAmount) },
          { term: "売上高", value: amount(b.salesAmount) },
          { term: "営業利益", value: amount(b.operatingProfit) },
          { term: "総資産", value: amount(b.totalAssets) },
          { term: "従業員数", value: people },
          { term: "設立年", value: b.establishedYear === undefined ? "" : `${b.establishedYear}年` },
        ]}
      />
    </Section>
  );
}

function Listing({ listing: l }: { listing: LendingCase["listing"] }) {
  const items = useItemLists();
  const industries = useMaster<components["schemas"]["IndustryClass"][]>("industries").data;
  const shown: Description[] = [
    { term: LABELS.industryTypes, value: industryNames(l.industryTypes, industries) },
    { term: LABELS.formattedLocation, value: l.formattedLocation },
    { term: LABELS.salesAmount, value: bandShort(items?.salesAmount.items, l.salesAmount) },
    { term: LABELS.operatingProfit, value: bandShort(items?.operatingProfit.items, l.operatingProfit) },
    {
      term: LABELS.salesPrice,
      value: priceText(items?.acquisitionPrice.items, l.salesPrice, l.salesPriceTo),
    },
    { term: LABELS.numberOfManagers, value: peopleText(l.numberOfManagersFrom, l.numberOfManagersTo) },
  ];
  return (
    <Section title="案件の公開情報">
      {l.businessName ? (
        <>
          <p className={styles.notice}>
            匿名で公開されている内容だけです。これより先は、融資の担当者には表示されません。
          </p>
          <p className={styles.description}>{l.description}</p>
          <DescriptionList items={shown} />
        </>
      ) : (
        <p className={styles.notice}>
          この案件の内容は、いまは表示できません。公開が終わったか、公開先が変わりました。
        </p>
      )}
    </Section>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={panel.near} aria-label={title}>
      <Heading level={2}>{title}</Heading>
      {children}
    </section>
  );
}
