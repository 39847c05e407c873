import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, failureMessage } from "@/api/errors";
import { type DraftOf, draftFormsQuery, tryDraft } from "@/api/issued";
import { Dialog } from "@/kit/Dialog";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { TextField } from "@/kit/TextField";
import { Chooser } from "./Chooser";
import styles from "./Draft.module.css";
import { kindOf } from "./words";

const FAILED = "書式を試せませんでした。";

/** Tries a template with the listing or negotiation of a number. Nothing is kept. */
export function TrialDialog({ of, onClose }: { of: DraftOf; onClose: () => void }) {
  const query = useQuery(draftFormsQuery(of));
  const [typed, setTyped] = useState<string | null>(null);
  const [templateId, setTemplateId] = useState("");
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const forms = query.data?.formList ?? [];
  const kind = kindOf(forms, templateId);
  const chosen = kind?.templateList.find((row) => row.templateId === templateId) ?? kind?.templateList[0];
  const number = typed ?? query.data?.caseNumber ?? "";
  const run = async () => {
    setBusy(true);
    setProblem("");
    try {
      await tryDraft(number, chosen?.templateId ?? "", `試し_${kind?.label ?? "書面"}.docx`);
      notify.success("試しの文書をダウンロードしました。発行書面には残りません。");
    } catch (error) {
      const detail = error instanceof ApiError ? error.errors.map(({ detail }) => detail).join(" ") : "";
      setProblem(detail ? `${FAILED} ${detail}` : failureMessage(FAILED, error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="番号で書式を試す"
      cancelLabel="閉じる"
      confirm={{
        label: "試しの文書をダウンロードする",
        busy,
        onConfirm: run,
        disabledReason: chosen ? undefined : "書式を読み込んでいます。",
      }}
    >
      <div className={styles.fields}>
        {(problem || query.error) && (
          <p className={panel.problem} role="alert">
            {problem || failureMessage(FAILED, query.error)}
          </p>
        )}
        <TextField
          label="案件または交渉の番号"
          required
          value={number}
          onChange={(event) => setTyped(event.target.value)}
          example="N-12ab34cd"
          help="自機関が担当する案件（L-…）か交渉（N-…）です。差し込まれる内容は、あなたにいま開示されているものだけです。"
        />
        {query.isPending ? (
          <Skeleton lines={4} />
        ) : (
          <Chooser forms={forms} kind={kind} templateId={chosen?.templateId ?? ""} onChange={setTemplateId} />
        )}
        <p className={panel.note}>書面番号は付かず、発行書面には残りません。試したことは記録されます。</p>
      </div>
    </Dialog>
  );
}
