import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "@/api/client";
import { network } from "@/api/network";
import { officeMailQuery } from "@/api/office";
import { office } from "@/api/officeClient";
import { Button } from "@/kit/Button";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import panel from "@/kit/Panel.module.css";
import { Select } from "@/kit/Select";
import { formatTime } from "@/lib/dates";
import { useUrlState } from "@/lib/urlstate";
import { perform } from "../deed";
import { OfficeList, officeLabel, optionsOf, State, useOfficeCodes } from "../list";
import { OfficeListFile } from "../OfficeListFile";
import styles from "../office.module.css";
import { officePage } from "../page";
import { WordSearch } from "../WordSearch";

const DEFAULTS = { to: "", state: "", kind: "", pageNumber: 1 };
const KINDS = ["waiting", "done", "bad"] as const;

/** /office/mail: the mails sent, with recipient and delivery state; never their content. */
function MailScreen() {
  const { state, set, href } = useUrlState(DEFAULTS);
  const codes = useOfficeCodes();
  const query = useQuery({
    ...officeMailQuery({ ...state, state: state.state as "" | "0" | "1" | "2" }),
    placeholderData: keepPreviousData,
  });
  const filtered = state.to || state.state || state.kind;
  return (
    <>
      <Heading
        level={1}
        actions={
          <OfficeListFile
            list="MailList"
            name="送信メール"
            unit="通"
            total={query.data?.allCount}
            conditions={state}
          />
        }
      >
        送信メール
      </Heading>
      <p>本文とリンクは、受け取った方だけが読めます。売手の担当者の宛先は、事務局には表示されません。</p>
      {query.data?.isMailHeld && (
        <p className={panel.warning}>
          バックアップから復元したため、メールの送信を止めています。
          <Link href="/office/backup">内容を確かめて再開する</Link>
        </p>
      )}
      {query.data?.isMailSent === false && (
        <p className={panel.warning}>
          {network.value.isDemo
            ? "デモでは、メールは送信されません。「デモのメール」で読めます。"
            : "メールサーバーが設定されていないため、メールは送信されず、ここで待っています。7日を過ぎたものは「送信できず」になります。"}
          {!network.value.isDemo && <Link href="/office/settings">メールサーバーを設定する</Link>}
        </p>
      )}
      {query.data && query.data.retryCount > 1 && (
        <p>
          <Button
            onClick={() =>
              perform(
                call(office.POST("/api/Office/RetryAllMail", { body: {} })),
                "送信できなかったメールを、もう一度送信します。",
                "送信をやり直せませんでした。",
              )
            }
          >
            送信できなかった{query.data.retryCount.toLocaleString("ja-JP")}件をもう一度送信する
          </Button>
        </p>
      )}
      <WordSearch label="宛先" word={state.to} onSearch={(to) => set({ to })}>
        <Select
          label="状態"
          badge={false}
          size="short"
          empty="すべて"
          options={optionsOf(codes?.mailStates)}
          value={state.state}
          onChange={(event) => set({ state: event.target.value })}
        />
        <Select
          label="種類"
          badge={false}
          size="short"
          empty="すべて"
          options={optionsOf(codes?.mailKinds)}
          value={state.kind}
          onChange={(event) => set({ kind: event.target.value })}
        />
      </WordSearch>
      <OfficeList
        query={query}
        page={state.pageNumber}
        href={(pageNumber) => href({ pageNumber })}
        caption="送信メール"
        rowKey={(row) => row.mailId}
        columns={[
          { key: "kind", header: "種類", primary: true, cell: (row) => row.label },
          {
            key: "to",
            header: "宛先",
            cell: (row) => row.to || <span className={styles.small}>売手の担当者</span>,
          },
          {
            key: "state",
            header: "状態",
            cell: (row) => (
              <>
                <State kind={KINDS[row.state] ?? "quiet"}>{officeLabel(codes?.mailStates, row.state)}</State>
                {row.error && (
                  <>
                    <br />
                    <span className={styles.small}>{row.error}</span>
                  </>
                )}
              </>
            ),
          },
          { key: "attempts", header: "試行", align: "end", cell: (row) => `${row.attempts}回` },
          { key: "created", header: "作成", nowrap: true, cell: (row) => formatTime(row.created) },
          { key: "sent", header: "送信", nowrap: true, cell: (row) => formatTime(row.sent) },
        ]}
        actions={(row) =>
          row.canRetry && (
            <Button
              onClick={() =>
                perform(
                  call(office.POST("/api/Office/RetryMail", { body: { mailId: row.mailId } })),
                  "もう一度送信します。",
                  "送信をやり直せませんでした。",
                )
              }
            >
              もう一度送信する
            </Button>
          )
        }
        empty={
          <EmptyState
            title={filtered ? "条件に合うメールはありません" : "メールはまだありません"}
            action={filtered ? <Button onClick={() => set(DEFAULTS)}>条件を外す</Button> : undefined}
          >
            {filtered ? "宛先は、一部だけでも探せます。" : "案内や通知が送られると、ここに並びます。"}
          </EmptyState>
        }
      />
    </>
  );
}

export default officePage(MailScreen);
