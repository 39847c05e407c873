import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useForm } from "react-hook-form";
import { ActivityForm } from "@/activity/ActivityForm";
import {
  buyerReportQuery,
  type Duty,
  type DutyGate,
  previewBuyerReport,
  type ReportPage,
  type ReportPreview,
  type ReportText,
} from "@/api/duty";
import { ApiError, failureMessage } from "@/api/errors";
import * as limits from "@/api/limits.gen";
import { Button } from "@/kit/Button";
import { DescriptionList } from "@/kit/DescriptionList";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { TextField } from "@/kit/TextField";
import { formatDate, formatTime } from "@/lib/dates";
import { randomKey } from "@/lib/randomKey";
import { FAILED_OWN } from "@/messages";
import { releaseBuyerReport, rereadDuty } from "./calls";
import styles from "./Duty.module.css";
import { BUYER_REPORT, type DutyDeed } from "./types";
import { reportClasses } from "./words";

/**
 * What the buyer's bank told the seller's bank of its look into the buyer (買手調査の報告, compliance.md 2): the one side tells it, the
 * other reads it and says what the owner is told.
 */
export function BuyerReport({
  id,
  duties,
  gates,
  subject,
  onDeed,
}: {
  id: string;
  duties: readonly Duty[];
  gates: readonly DutyGate[];
  subject?: ReactNode;
  onDeed: (deed: DutyDeed) => void;
}) {
  // What would be told is read when the dialog opens, since the bank's audit log tells who read it.
  const [preview, setPreview] = useState<ReportPreview | null>(null);
  const [busy, setBusy] = useState(false);
  const open = async () => {
    setBusy(true);
    try {
      setPreview(await previewBuyerReport(id));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.error(failureMessage(FAILED_OWN.dutyRead, error));
      await rereadDuty();
    } finally {
      setBusy(false);
    }
  };
  const query = useQuery(buyerReportQuery(id));
  const page = query.data;
  // The seller's bank says what it tells the owner while it still has to ask him.
  const isWanted = gates.some(({ missingList }) => missingList.some(({ kind }) => kind === BUYER_REPORT));
  const owed = isWanted ? duties.find(({ kind }) => kind === BUYER_REPORT) : undefined;
  if (!page && query.isError)
    return (
      <p className={panel.problem} role="alert">
        {failureMessage(FAILED_OWN.reportLoad, query.error)}
        <Button onClick={() => query.refetch()}>もう一度読み込む</Button>
      </p>
    );
  if (!page || !(page.isBuyerSide || owed || page.reportList.length > 0)) return null;
  const [last, ...earlier] = page.reportList;
  return (
    <section className={styles.report} aria-label="買手調査の報告">
      <h3>買手調査の報告</h3>
      {last ? (
        <Told row={last} />
      ) : (
        <p className={panel.note}>
          {page.isBuyerSide
            ? "売手側の金融機関には、まだ報告していません。"
            : "買手側の金融機関からの報告は、まだありません。"}
        </p>
      )}
      {earlier.length > 0 && (
        <details>
          <summary>前の報告（{earlier.length}件）</summary>
          <ol className={styles.earlier}>
            {earlier.map((row) => (
              <li key={row.reportId}>
                <Told row={row} />
              </li>
            ))}
          </ol>
        </details>
      )}
      <div className={styles.deeds}>
        {page.isBuyerSide && (
          <Button part="acts" busy={busy} disabledReason={page.notRelease || undefined} onClick={open}>
            {last ? "売手側に報告し直す" : "売手側に報告する"}
          </Button>
        )}
        {owed && (
          <Button part="acts" onClick={() => onDeed({ deed: "record", duty: owed })}>
            売手に伝えることを記録する
          </Button>
        )}
      </div>
      {preview && (
        <ReleaseDialog
          id={id}
          page={page}
          preview={preview}
          subject={subject}
          onClose={() => setPreview(null)}
        />
      )}
    </section>
  );
}

function Told({ row }: { row: ReportPage["reportList"][number] }) {
  return (
    <>
      <ReportFacts report={row} />
      <p className={panel.note}>報告した日時 {formatTime(row.created)}</p>
    </>
  );
}

/** A report as both banks read it. */
function ReportFacts({ report }: { report: ReportText }) {
  return (
    <DescriptionList
      items={[
        { term: "調べた人", value: report.lookedBy },
        { term: "調べた日", value: formatDate(report.performedOn) },
        { term: "結果", value: <strong>{report.resultLabel}</strong> },
        ...reportClasses(report.itemList).map(({ label, items }) => ({ term: label, value: items })),
        ...(report.line ? [{ term: "ひとこと", value: report.line }] : []),
      ]}
    />
  );
}

/** Tells it. What the other side will read stands below the two entries, as it is typed. */
function ReleaseDialog({
  id,
  page,
  preview,
  subject,
  onClose,
}: {
  id: string;
  /** Reread after a conflict: of another look than the one that was read nothing is told. */
  page: ReportPage;
  preview: ReportPreview;
  subject?: ReactNode;
  onClose: () => void;
}) {
  const [fresh] = useState(() => ({
    lookedBy: preview.lookedBy,
    line: "",
    requestKey: randomKey(),
  }));
  const form = useForm({ shouldFocusError: true, defaultValues: fresh });
  const typed = form.watch();
  return (
    <ActivityForm
      title="買手調査を売手側に報告する"
      label="報告する"
      form={form}
      fields={["lookedBy", "line"]}
      draft={`duty.${id}.report`}
      failed={FAILED_OWN.reportRelease}
      done="買手調査を売手側に報告しました。"
      reread={rereadDuty}
      send={async (values) => {
        await releaseBuyerReport({
          ...values,
          buyerNegotiationId: id,
          dutyId: preview.dutyId,
          replaces: page.reportList[0]?.reportId,
        });
        return false;
      }}
      onClose={onClose}
    >
      {subject}
      <p>
        下の「伝わる内容」が、売手側の金融機関に伝わり、売手にも見せられるようになります。
        <strong>一度報告すると、取り消せません。</strong>
      </p>
      <p className={panel.note}>
        買手調査のメモと書面、反社照会、特定事業者リストのことは伝わりません。買手にも伝わりません。
      </p>
      <TextField
        label="調べた金融機関と担当者"
        required
        maxLength={limits.ReleaseInput.lookedBy.maxLength}
        error={form.formState.errors.lookedBy?.message}
        {...form.register("lookedBy", {
          validate: (text) => text.trim() !== "" || "調べた金融機関と担当者を入力してください。",
        })}
      />
      <TextField
        label="ひとこと"
        help="売手側の金融機関と売手が、このまま読みます。"
        maxLength={limits.ReleaseInput.line.maxLength}
        error={form.formState.errors.line?.message}
        {...form.register("line")}
      />
      {page.dutyId === preview.dutyId ? (
        <section className={styles.preview} aria-label="伝わる内容">
          <h3>伝わる内容</h3>
          <ReportFacts
            report={{
              ...preview,
              lookedBy: typed.lookedBy.trim(),
              line: typed.line.trim() || undefined,
            }}
          />
        </section>
      ) : (
        <p className={panel.problem}>
          {page.notRelease ||
            "買手調査が、ほかの人に記録し直されました。この画面を閉じて、もう一度開いてください。"}
        </p>
      )}
    </ActivityForm>
  );
}
