import { useState } from "react";
import { ApiError, failureMessage } from "@/api/errors";
import { Button } from "@/kit/Button";
import { FileField } from "@/kit/FileField";
import { Heading } from "@/kit/Heading";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { Progress } from "@/kit/Progress";
import { useNavigate } from "@/lib/location";
import styles from "../company.module.css";
import type { Kind } from "../kinds";
import { importPath, MAX_FILE, startImport } from "./imports";
import { TemplateButton } from "./TemplateButton";

/** The choice of a file: how it must look, and what will happen to it. */
export function ImportFile({ kind, again }: { kind: Kind; again?: boolean }) {
  const navigate = useNavigate();
  const [file, setFile] = useState<File | null>(null);
  const [error, setError] = useState<string>();
  const [sent, setSent] = useState<number | null>(null);
  const read = async () => {
    if (!file) {
      setError("ファイルを選んでください。");
      return;
    }
    setSent(0);
    try {
      const { importId } = await startImport(kind, file, setSent);
      navigate(`${importPath(kind)}?importId=${importId}`);
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setError(failure.errors.find((one) => one.field === "file")?.detail);
      notify.error(failureMessage(kind.failed.import, failure));
    } finally {
      setSent(null);
    }
  };
  return (
    <section className={panel.panel} aria-label="ファイルを選ぶ">
      <Heading>{again ? "別のファイルを選ぶ" : "ファイルを選ぶ"}</Heading>
      {!again && (
        <>
          <p>
            {kind.name}をまとめて登録・更新します。読み込んだ内容は、登録する前に画面で確認できます。
            誤りのある行があるときは、1件も登録されません（直して読み込むか、正しい行だけを登録するかを選べます）。
          </p>
          <ul className={styles.bullets}>
            <li>法人番号が同じ担当企業は更新し、無ければ新しく登録します。</li>
            <li>
              銀行のシステムなどから書き出した、見出しの違うファイルも読み込めます。見出しの対応は、読み込んだあとに画面で決めます。
            </li>
            <li>「CSVを書き出す」で保存したファイルを直して、そのまま読み込めます。</li>
            <li>
              新しい企業の担当者に、メールは送られません。
              {kind.kind === "buyer" && "利用の案内は、あとで買手の画面から送れます。"}
            </li>
          </ul>
          <div className={styles.actions}>
            <TemplateButton kind={kind} />
          </div>
        </>
      )}
      <FileField
        label="CSVかExcelのファイル"
        required
        help="枠の中にドラッグしても選べます。CSVの文字コードと区切りは、自動で見分けます。Excel（.xlsx）は、先頭のシートを読み込みます。"
        accept=".csv,.txt,.xlsx,.xlsm,text/csv"
        maxBytes={MAX_FILE}
        value={file}
        error={error}
        onChange={(next) => {
          setFile(next);
          setError(undefined);
        }}
      />
      <div className={styles.actions}>
        <Button kind="primary" busy={sent !== null} onClick={read}>
          読み込んで確認する
        </Button>
      </div>
      {sent !== null && (
        <Progress label={`送信しています（${Math.floor(sent * 100)}%）`} percent={sent * 100}>
          この画面を開いたままお待ちください。
        </Progress>
      )}
    </section>
  );
}
