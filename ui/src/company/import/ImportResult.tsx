import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { ApiError, failureMessage } from "@/api/errors";
import { importQuery } from "@/api/import";
import { rereadAfter } from "@/api/reread";
import { Button } from "@/kit/Button";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { Progress } from "@/kit/Progress";
import { useNavigate } from "@/lib/location";
import styles from "../company.module.css";
import type { Kind } from "../kinds";
import { ImportColumns } from "./ImportColumns";
import { ImportFile } from "./ImportFile";
import { ImportSamples } from "./ImportSamples";
import { commitImport, discardImport, type Import, importErrorsPath, importPath } from "./imports";

const count = (n: number) => n.toLocaleString("ja-JP");

/** One import: its progress, what it would do, and the button that carries it out. */
export function ImportResult({ kind, one, isMapping }: { kind: Kind; one: Import; isMapping: boolean }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { importId, state } = one;
  const isExplained = state === "unmapped" || (isMapping && one.isMappable);
  // What has errors is listed on a screen of its own (domain.md 9).
  useEffect(() => {
    if (state === "wrong" && !isExplained)
      navigate(`${importErrorsPath(kind)}?importId=${importId}`, { replace: true });
    if (state === "done") rereadAfter("company");
  }, [importId, isExplained, kind, navigate, state]);

  const discard = async () => {
    try {
      await discardImport(importId);
      notify.success("読み込んだ内容を破棄しました。何も登録されていません。");
      navigate(importPath(kind), { replace: true });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.error(failureMessage(kind.failed.import, error));
    }
  };
  const commit = async () => {
    const { queryKey } = importQuery(importId);
    // From here on the progress is read while the answer is waited for.
    client.setQueryData(queryKey, { ...one, state: "writing", percent: 0 });
    try {
      const done = await commitImport(importId);
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, done);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.error(failureMessage(kind.failed.import, error));
      await client.invalidateQueries({ queryKey });
    }
  };

  if (isExplained) return <ImportColumns kind={kind} one={one} onDiscard={discard} />;
  if (state === "reading")
    return (
      <section className={panel.panel} aria-label="読み込み">
        <Progress
          label={`${count(one.rowCount)}行を読み込み、確認しました（${one.percent}%）`}
          percent={one.percent}
        >
          「{one.fileName}」を確認しています。この画面を離れても続きます。
        </Progress>
        <div className={styles.actions}>
          <Button onClick={discard}>読み込みをやめる</Button>
        </div>
      </section>
    );
  if (state === "writing")
    return (
      <section className={panel.panel} aria-label="登録">
        <Progress
          label={`${count(one.newCount + one.changedCount)}件を登録しています（${one.percent}%）`}
          percent={one.percent}
        >
          {one.detail ?? "登録は最後まで続きます。この画面を離れてもかまいません。"}
        </Progress>
      </section>
    );
  if (state === "failed")
    return (
      <>
        <section className={styles.notice} data-kind="waiting" role="alert">
          <h2>「{one.fileName}」を読み込めませんでした</h2>
          <p>{one.detail}</p>
        </section>
        <ImportFile kind={kind} again />
      </>
    );
  const writeCount = one.newCount + one.changedCount;
  return (
    <>
      <section className={panel.panel} aria-label="読み込みの結果">
        <Heading>{state === "done" ? "登録しました" : "この内容を登録・更新します"}</Heading>
        <ImportCounts one={one} />
        {one.notices.map((notice) => (
          <p key={notice} className={panel.note}>
            {notice}
          </p>
        ))}
        {state === "done" && one.wrongCount > 0 && (
          <p>
            <Link href={`${importErrorsPath(kind)}?importId=${importId}`}>
              エラーのある{count(one.wrongCount)}行は登録していません
            </Link>
            （直すところの一覧）
          </p>
        )}
        {one.warningCount > 0 && (
          <p>
            <Link href={`${importErrorsPath(kind)}?importId=${importId}`}>
              確認していただきたいところが{count(one.warningCount)}か所あります
            </Link>
            （登録はできます）
          </p>
        )}
        <div className={styles.actions}>
          {state === "done" ? (
            <>
              <Link href={kind.manage} button="primary">
                {kind.name}の一覧を見る
              </Link>
              <Link href={importPath(kind)} button="secondary">
                別のCSVを読み込む
              </Link>
            </>
          ) : writeCount > 0 ? (
            <>
              <Button kind="primary" onClick={commit}>
                {count(writeCount)}件を登録・更新する
              </Button>
              <ColumnsLink kind={kind} one={one} />
              <Button onClick={discard}>登録せずに破棄する</Button>
            </>
          ) : (
            <>
              <p>登録済みの内容と同じです。登録・更新するものはありません。</p>
              <Link href={kind.manage} button="secondary">
                {kind.name}の一覧を見る
              </Link>
            </>
          )}
        </div>
      </section>
      <ImportSamples one={one} />
    </>
  );
}

/** The way back to what the headings mean, while the file is kept. */
export function ColumnsLink({ kind, one }: { kind: Kind; one: Import }) {
  return one.isMappable ? (
    <Link href={`${importPath(kind)}?importId=${one.importId}&columns=1`} button="secondary">
      見出しの対応を直す
    </Link>
  ) : null;
}

const WRONG = "エラーのある行";

/** The result of reading a file, in numbers. */
export function ImportCounts({ one }: { one: Import }) {
  const counts: [label: string, count: number][] =
    one.wrongCount > 0 && one.state !== "done"
      ? [
          [WRONG, one.wrongCount],
          ["エラーの無い行", one.newCount + one.changedCount + one.unchangedCount],
        ]
      : [
          ["新しく登録", one.newCount],
          ["更新", one.changedCount],
          ["変更なし", one.unchangedCount],
          ...(one.wrongCount > 0 ? [[WRONG, one.wrongCount] as [string, number]] : []),
        ];
  return (
    <>
      <p className={panel.note}>
        {one.fileName}（{one.encoding}、{count(one.rowCount)}行）
      </p>
      <dl className={styles.counts}>
        {counts.map(([label, n]) => (
          <div key={label} data-wrong={label === WRONG || undefined}>
            <dt>{label}</dt>
            <dd>{count(n)}件</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
