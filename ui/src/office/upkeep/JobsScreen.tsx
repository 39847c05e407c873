import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "@/api/client";
import { jobRunsQuery, jobsQuery } from "@/api/office";
import { office, type Schemas } from "@/api/officeClient";
import { pageFetch } from "@/api/query";
import { Button } from "@/kit/Button";
import { DataList } from "@/kit/DataList";
import { Dialog } from "@/kit/Dialog";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import panel from "@/kit/Panel.module.css";
import { Progress } from "@/kit/Progress";
import { Select } from "@/kit/Select";
import { Skeleton } from "@/kit/Skeleton";
import { formatTime } from "@/lib/dates";
import { useUrlState } from "@/lib/urlstate";
import { perform, reread } from "../deed";
import { OfficeList, optionsOf, State } from "../list";
import styles from "../office.module.css";
import { officePage } from "../page";

type Job = Schemas["OfficeJob"];
type Run = Schemas["OfficeJobRun"];

const DEFAULTS = { name: "", pageNumber: 1 };
/* How often the state is fetched: while a job runs, and otherwise. */
const RUNNING_REFETCH_MS = 1_500;
const IDLE_REFETCH_MS = 30_000;

const STATES = {
  running: { kind: "waiting", label: "実行中" },
  done: { kind: "done", label: "完了" },
  failed: { kind: "bad", label: "失敗" },
  stopped: { kind: "quiet", label: "停止により中断" },
  broken: { kind: "bad", label: "異常終了により中断" },
} as const;

/** The message about a run that ended with the process. */
const BROKEN = "途中でつなぐが終了しました。済んだ分はそのままで、続きは自動で行います。";

/** /office/jobs: the scheduled jobs with their times and results. */
function JobsScreen() {
  const { state, set, href } = useUrlState(DEFAULTS);
  const [toRun, setToRun] = useState<Job | null>(null);
  const { data } = useQuery({
    ...jobsQuery,
    refetchInterval: (query) =>
      query.state.data?.jobList.some((job) => job.isRunning || job.isAsked)
        ? RUNNING_REFETCH_MS
        : IDLE_REFETCH_MS,
    ...pageFetch,
  });
  const failed = (data?.jobList ?? []).filter(
    (job) => job.lastRun && STATES[job.lastRun.state].kind === "bad",
  );
  const latest = data?.jobList.map((job) => job.lastRun?.ended ?? "").join();
  const runs = useQuery({
    ...jobRunsQuery(state, latest),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <Heading level={1}>定期処理</Heading>
      <p>
        つなぐが自動で行う処理です。コンピュータが止まっていた間の分は、次に動いたときに1回だけ行います。同じお知らせを2回送ることはありません。
      </p>
      {!data ? (
        <Skeleton rows={8} />
      ) : (
        <>
          {data.clock.isSuspected && <ClockWarning clock={data.clock} />}
          {failed.length > 0 && (
            <p className={panel.problem} role="alert">
              うまくいかなかった処理があります：{failed.map((job) => job.label).join("、")}
            </p>
          )}
          <DataList
            caption="定期処理"
            rows={data.jobList}
            rowKey={(job) => job.name}
            columns={[
              {
                key: "label",
                header: "処理",
                primary: true,
                cell: (job) => job.label,
              },
              {
                key: "does",
                header: "すること",
                cell: (job) => <span className={styles.small}>{job.does}</span>,
              },
              { key: "schedule", header: "時刻", nowrap: true, cell: (job) => job.schedule },
              { key: "last", header: "前回の実行", cell: (job) => <LastRun job={job} /> },
              { key: "next", header: "次回の実行", nowrap: true, cell: nextRunText },
            ]}
            actions={(job) => (
              <Button
                onClick={() => setToRun(job)}
                disabledReason={
                  job.isRunning || job.isAsked
                    ? "実行中です。終わると、もう一度実行できます。"
                    : job.isWaiting
                      ? "時計の確認が済むと、実行できます。"
                      : undefined
                }
              >
                今すぐ実行
              </Button>
            )}
          />
          <section className={styles.section}>
            <Heading>実行の記録</Heading>
            <Select
              label="処理"
              badge={false}
              empty="すべて"
              options={optionsOf(data.jobList.map((job) => ({ code: job.name, label: job.label })))}
              value={state.name}
              onChange={(event) => set({ name: event.target.value, pageNumber: 1 })}
            />
            <OfficeList
              query={runs}
              page={state.pageNumber}
              href={(pageNumber) => href({ pageNumber })}
              caption="実行の記録"
              rowKey={(run) => `${run.name} ${run.started}`}
              columns={[
                { key: "label", header: "処理", primary: true, cell: (run) => run.label },
                { key: "started", header: "開始", nowrap: true, cell: (run) => formatTime(run.started) },
                { key: "ended", header: "終了", nowrap: true, cell: (run) => formatTime(run.ended) },
                { key: "by", header: "きっかけ", cell: (run) => (run.isByHand ? "手動" : "自動") },
                { key: "result", header: "結果", cell: (run) => <Result run={run} /> },
              ]}
              empty={
                <EmptyState title="実行の記録はまだありません">
                  処理が行われると、新しい順に並びます。処理ごとに最近の60回分が残ります。
                </EmptyState>
              }
            />
          </section>
        </>
      )}
      {toRun && <RunDialog job={toRun} onClose={() => setToRun(null)} />}
    </>
  );
}

function nextRunText(job: Job) {
  if (job.isAsked) return "まもなく始まります";
  if (job.isWaiting) return "時計の確認待ち";
  return formatTime(job.next);
}

function LastRun({ job }: { job: Job }) {
  if (job.isRunning)
    return (
      <Progress
        label={job.total > 0 ? `実行中（${job.done}／${job.total}件）` : "実行中"}
        percent={job.total > 0 ? (100 * job.done) / job.total : undefined}
      />
    );
  if (!job.lastRun) return <span className={styles.small}>まだ実行していません</span>;
  return (
    <>
      <span className={styles.state}>{formatTime(job.lastRun.ended || job.lastRun.started)}</span>
      <br />
      <Result run={job.lastRun} />
    </>
  );
}

/** The result of a run: its state and counts, and on a failure the reason and what to do. */
function Result({ run }: { run: Run }) {
  const { kind, label } = STATES[run.state];
  const counts = run.counts.map((c) => `${c.label} ${c.count.toLocaleString("ja-JP")}件`).join("、");
  const problem = run.error || (run.state === "broken" ? BROKEN : "");
  return (
    <>
      <State kind={kind}>{label}</State>
      <br />
      <span className={styles.small}>{counts || (run.state === "done" ? "対象なし" : "")}</span>
      {problem && <p className={panel.problem}>{problem}</p>}
    </>
  );
}

function RunDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    await perform(
      call(office.POST("/api/Office/RunJob", { body: { name: job.name } })),
      `「${job.label}」の実行を受け付けました。終わると、結果が表示されます。`,
      "実行できませんでした。",
    );
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`「${job.label}」を今すぐ実行しますか`}
      confirm={{ label: "今すぐ実行する", busy, onConfirm: run }}
    >
      <p>{job.does}</p>
      <p>対象があるときだけ行います。すでに知らせたこと、済んだことは、くり返しません。</p>
    </Dialog>
  );
}

/** A warning that the machine's clock has jumped, for somebody to confirm that it is right. */
function ClockWarning({ clock }: { clock: Schemas["OfficeClock"] }) {
  const hours = Math.round(Math.abs(clock.jumpMinutes) / 60);
  const jumpText = hours >= 48 ? `約${Math.round(hours / 24)}日` : `約${Math.max(hours, 1)}時間`;
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    await perform(
      call(office.POST("/api/Office/ConfirmClock")),
      "時計を確認しました。待っていた処理を始めます。",
      "確認できませんでした。",
    );
    await reread();
    setBusy(false);
  };
  return (
    <section className={panel.warning} aria-label="時計の確認">
      <p>
        <strong>
          このコンピュータの時計が、{jumpText}
          {clock.jumpMinutes > 0 ? "進みました。" : "戻りました。"}
        </strong>
      </p>
      <p>
        長く止まっていたか、時計が狂ったためです。取り消せない処理（期限切れ、消去）は、止めて待っています。いまの時計は
        {formatTime(clock.now)} です。
      </p>
      <p>
        時計が正しければ、「時計は正しい」を押してください。押さなくても、時計が順調に進めば{" "}
        {formatTime(clock.until)} に再開します。時計が違うときは、コンピュータの日付と時刻を直してください。
      </p>
      <div className={styles.actions}>
        <Button kind="primary" busy={busy} onClick={confirm}>
          時計は正しい
        </Button>
      </div>
    </section>
  );
}

export default officePage(JobsScreen);
