import { CircleCheck, CircleX } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { api, call } from "@/api/client";
import { useEnumerations } from "@/api/enumerations";
import { ApiError } from "@/api/errors";
import type { components } from "@/api/schema.gen";
import { Heading } from "@/kit/Heading";
import styles from "@/kit/MailedPage.module.css";
import { PasscodeForm } from "@/kit/PasscodeForm";
import { forgetKey, hideKey, takeKey } from "@/lib/mailedKey";
import { OwnerDecision } from "./OwnerDecision";
import { OWNER_PAPER, OwnerPaper } from "./OwnerPaper";

type OwnerPage = components["schemas"]["OwnerPage"];

const STORED = "tsunagu.owner-consent";

/**
 * The owner's page (domain.md 4 (2), 3.2): passcode, to whom the name would open, one decision.
 * Its reader is an owner on a telephone who never saw this before and signs in nowhere.
 */
export default function OwnerConsentScreen() {
  const [key] = useState(() => takeKey(STORED));
  const [opened, setOpened] = useState<{ page: OwnerPage; passcode: string } | null>(null);
  const [answer, setAnswer] = useState<boolean | null>(null);
  const [invalidReason, setInvalidReason] = useState<string | null>(null);
  useEffect(hideKey, []);
  // Each step is shown as a page of its own.
  const step = `${opened !== null}.${answer !== null}.${invalidReason !== null}`;
  useEffect(() => {
    if (step === "false.false.false") return;
    window.scrollTo(0, 0);
    document.querySelector<HTMLElement>("main h1")?.focus();
  }, [step]);

  if (answer !== null)
    return <Done agreed={answer} page={opened?.page} linkKey={key ?? ""} passcode={opened?.passcode ?? ""} />;
  if (invalidReason !== null || !key) return <InvalidLink reason={invalidReason} />;
  if (!opened)
    return (
      <Passcode
        linkKey={key}
        onOpen={(page, passcode) => setOpened({ page, passcode })}
        onInvalid={(reason) => {
          forgetKey(STORED);
          setInvalidReason(reason);
        }}
      />
    );
  return (
    <OwnerDecision
      page={opened.page}
      linkKey={key}
      passcode={opened.passcode}
      decide={async (input) => {
        const decided = await call(
          api.POST("/api/BuyerNegotiation/DecideOwnerConsentByKey", {
            body: { ...input, key, passcode: opened.passcode },
          }),
        );
        forgetKey(STORED);
        setAnswer(decided.isApproval);
      }}
      onInvalid={(reason) => {
        forgetKey(STORED);
        setInvalidReason(reason);
      }}
    />
  );
}

function Passcode({
  linkKey,
  onOpen,
  onInvalid,
}: {
  linkKey: string;
  onOpen: (page: OwnerPage, passcode: string) => void;
  onInvalid: (reason: string) => void;
}) {
  const limits = useEnumerations()?.limits;
  const digits = limits?.passcodeDigits;
  const open = async (passcode: string) => {
    try {
      const page = await call(
        api.POST("/api/BuyerNegotiation/GetOwnerConsentByKey", { body: { key: linkKey, passcode } }),
      );
      onOpen(page, passcode);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const wrong = error.errors.find(({ field }) => field === "passcode");
      if (wrong) return wrong.detail;
      // 400: the key is unknown, used, replaced or expired; 409: it was revoked after the last wrong
      // passcode.
      if (error.status !== 400 && error.status !== 409)
        return error.detail || "開けませんでした。もう一度お試しください。";
      onInvalid(error.status === 409 ? error.detail : "");
    }
    return "";
  };
  return (
    <div className={styles.page}>
      <Heading level={1}>会社名をお伝えする前のご確認</Heading>
      <p>
        お取引の金融機関から、御社に関心を持つ買手候補に会社名をお伝えしてよいか、おたずねしています。
        <strong>承諾いただくまで、会社名が伝わることはありません。</strong>
      </p>
      <p>
        リンクとは別のメール、担当者からの電話、または書面でお伝えした、パスコード
        {digits && `（${digits}桁の数字）`}を入力してください。
      </p>
      <p className={styles.note}>
        このリンクで答えられるのは一度だけです。
        {limits && `パスコードを${limits.wrongPasscodes}回まちがえると、リンクは使えなくなります。`}
      </p>
      <PasscodeForm
        label="パスコード"
        digits={digits}
        hint="リンクとは別のメール、電話、または書面でお伝えしています。"
        submitLabel="内容を見る"
        open={open}
      />
      <Help />
    </div>
  );
}

function Help({ open }: { open?: boolean }) {
  const limits = useEnumerations()?.limits;
  return (
    <details className={styles.help} open={open}>
      <summary>開けないとき</summary>
      <ul>
        <li>
          パスコードは、別のメール、電話、または書面でお伝えしています。招待状をお持ちのときは、招待状には書かれていません。メールが見つからないときは、迷惑メールのフォルダーもご覧ください。
        </li>
        {limits && <li>リンクは、お届けから{limits.linkKeyDays}日間だけ使えます。</li>}
        <li>一度お答えになったあとは、同じリンクは使えません。</li>
        <li>新しいメールや招待状が届いているときは、新しいほうのリンクをお使いください。</li>
        {limits && (
          <li>パスコードを{limits.wrongPasscodes}回まちがえると、安全のため、リンクが使えなくなります。</li>
        )}
      </ul>
      <p>どの場合も、お取引の金融機関の担当者にご連絡ください。新しいご案内を用意します。</p>
    </details>
  );
}

/** Says why a link is invalid, and that nothing has happened. */
function InvalidLink({ reason }: { reason: string | null }) {
  return (
    <div className={styles.page}>
      <Heading level={1}>
        {reason === null
          ? "このページは、メールまたは招待状のリンクから開いてください"
          : "このリンクは使えません"}
      </Heading>
      {reason ? (
        <p>{reason}</p>
      ) : reason === null ? (
        <p>
          お取引の金融機関から届いたメールにあるリンクを、もう一度押すか、招待状のQRコードを読み取ってください。見つからないときは、担当者にご連絡ください。
        </p>
      ) : (
        <p>すでにお答えになったか、期限が過ぎたか、新しいリンクが届いています。</p>
      )}
      <p>
        <strong>このページを開いただけで、会社名が伝わることはありません。</strong>
      </p>
      <Help open />
    </div>
  );
}

function Done({
  agreed,
  page,
  linkKey,
  passcode,
}: {
  agreed: boolean;
  page?: OwnerPage;
  linkKey: string;
  passcode: string;
}) {
  const lines: ReactNode[] = agreed
    ? [
        "ありがとうございました。承諾いただいたことを、お取引の金融機関の担当者にお伝えしました。",
        `担当者が承認の手続きを終えると、会社名などが${page ? `「${page.buyer.displayName}」と${page.buyerFinancialName}` : "買手候補"}に伝わります。`,
        "気持ちが変わったときは、すぐに担当者へお電話ください。承認の前であれば、止められます。",
      ]
    : [
        "承諾されなかったことを、お取引の金融機関の担当者にお伝えしました。",
        "会社名は、この買手候補には伝わりません。買手候補には、承認されなかったことだけが伝わります。",
      ];
  return (
    <div className={styles.page}>
      <Heading level={1}>
        <span className={styles.done}>
          {agreed ? <CircleCheck aria-hidden size={32} /> : <CircleX aria-hidden size={32} />}
          {agreed ? "承諾しました" : "拒否しました"}
        </span>
      </Heading>
      {lines.map((line) => (
        <p key={String(line)}>{line}</p>
      ))}
      {agreed && <OwnerPaper linkKey={linkKey} passcode={passcode} kind={OWNER_PAPER.consent} />}
      <p>この画面は、閉じていただいて結構です。</p>
    </div>
  );
}
