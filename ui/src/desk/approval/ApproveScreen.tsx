import { CircleCheck, Undo2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { api, call } from "@/api/client";
import { ApiError } from "@/api/errors";
import { Button } from "@/kit/Button";
import { Form } from "@/kit/Form";
import { Heading } from "@/kit/Heading";
import styles from "@/kit/MailedPage.module.css";
import { TextField } from "@/kit/TextField";
import { formatDate } from "@/lib/dates";
import { forgetKey, hideKey, passcodeDigits, takeKey } from "@/lib/mailedKey";
import { useLimits } from "../masters";
import type { ApprovalSheet } from "../types";
import { ApproveSheet } from "./ApproveSheet";
import { type Decision, decide } from "./approveByKey";

interface Opened {
  sheet: ApprovalSheet;
  passcode: string;
}

/*
 * The seller's page (domain.md 3.2): passcode, what buyers will see, one decision. Its reader is an
 * owner, usually on a phone, who sees the platform for the first time.
 */

/** Name under which the tab's session storage keeps the key. */
const STORED = "tsunagu.approval";

export default function ApproveScreen() {
  const [key, setKey] = useState<string | null>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [decided, setDecided] = useState<Decision | null>(null);

  useEffect(() => {
    const found = takeKey(STORED);
    hideKey();
    setKey(found);
  }, []);

  if (decided) return <Done decision={decided} />;
  if (key === null) return null;
  if (key === "") return <NoKey />;
  if (!opened) return <Passcode linkKey={key} onOpen={setOpened} />;
  return (
    <ApproveSheet
      sheet={opened.sheet}
      onDecide={async (input) => {
        const answer = await decide({ ...input, key, passcode: opened.passcode });
        forgetKey(STORED);
        setDecided(answer);
        setOpened(null);
        window.scrollTo(0, 0);
      }}
    />
  );
}

function Passcode({ linkKey, onOpen }: { linkKey: string; onOpen: (opened: Opened) => void }) {
  const [text, setText] = useState("");
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const limits = useLimits();
  const digits = limits?.passcodeDigits;

  const open = async () => {
    const passcode = passcodeDigits(text);
    if (!/^\d+$/.test(passcode) || (digits !== undefined && passcode.length !== digits)) {
      setError(
        `パスコードは${digits ?? ""}${digits ? "桁の" : ""}数字です。別のメール、電話、または書面でお伝えした数字を入力してください。`,
      );
      return;
    }
    setBusy(true);
    try {
      const sheet = await call(
        api.POST("/api/SellerBusiness/GetApprovalByKey", { body: { key: linkKey, passcode } }),
      );
      window.scrollTo(0, 0);
      onOpen({ sheet, passcode });
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem;
      setError(problem.detail || "開けませんでした。しばらくたってから、もう一度お試しください。");
      field.current?.focus();
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className={styles.page}>
      <Heading level={1}>公開内容の確認</Heading>
      <p>
        お取引の金融機関から、会社の譲渡のご案内を公開する前の確認をお願いしています。会社名が出ることはありません。
      </p>
      <p>
        リンクとは別のメール、担当者からの電話、または書面でお伝えした
        <strong>パスコード{digits && `（${digits}桁の数字）`}</strong>
        を入力してください。
      </p>
      <p className={styles.note}>
        このリンクで答えられるのは一度だけです。
        {limits && `パスコードを${limits.wrongPasscodes}回まちがえると、リンクは使えなくなります。`}
      </p>
      <Form onSubmit={open} label="ご本人の確認">
        <TextField
          label="パスコード"
          name="passcode"
          ref={field}
          required
          badge={false}
          size="medium"
          inputMode="numeric"
          autoComplete="one-time-code"
          value={text}
          error={error || undefined}
          onChange={(event) => {
            setText(event.target.value);
            setError("");
          }}
        />
        <Button type="submit" kind="primary" wide busy={busy}>
          {busy ? "確認しています" : "内容を見る"}
        </Button>
      </Form>
      <Help open={error !== ""} />
    </div>
  );
}

function Help({ open }: { open: boolean }) {
  const limits = useLimits();
  return (
    <details className={styles.help} open={open}>
      <summary>開けないとき</summary>
      <ul>
        <li>
          パスコードは、別のメール、電話、または書面でお伝えしています。招待状をお持ちのときは、招待状には書かれていません。メールが見つからないときは、迷惑メールのフォルダーもご覧ください。
        </li>
        {limits && <li>リンクは、お届けから{limits.linkKeyDays}日間だけ使えます。</li>}
        <li>一度お答えになったあとは、同じリンクは使えません。</li>
        <li>金融機関の担当者が内容を直したときは、前のリンクは使えなくなり、新しいご案内が届きます。</li>
        {limits && (
          <li>パスコードを{limits.wrongPasscodes}回まちがえると、安全のため、リンクが使えなくなります。</li>
        )}
      </ul>
      <p>どの場合も、お取引の金融機関の担当者にご連絡ください。新しいご案内を用意します。</p>
    </details>
  );
}

function NoKey() {
  return (
    <div className={styles.page}>
      <Heading level={1}>このページは、メールまたは招待状のリンクから開いてください</Heading>
      <p>
        お取引の金融機関から届いた「公開内容の確認」のメールにあるリンクを、もう一度押すか、招待状のQRコードを読み取ってください。見つからないときは、担当者にご連絡ください。
      </p>
      <Help open />
    </div>
  );
}

function Done({ decision }: { decision: Decision }) {
  return (
    <div className={styles.page}>
      <Heading level={1}>
        <span className={styles.done}>
          {decision.isApproval ? <CircleCheck aria-hidden size={32} /> : <Undo2 aria-hidden size={32} />}
          {decision.isApproval ? "承認しました" : "差戻しました"}
        </span>
      </Heading>
      {decision.isApproval ? (
        <>
          <p>ありがとうございました。ご確認いただいた内容が、会社名を伏せて公開されます。</p>
          <p>公開の期限は{formatDate(decision.dueDate)}です。</p>
          <p>
            買手の候補が会社名を知りたいと希望したときは、そのつど、あらためて承諾をお願いします。承諾なしに会社名が伝わることはありません。
          </p>
        </>
      ) : (
        <p>
          ご意見を担当者にお伝えしました。担当者が内容を直してから、もう一度ご確認をお願いします。それまで、この内容が公開されることはありません。
        </p>
      )}
      <p>この画面は、閉じていただいて結構です。</p>
    </div>
  );
}
