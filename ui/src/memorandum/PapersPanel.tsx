import { useQuery } from "@tanstack/react-query";
import { FileText, FolderPlus } from "lucide-react";
import { useState } from "react";
import { download } from "@/api/client";
import { ApiError, failureMessage } from "@/api/errors";
import { memorandumPreviewQuery } from "@/api/issued";
import { rereadAfter } from "@/api/reread";
import { DraftDialog } from "@/draft/DraftDialog";
import { Button } from "@/kit/Button";
import { Checkbox } from "@/kit/Checkbox";
import { Dialog } from "@/kit/Dialog";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { formatTime } from "@/lib/dates";
import { FAILED_OWN } from "@/messages";
import { giveMemorandum, issueMemorandum } from "./calls";
import styles from "./Memorandum.module.css";
import { Findings, LevelChoice } from "./Preview";
import type { Memorandum } from "./values";

/** The code of 企業概要書 among the Word drafts. */
const DRAFT_KIND = 33;

/** What becomes of it: a paper, a Word draft, a document of the listing; each of one level. */
export function PapersPanel({
  memorandum,
  level,
  onLevel,
  isDirty,
}: {
  memorandum: Memorandum;
  level: number;
  onLevel: (level: number) => void;
  isDirty: boolean;
}) {
  const { sellerBusinessId, revision } = memorandum;
  const { data } = useQuery(memorandumPreviewQuery(sellerBusinessId, level));
  const [checked, setChecked] = useState("");
  const [problems, setProblems] = useState<string[]>([]);
  const [busy, setBusy] = useState<"issue" | "give" | null>(null);
  const [dialog, setDialog] = useState<"word" | "give" | null>(null);
  // What was ticked is ticked for what was shown.
  const shown = `${level}.${revision}`;
  const isChecked = checked === shown;
  const findings = data?.findingList ?? [];
  const isBlocked = findings.some(({ isBlocking }) => isBlocking);
  const reason = isDirty
    ? "先に、「書く」で保存してください。"
    : isBlocked
      ? "先に、上の点を直してください。"
      : findings.length > 0 && !isChecked
        ? "先に、上の語を確かめて印を付けてください。"
        : data
          ? undefined
          : "読み込んでいます。";
  const given = memorandum.givenList.find((one) => one.level === level);
  const documents = `/seller-company-manage/seller-business/${sellerBusinessId}?tab=documents`;
  const run = async (what: "issue" | "give", failed: string, deed: () => Promise<void>) => {
    setBusy(what);
    setProblems([]);
    try {
      await deed();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblems(
        error.status === 422 && error.errors.length > 0
          ? error.errors.map(({ detail }) => detail)
          : [failureMessage(failed, error)],
      );
    } finally {
      setBusy(null);
      setDialog(null);
      await rereadAfter("memorandum");
    }
  };
  const at = { sellerBusinessId, revision, level, isChecked };
  const issue = () =>
    run("issue", FAILED_OWN.memorandumIssue, async () => {
      const made = await issueMemorandum(at);
      await download("/api/IssuedPaper/DownloadIssuedPaper", `企業概要書_${made.number}.pdf`, {
        query: { issuedPaperId: made.issuedPaperId },
      });
      notify.success(`企業概要書（書面番号 ${made.number}）を作りました。取扱いにご注意ください。`);
    });
  const give = () =>
    run("give", FAILED_OWN.memorandumGive, async () => {
      const made = await giveMemorandum(at);
      notify.success(
        made.isNew
          ? `資料に加えました（第${made.edition}版、書面番号 ${made.number}）。開示先は「資料」で選びます。`
          : "渡してある版と内容が同じです。何も変えていません。",
      );
    });
  return (
    <div className={panel.stack}>
      <LevelChoice memorandum={memorandum} level={level} onLevel={onLevel} />
      {data ? <Findings findings={findings} /> : <Skeleton lines={3} />}
      {findings.length > 0 && !isBlocked && (
        <Checkbox
          label="会社の特定につながらないことを確かめた"
          checked={isChecked}
          onChange={(event) => setChecked(event.target.checked ? shown : "")}
        />
      )}
      {problems.length > 0 && (
        <div className={panel.problem} role="alert">
          <ul className={styles.findings}>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </div>
      )}
      <section className={panel.near} aria-label="PDFとWord">
        <Heading>PDF・Wordにする</Heading>
        <p>
          作った書面は発行書面に残り、何度でも取り出せます。秘密保持承諾後より先の内容を含むときは、作ったことが開示台帳に記録されます。
        </p>
        <div className={styles.acts}>
          <Button
            part="acts"
            icon={<FileText aria-hidden size={18} />}
            busy={busy === "issue"}
            disabledReason={reason}
            onClick={issue}
          >
            PDFを作る
          </Button>
          <Button
            part="acts"
            icon={<FileText aria-hidden size={18} />}
            disabledReason={reason}
            onClick={() => setDialog("word")}
          >
            Wordの下書きを作る
          </Button>
        </div>
      </section>
      <section className={panel.near} aria-label="資料として渡す">
        <Heading>資料として渡す</Heading>
        <p>
          この段階のPDFを、案件の資料に加えます。だれに開示するかは、そのあと「資料」で選びます。資料を開示できるのは、実名承認後の買手だけです。
        </p>
        {given && (
          <p className={given.isNewer ? panel.warning : undefined}>
            {`「${given.title}」第${given.edition}版を${formatTime(given.created)}に渡しました（開示している買手 ${given.buyerCount}社）。`}
            {given.isNewer && <strong>渡した版より新しい内容があります。</strong>}
          </p>
        )}
        <div className={styles.acts}>
          <Button
            part="acts"
            icon={<FolderPlus aria-hidden size={18} />}
            busy={busy === "give"}
            disabledReason={reason}
            onClick={() => setDialog("give")}
          >
            資料として渡す
          </Button>
          <Link href={documents}>「資料」を開く</Link>
        </div>
      </section>
      {dialog === "word" && (
        <DraftDialog of={{ sellerBusinessId, level }} only={DRAFT_KIND} onClose={() => setDialog(null)} />
      )}
      {dialog === "give" && (
        <Dialog
          open
          onClose={() => setDialog(null)}
          title="資料として渡す"
          confirm={{ label: "資料に加える", onConfirm: give, busy: busy === "give" }}
        >
          <p>
            {`「${memorandum.levelList.find((one) => one.level === level)?.label ?? ""}」までの内容のPDFを作り、案件の資料に加えます。`}
          </p>
          {given && given.buyerCount > 0 ? (
            <p>
              {`いま開示している${given.buyerCount}社の買手には、すぐに新しい版が見えるようになり、差し替えたことが伝わります。`}
            </p>
          ) : (
            <p>加えただけでは、だれにも見えません。</p>
          )}
        </Dialog>
      )}
    </div>
  );
}
