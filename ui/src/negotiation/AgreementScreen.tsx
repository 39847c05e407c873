import { useQuery } from "@tanstack/react-query";
import { Download, Printer } from "lucide-react";
import { signedAgreementQuery } from "@/api/negotiation";
import { pageFetch } from "@/api/query";
import { IssuedPanel } from "@/issued/IssuedPanel";
import { Button } from "@/kit/Button";
import { DescriptionList } from "@/kit/DescriptionList";
import { Heading } from "@/kit/Heading";
import { Prose } from "@/kit/Prose";
import { Skeleton } from "@/kit/Skeleton";
import { formatTime } from "@/lib/dates";
import type { ScreenProps } from "@/screen";
import styles from "./Agreement.module.css";
import { downloadAgreementPaper } from "./downloads";

/** The confidentiality agreement, to be read again by who agreed to it, with both parties (domain.md 0.15). */
export default function AgreementScreen({ params }: ScreenProps) {
  const id = params.id ?? "";
  const { data: a } = useQuery({ ...signedAgreementQuery(id), ...pageFetch });
  const heading = (
    <Heading
      level={1}
      actions={
        a && (
          <span className="no-print">
            <Button icon={<Printer aria-hidden size={18} />} onClick={() => window.print()}>
              印刷する
            </Button>
          </span>
        )
      }
    >
      承諾した秘密保持契約
    </Heading>
  );
  if (!a)
    return (
      <>
        {heading}
        <Skeleton rows={6} />
      </>
    );
  return (
    <>
      {heading}
      <div className={styles.paper}>
        {!a.isCurrent && (
          <p className={styles.over}>
            この承諾は、終わった交渉でのものです。秘密を守る義務は、契約の定める期間、続きます。
          </p>
        )}
        <DescriptionList
          items={[
            { term: "対象の案件", value: a.businessName || "（非公開になった案件）" },
            { term: "交渉番号", value: a.caseNumber },
            { term: "情報を受け取る側（承諾した会社）", value: a.buyerName },
            { term: "担当の金融機関（受け取る側）", value: a.buyerFinancialName },
            {
              term: "情報を開示する側（売手）",
              value:
                a.sellerName ??
                "対象の案件の売手。会社名は、実名交渉が承認されている間、ここに表示されます。",
            },
            {
              term: "担当の金融機関（開示する側）",
              value: a.sellerFinancialName || "交渉が進んでいる間、ここに表示されます。",
            },
            { term: "承諾した日時", value: formatTime(a.at) },
            {
              term: a.isPaper ? "書面を登録した人" : "承諾した人",
              value: a.userName || "（前の担当の金融機関の担当者）",
            },
            { term: "承諾の方法", value: a.isPaper ? "署名済みの書面" : "この画面での承諾" },
            { term: "契約の版", value: `第${a.version}版` },
          ]}
        />
        {a.fileName && (
          <div className="no-print">
            <Button
              icon={<Download aria-hidden size={18} />}
              onClick={() => downloadAgreementPaper(id, a.fileName ?? "agreement")}
            >
              署名済みの書面を保存する
            </Button>
          </div>
        )}
        <section className={styles.text}>
          <h2>{a.title}</h2>
          <Prose html={a.html} />
        </section>
        <p className={styles.hash}>本文の照合値（SHA-256）：{a.hash}</p>
      </div>
      <div className="no-print">
        <IssuedPanel of={{ buyerNegotiationId: id }} framed />
      </div>
    </>
  );
}
