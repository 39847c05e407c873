import { useState } from "react";
import { useForm } from "react-hook-form";
import { call, multipart } from "@/api/client";
import { ApiError } from "@/api/errors";
import { failureText, office, type Schemas } from "@/api/officeClient";
import { Button } from "@/kit/Button";
import { FileField } from "@/kit/FileField";
import panel from "@/kit/Panel.module.css";
import { TextField } from "@/kit/TextField";
import { randomKey } from "@/lib/randomKey";
import { DeedDialog } from "../deed";
import styles from "./DraftTemplate.module.css";

type Report = Schemas["TemplateReport"];

/** The server's limit. */
const MAX_BYTES = 20 * 1024 * 1024;

/** Saves the next version of a template. It can be checked first; what is wrong is shown with its place. */
export function UploadDialog({ kind, onClose }: { kind: Schemas["TemplateKind"]; onClose: () => void }) {
  const form = useForm({ defaultValues: { reason: "" } });
  const [requestKey] = useState(randomKey);
  const [file, setFile] = useState<File | null>(null);
  const [report, setReport] = useState<Report | null>(null);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const body = (reason: string) =>
    ({ kind: String(kind.kind), version: String(kind.version), reason, requestKey, file }) as never;
  const refused = (error: unknown): boolean => {
    const found = error instanceof ApiError ? error.errors.filter(({ field }) => field === "file") : [];
    setProblems(found.map(({ detail }) => detail));
    return found.length > 0;
  };
  const check = async () => {
    setBusy(true);
    setReport(null);
    setProblems([]);
    try {
      const send = { body: body(""), bodySerializer: multipart as never };
      setReport(await call(office.POST("/api/Office/CheckDraftTemplate", send)));
    } catch (error) {
      if (!refused(error)) setProblems([failureText(error, "書式を確かめられませんでした。")]);
    } finally {
      setBusy(false);
    }
  };
  return (
    <DeedDialog
      title={`${kind.label}の新しい版を登録する`}
      label="登録する"
      wide
      consequence={<p>登録すると、これから作る下書きに、すぐに使われます。これまでの版は残ります。</p>}
      form={form}
      fields={["reason"]}
      send={async ({ reason }) => {
        setProblems([]);
        try {
          return await call(
            office.POST("/api/Office/SaveDraftTemplate", {
              body: body(reason),
              bodySerializer: multipart as never,
            }),
          );
        } catch (error) {
          refused(error);
          throw error;
        }
      }}
      done="書式の新しい版を登録しました。"
      failed="書式を登録できませんでした。"
      onClose={onClose}
    >
      <FileField
        label="Word文書（.docx）"
        required
        value={file}
        onChange={(next) => {
          setFile(next);
          setReport(null);
          setProblems([]);
        }}
        accept=".docx"
        maxBytes={MAX_BYTES}
        help="いまの書式や見本をダウンロードして、Wordで直したものを選びます。"
      />
      <div>
        <Button onClick={check} busy={busy} disabledReason={file ? undefined : "Word文書を選んでください。"}>
          登録せずに確かめる
        </Button>
      </div>
      {problems.length > 0 && (
        <div className={panel.problem} role="alert">
          <strong>この書式は使えません。次のところを直してください。</strong>
          <ul className={styles.findings}>
            {problems.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      )}
      {report && <Findings report={report} />}
      <TextField
        label="変えたこと"
        required
        {...form.register("reason", { required: "変えたことを入力してください。" })}
        error={form.formState.errors.reason?.message}
      />
    </DeedDialog>
  );
}

/** What was found in a template that can be used. */
function Findings({ report }: { report: Report }) {
  return (
    <div className={panel.stack} role="status">
      <p>
        <strong>{`この書式は使えます。差し込み項目が${report.fieldList.length}か所にあります。`}</strong>
      </p>
      <ul className={styles.findings}>
        {report.fieldList.map(({ name, list, place, level }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a field may stand twice at a place; the list is not changed.
          <li key={i}>{`${list ? `一覧「${list}」の` : ""}${name}　${place}　${level}`}</li>
        ))}
      </ul>
      {report.unusedList.length > 0 && (
        <p className={panel.note}>
          {`見本にあって、この書式にない項目：${report.unusedList.map(({ name }) => name).join("、")}`}
        </p>
      )}
    </div>
  );
}
