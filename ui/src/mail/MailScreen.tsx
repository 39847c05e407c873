import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { loginsQuery, mailsQuery } from "@/api/demo";
import { pageFetch } from "@/api/query";
import type { components } from "@/api/schema.gen";
import { Button } from "@/kit/Button";
import { EmptyState } from "@/kit/EmptyState";
import { Form } from "@/kit/Form";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { notify } from "@/kit/notify";
import { Pagination } from "@/kit/Pagination";
import { Skeleton } from "@/kit/Skeleton";
import { TextField } from "@/kit/TextField";
import { formatTime } from "@/lib/dates";
import { useUrlState } from "@/lib/urlstate";
import { isSignedIn } from "@/session/session";
import styles from "./MailScreen.module.css";
import { splitAtAddresses } from "./splitAtAddresses";

type Mail = components["schemas"]["DemoMailRow"];

const DEFAULTS = { to: "", pageNumber: 1 };
const PAGE_SIZE = 20;
const REFRESH_MS = 5000;

/** The demo's mails, so that one person can play the seller, both banks and the buyer (domain.md 9 /mail). */
export default function MailScreen() {
  const { state, set, href } = useUrlState(DEFAULTS);
  const mails = useQuery({
    ...mailsQuery({ ...state, limit: PAGE_SIZE }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    ...pageFetch,
  });
  const rows = mails.data?.mailList ?? [];
  return (
    <>
      <Heading
        level={1}
        actions={
          <Button icon={<RefreshCw aria-hidden size={18} />} onClick={() => mails.refetch()}>
            新しいメールを確認する
          </Button>
        }
      >
        デモのメール
      </Heading>
      <div className={styles.about}>
        <p>
          デモでは、メールは実際には送られず、ここに届きます。売手や買手の方が受け取るリンクとパスコードも、この画面で読めます。本番では、メールは宛先の方だけに届き、事務局にも読めません。
        </p>
      </div>
      <Logins />
      <section className={styles.section}>
        <Heading level={2}>受信箱</Heading>
        <search>
          <Form
            row
            label="宛先で絞り込む"
            onSubmit={(event) =>
              set({ to: String(new FormData(event.currentTarget).get("to") ?? "").trim() })
            }
          >
            <TextField
              key={state.to}
              label="宛先で絞り込む"
              badge={false}
              type="search"
              name="to"
              data-search="page"
              autoCapitalize="off"
              spellCheck={false}
              defaultValue={state.to}
            />
            <Button type="submit">絞り込む</Button>
            {state.to && (
              <Button kind="quiet" onClick={() => set({ to: "" })}>
                すべて表示する
              </Button>
            )}
          </Form>
        </search>
        {mails.isPending && <Skeleton rows={5} />}
        {mails.data && rows.length === 0 && (
          <EmptyState title={state.to ? "この宛先のメールはありません" : "メールはまだありません"}>
            承認の依頼やメッセージなどの操作をすると、ここにメールが届きます。届くと、自動で表示されます。
          </EmptyState>
        )}
        <ul className={styles.mails} aria-label="メール" data-stale={mails.isPlaceholderData || undefined}>
          {rows.map((mail, index) => (
            <Row key={mail.mailId} mail={mail} newest={index === 0 && state.pageNumber === 1} />
          ))}
        </ul>
        {mails.data && mails.data.allCount > 0 && (
          <Pagination
            page={state.pageNumber}
            allCount={mails.data.allCount}
            pageSize={PAGE_SIZE}
            href={(pageNumber) => href({ pageNumber })}
          />
        )}
      </section>
    </>
  );
}

/** A mail of the list. A newly arrived one is open at first; the others stay open or closed as they are. */
function Row({ mail, newest }: { mail: Mail; newest: boolean }) {
  const [open, setOpen] = useState(newest);
  return (
    <li>
      <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span className={styles.subject}>{mail.subject}</span>
          <span className={styles.meta}>
            <span>宛先：{mail.to}</span>
            <time dateTime={`${mail.created}Z`}>{formatTime(mail.created)}</time>
          </span>
        </summary>
        {open && <MailContent mail={mail} />}
      </details>
    </li>
  );
}

/** The content of a mail: its passcode or link with a button, then its text. */
function MailContent({ mail }: { mail: Mail }) {
  return (
    <div className={styles.content}>
      {(mail.link || mail.passcode) && (
        <div className={styles.actions}>
          {mail.passcode && (
            <>
              <span className={styles.passcode}>{mail.passcode}</span>
              <Button
                onClick={async () => {
                  try {
                    await navigator.clipboard.writeText(mail.passcode);
                    notify.success("パスコードをコピーしました。");
                  } catch {
                    notify.error("コピーできませんでした。パスコードを選択してコピーしてください。");
                  }
                }}
              >
                パスコードをコピーする
              </Button>
            </>
          )}
          {mail.link && (
            <Link href={withoutOrigin(mail.link)} button="primary">
              メールのリンクを開く
            </Link>
          )}
        </div>
      )}
      <p className={styles.text}>
        {splitAtAddresses(mail.text).map((piece, index) =>
          piece.isAddress ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a mail's text never changes.
            <Link key={index} href={withoutOrigin(piece.text)}>
              {piece.text}
            </Link>
          ) : (
            piece.text
          ),
        )}
      </p>
    </div>
  );
}

/** An address without its origin: the demo may run on another port than when the mail was written. */
function withoutOrigin(address: string): string {
  const { pathname, search, hash } = new URL(address);
  return pathname + search + hash;
}

/** The demo's logins, and their common password. */
function Logins() {
  const logins = useQuery(loginsQuery);
  const rows = logins.data ?? [];
  const password = rows[0]?.password;
  if (!password) return null;
  return (
    <details className={styles.logins} open={!isSignedIn.value}>
      <summary>デモのログイン一覧</summary>
      <p>
        パスワードはすべて <strong>{password}</strong>{" "}
        です。いちどに一人だけログインできます。何人かを同時に演じるときは、シークレットウィンドウや別のブラウザをお使いください。
        {isSignedIn.value && "別の人でログインするには、先にログアウトしてください。"}
      </p>
      <dl>
        {rows.map((row) => (
          <div key={row.loginId}>
            <dt>{row.label}</dt>
            <dd>
              {row.path.startsWith("/login") ? (
                <Link href={row.path}>{row.loginId}</Link>
              ) : (
                <>
                  {row.loginId}（事務局の画面 {row.path} からログインします）
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
