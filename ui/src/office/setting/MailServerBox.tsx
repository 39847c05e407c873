import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "@/api/client";
import { loadNetwork, network } from "@/api/network";
import { mailServerQuery } from "@/api/office";
import { failureText, office, type Schemas } from "@/api/officeClient";
import { pageFetch } from "@/api/query";
import { Button } from "@/kit/Button";
import { DescriptionList } from "@/kit/DescriptionList";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { formatTime } from "@/lib/dates";
import { reread } from "../deed";
import styles from "../office.module.css";
import { DecideDialog, MailServerDialog, TLS_MODES } from "./MailServerDialogs";

type Server = Schemas["OfficeMailServer"];

/** The mail server: which one, whether it takes mails, what it refused lately, and a change that waits. */
export function MailServerBox() {
  const { data } = useQuery({ ...mailServerQuery, ...pageFetch });
  const [open, setOpen] = useState<"edit" | "confirm" | "refuse" | null>(null);
  const close = () => {
    setOpen(null);
    void loadNetwork();
  };
  return (
    <section className={panel.box} aria-label="メールの送信">
      <Heading>メールの送信</Heading>
      {data ? (
        <>
          <DescriptionList items={[{ term: "送信の状態", value: stateOf(data) }, ...serverItems(data)]} />
          {data.isFixed && (
            <p className={panel.note}>
              メールサーバーは、つなぐを起動するときに指定されています（-smtp-host
              など）。この画面では変更できません。
            </p>
          )}
          {!data.isMailSent && !network.value.isDemo && (
            <p className={panel.note}>
              メールサーバーがなくても、利用者は「招待状」（印刷した案内）で始められます。「利用者」の画面で作ってください。
            </p>
          )}
          {data.asked && <Asked asked={data.asked} onDecide={setOpen} />}
          {!data.isFixed && !network.value.isDemo && (
            <div className={styles.actions}>
              <Button kind={data.isMailSent ? "secondary" : "primary"} onClick={() => setOpen("edit")}>
                {data.host ? "メールサーバーを変更する" : "メールサーバーを設定する"}
              </Button>
            </div>
          )}
          <TestMail hasServer={data.isMailSent || network.value.isDemo} />
          <Problems problems={data.problemList} />
          {open === "edit" && <MailServerDialog server={data} onClose={close} />}
          {data.asked && (open === "confirm" || open === "refuse") && (
            <DecideDialog asked={data.asked} confirms={open === "confirm"} onClose={close} />
          )}
        </>
      ) : (
        <Skeleton lines={3} />
      )}
    </section>
  );
}

function stateOf(server: Server): string {
  if (network.value.isDemo) return "デモのため送信しません。「デモのメール」で読めます";
  if (!server.isMailSent)
    return `メールサーバーが設定されていません。${server.waitingCount.toLocaleString("ja-JP")}件が送信を待っています`;
  if (server.isMailHeld) return "バックアップから復元したため、送信を止めています";
  return "メールサーバーから送信しています";
}

function serverItems(server: Omit<Schemas["AskedMailServer"], "userName" | "version" | "whyNot">) {
  if (!server.host) return [];
  return [
    { term: "メールサーバー", value: server.port ? `${server.host}（${server.port}番）` : server.host },
    { term: "暗号化の方式", value: TLS_MODES.find((mode) => mode.value === server.tls)?.label ?? server.tls },
    {
      term: "ログイン",
      value: server.user
        ? `${server.user}（パスワード${server.hasPassword ? "登録済み" : "なし"}）`
        : "しない",
    },
    { term: "差出人のアドレス", value: server.from },
  ];
}

/** A change that a second person of the office has to confirm. */
function Asked({
  asked,
  onDecide,
}: {
  asked: Schemas["AskedMailServer"];
  onDecide: (open: "confirm" | "refuse") => void;
}) {
  return (
    <div className={panel.warning}>
      <p>
        <strong>確認を待つ変更があります。</strong>
        {asked.userName}
        さんが申し出ました。すべてのメール（パスワード設定のリンクなどを含みます）が、次のメールサーバーを通るようになります。事務局のほかの承認者が確認するまで、変わりません。
      </p>
      <DescriptionList
        items={
          asked.host ? serverItems(asked) : [{ term: "メールサーバー", value: "使わない（送信をやめる）" }]
        }
      />
      <div className={styles.actions}>
        <Button disabledReason={asked.whyNot || undefined} onClick={() => onDecide("confirm")}>
          この変更を確認する
        </Button>
        <Button onClick={() => onDecide("refuse")}>取りやめる</Button>
      </div>
    </div>
  );
}

/** Sends a test mail and shows what the mail server said. */
function TestMail({ hasServer }: { hasServer: boolean }) {
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<Schemas["TestMail"] | null>(null);
  const send = async () => {
    setBusy(true);
    setResult(null);
    try {
      setResult(await call(office.POST("/api/Office/SendTestMail", { body: {} })));
      await reread();
    } catch (failure) {
      notify.error(failureText(failure, "テストメールを送れませんでした。"));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <div className={styles.actions}>
        <Button
          busy={busy}
          disabledReason={hasServer ? undefined : "先に、メールサーバーを設定してください。"}
          onClick={send}
        >
          自分あてにテストメールを送る
        </Button>
        <Link href="/office/mail">送信メールの一覧</Link>
      </div>
      <div role="status">
        {result && (
          <div className={result.isMailSent && !result.isTaken ? panel.problem : panel.warning}>
            <p>
              {result.to} あて：{result.detail}
            </p>
            {result.answer && (
              <p className={panel.note}>
                メールサーバーの答え：<code>{result.answer}</code>
              </p>
            )}
          </div>
        )}
      </div>
    </>
  );
}

function Problems({ problems }: { problems: Server["problemList"] }) {
  if (problems.length === 0) return null;
  return (
    <div>
      <Heading level={3}>最近送れなかったメール</Heading>
      <ul className={styles.links}>
        {problems.map((problem) => (
          <li key={`${problem.created} ${problem.label}`}>
            {formatTime(problem.created)}　{problem.label}（
            {problem.state === 0 ? "もう一度送ります" : "送信できず"}）
            {problem.error && (
              <p className={panel.note}>
                <code>{problem.error}</code>
              </p>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
