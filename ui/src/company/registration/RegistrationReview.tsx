import { useQuery } from "@tanstack/react-query";
import { registrationReviewQuery } from "@/api/company";
import { pageFetch } from "@/api/query";
import { type Description, DescriptionList } from "@/kit/DescriptionList";
import { Heading } from "@/kit/Heading";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { formatTime } from "@/lib/dates";
import styles from "../company.module.css";
import type { Masters } from "../masters";
import type { CompanyOverview, RegistrationContent } from "../types";
import { describeRegistration } from "./registration";

/** The server's names of what changed, by the words under which they are shown. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  "法人・個人の別": ["memberType"],
  業種: ["industryType"],
  業種の補足: ["industryOtherText"],
  年間売上高: ["salesAmount"],
  "M&Aの経験": ["mAndAExperience"],
  買収の目的: ["mAndAReason"],
  "買収の目的（その他）": ["mAndAReasonOthers"],
  おすすめのメール: ["isSendRecommendMail"],
  オファーのメール: ["isSendOfferMail"],
  企業名: ["companyName"],
  企業形態: ["businessType"],
  代表者名: ["representativeName"],
  法人番号: ["corporateRegistrationNumber"],
  所在地: ["location", "postalCode", "prefectureCode", "cityCode", "townName", "buildingName"],
  代表電話番号: ["representativePhoneNumber"],
  代表FAX番号: ["representativeFaxNumber"],
  ホームページ: ["homePageUrl"],
  資本金: ["capitalAmount"],
  直近の売上高: ["salesAmount"],
  営業利益: ["operatingProfit"],
  総資産: ["totalAssets"],
  従業員数: ["numberOfEmployees"],
  設立年: ["establishedYear"],
  "上場・非上場の別": ["listType", "securityCode"],
  事業所番号: ["establishmentNumber"],
  氏名: ["userName"],
  "氏名（カナ）": ["userNameKana"],
  "メールアドレス（ログインID）": ["loginId"],
  "部署・役職": ["department", "position"],
  電話番号: ["phone1", "phone2"],
  FAX番号: ["fax"],
  お知らせメール: ["registSendMail"],
};

type Part = "overview" | "details" | "user";

/** What a buyer has sent by its key, unchanged, with its changes marked (domain.md 6). */
export function RegistrationReview({ data, masters }: { data: CompanyOverview; masters: Masters }) {
  const { data: sent } = useQuery({ ...registrationReviewQuery(data.companyId), ...pageFetch });
  if (sent === undefined) return <Skeleton lines={8} />;
  if (sent === null) return null;
  const part = (name: Part): Description[] => {
    const has = (fields: readonly string[], term: string) =>
      fields.some((field) => {
        const [of, one = ""] = field.split(".");
        return (
          of === name &&
          (FIELDS[term]?.includes(one) || (term.endsWith("の内容") && /^industryOtherText\d/.test(one)))
        );
      });
    const values = (from: RegistrationContent) =>
      new Map((describeRegistration(from, masters)[name] ?? []).map((one) => [one.term, one.value]));
    const entered = values(sent.entered);
    const atInvitation = values(sent.bank);
    const previous = sent.previous && values(sent.previous);
    // A deleted value has no line of its own.
    const terms = [...new Set([...entered.keys(), ...atInvitation.keys(), ...(previous?.keys() ?? [])])];
    return terms.map((term) => {
      const value = entered.get(term) || "―";
      const before = [
        ...(has(sent.changed, term) ? [{ label: "案内したとき", value: atInvitation.get(term) || "―" }] : []),
        ...(previous && has(sent.changedSince, term)
          ? [{ label: "前回", value: previous.get(term) || "―" }]
          : []),
      ];
      if (before.length === 0) return { term, value };
      return {
        term,
        value: (
          <span className={styles.changed}>
            {value}
            {before.map((one) => (
              <span key={one.label} className={styles.was}>
                変更あり。{one.label}：{one.value}
              </span>
            ))}
          </span>
        ),
      };
    });
  };
  return (
    <section className={panel.panel}>
      <Heading>買手が申し込んだ内容</Heading>
      <p className={panel.note}>
        {formatTime(sent.submitted)} に申し込まれました。利用規約（第{sent.termsVersion}
        版）への同意と、反社会的勢力排除の表明を受けています。案内したときの内容から変わった項目には印があります。
      </p>
      {sent.returnedBefore && (
        <div className={styles.notice}>
          <h3>前回の差戻しの理由</h3>
          <p className={styles.lines}>{sent.returnedBefore}</p>
        </div>
      )}
      <Heading level={3}>概要</Heading>
      <DescriptionList items={part("overview")} />
      <Heading level={3}>詳細</Heading>
      <DescriptionList items={part("details")} />
      <Heading level={3}>ご担当者</Heading>
      <DescriptionList items={part("user")} />
    </section>
  );
}
