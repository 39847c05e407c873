import { useEffect, useRef, useState } from "react";
import { ApiError } from "@/api/errors";
import * as limits from "@/api/limits.gen";
import { Button } from "@/kit/Button";
import { Dialog } from "@/kit/Dialog";
import { ErrorSummary } from "@/kit/ErrorSummary";
import { Form } from "@/kit/Form";
import { Heading } from "@/kit/Heading";
import styles from "@/kit/MailedPage.module.css";
import { TextArea } from "@/kit/TextArea";
import { TextField } from "@/kit/TextField";
import { formatDate, formatTime } from "@/lib/dates";
import { Waiting } from "@/search/Waiting";
import { useMasters } from "../masters";
import { openingLabels } from "../openings";
import { BuyerView } from "../tab/BuyerView";
import type { ApprovalSheet } from "../types";

interface Answer {
  isApproval: boolean;
  name: string;
  comment: string;
}

/** The readers of each level, in words for the company's owner (domain.md 3.5). */
const LEVEL_WORDS: Readonly<Record<number, string>> = {
  2: "買手側の金融機関との話し合いが始まった買手",
  3: "秘密を守る契約（秘密保持契約）に同意した買手",
  4: "会社名を明かすことを、あなたが承諾した買手だけ",
};

const COMMENT_MAX = limits.ApprovalDecisionInput.comment.maxLength;

/** The content that the seller is asked to approve, and the decision. */
export function ApproveSheet({
  sheet,
  onDecide,
}: {
  sheet: ApprovalSheet;
  /** @throws ApiError */
  onDecide: (answer: Answer) => Promise<void>;
}) {
  const masters = useMasters();
  const top = useRef<HTMLDivElement>(null);
  const [name, setName] = useState("");
  const [comment, setComment] = useState("");
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [attempt, setAttempt] = useState(0);
  const [asking, setAsking] = useState<"approve" | "return" | null>(null);
  const [busy, setBusy] = useState(false);

  useEffect(() => top.current?.querySelector<HTMLElement>("h1")?.focus(), []);

  const ask = (deed: "approve" | "return") => {
    setAttempt(attempt + 1);
    const missing: Record<string, string> = name.trim() === "" ? { name: "お名前を入力してください。" } : {};
    setErrors(missing);
    if (Object.keys(missing).length === 0) setAsking(deed);
  };

  const send = async () => {
    if (asking === "return" && comment.trim() === "") {
      setErrors({ comment: "直してほしいところを入力してください。" });
      return;
    }
    setBusy(true);
    try {
      await onDecide({ isApproval: asking === "approve", name: name.trim(), comment: comment.trim() });
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem;
      const own = Object.fromEntries(problem.errors.map(({ field, detail }) => [field, detail]));
      setErrors(Object.keys(own).length > 0 ? own : { "": problem.detail });
      setAttempt(attempt + 1);
      if (!own.comment) setAsking(null);
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className={styles.page} ref={top}>
      <Heading level={1}>公開内容の確認</Heading>
      <p>
        {sheet.companyName}　{sheet.userName} 様
      </p>
      <p>
        {sheet.institutionName}
        からのお願いです。次の内容を、会社名を伏せて、買手の候補に公開します。よろしければ、いちばん下で承認してください。
      </p>
      {sheet.isReplacing && (
        <p className={styles.note}>
          いま公開中の内容を、この内容に差し替えます。承認されるまでは、いまの内容のままです。
        </p>
      )}
      <section className={styles.part} aria-labelledby="approve-shown">
        <h2 id="approve-shown">1. 公開される内容</h2>
        <p>買手の候補には、このとおりに見えます。会社名、人のお名前、住所は出ません。</p>
        {masters ? <BuyerView shown={sheet} masters={masters} /> : <Waiting lines={6} />}
      </section>
      <section className={styles.part} aria-labelledby="approve-audience">
        <h2 id="approve-audience">2. 公開する相手と期間</h2>
        <dl className={styles.facts}>
          <div>
            <dt>公開する相手</dt>
            <dd>
              {audienceWords(sheet)}
              {sheet.hasWiderAudience && (
                <strong className={styles.wider}>いまより広い相手に公開します。</strong>
              )}
            </dd>
          </div>
          {sheet.isRest && (
            <div>
              <dt>公開しない相手</dt>
              <dd>
                <ul className={styles.bullets}>
                  {sheet.restFinancial.map((institution) => (
                    <li key={institution}>{institution}とその取引先</li>
                  ))}
                </ul>
              </dd>
            </div>
          )}
          <div>
            <dt>公開する期間</dt>
            <dd>
              {sheet.startDate ? formatDate(sheet.startDate) : "承認した日"}から{formatDate(sheet.dueDate)}
              まで
            </dd>
          </div>
        </dl>
      </section>
      <section className={styles.part} aria-labelledby="approve-opens">
        <h2 id="approve-opens">3. あとから見えるようになるもの</h2>
        <p>話が進むと、相手によって、次のものが順に見えるようになります。</p>
        <dl className={styles.facts}>
          {sheet.opens.map(({ level, label, fields }) => {
            const labels = openingLabels(fields);
            return (
              labels.length > 0 && (
                <div key={level}>
                  <dt>{LEVEL_WORDS[level] ?? label}</dt>
                  <dd>{labels.join("、")}</dd>
                </div>
              )
            );
          })}
        </dl>
        <p>
          <strong>会社名は、あなたがそのつど承諾した相手にだけ伝わります。</strong>
        </p>
      </section>
      <section className={styles.part} aria-labelledby="approve-answer">
        <h2 id="approve-answer">4. お返事</h2>
        <Form onSubmit={() => ask("approve")} label="お返事">
          <ErrorSummary
            attempt={attempt}
            errors={Object.entries(errors)
              .filter(([field]) => field !== "comment")
              .map(([field, message]) => ({ name: field, message }))}
          />
          <TextField
            label="お名前"
            name="name"
            required
            help="承認した方として記録します。"
            autoComplete="name"
            value={name}
            error={errors.name}
            onChange={(event) => setName(event.target.value)}
          />
          <div className={styles.buttons}>
            <Button type="submit" kind="primary" wide>
              承認する
            </Button>
            <Button wide onClick={() => ask("return")}>
              差戻す（直してほしい）
            </Button>
          </div>
          <p className={styles.note}>
            お返事の期限は{formatTime(sheet.expires)}
            です。迷うところがあれば、承認する前に、担当者にご相談ください。
          </p>
        </Form>
      </section>
      <Dialog
        open={asking === "approve"}
        onClose={() => setAsking(null)}
        title="この内容を承認しますか"
        consequence={
          <>
            <p>承認すると、{audienceWords(sheet)}に、この内容が公開されます。会社名は出ません。</p>
            <p>承認のあとで取りやめたいときは、{sheet.institutionName}の担当者にご連絡ください。</p>
          </>
        }
        confirm={{ label: "承認する", onConfirm: send, busy }}
        cancelLabel="もどる"
      />
      <Dialog
        open={asking === "return"}
        onClose={() => setAsking(null)}
        title="差戻しますか"
        confirm={{ label: "差戻す", onConfirm: send, busy }}
        cancelLabel="もどる"
      >
        <p>
          この内容は公開されません。直してほしいところを書いてください。担当者が直して、もう一度お送りします。
        </p>
        <TextArea
          label="直してほしいところ"
          name="comment"
          required
          maxLength={COMMENT_MAX}
          example="売上の規模が実際より大きい。地域の名前を出したくない。"
          value={comment}
          error={errors.comment}
          onChange={(event) => setComment(event.target.value)}
        />
      </Dialog>
    </div>
  );
}

function audienceWords(sheet: ApprovalSheet): string {
  if (sheet.isLimited) return `${sheet.institutionName}と、その取引先の買手だけ`;
  if (sheet.isRest) return "次の金融機関を除く、加盟する金融機関とその取引先の買手";
  return "加盟するすべての金融機関と、その取引先の買手";
}
