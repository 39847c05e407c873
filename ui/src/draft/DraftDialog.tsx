import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { failureMessage } from "@/api/errors";
import {
  type DraftCheck,
  type DraftOf,
  downloadDraft,
  draftCheckQuery,
  draftFormsQuery,
  makeDraft,
} from "@/api/issued";
import { rereadAfter } from "@/api/reread";
import { Dialog } from "@/kit/Dialog";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { RadioGroup } from "@/kit/RadioGroup";
import { Skeleton } from "@/kit/Skeleton";
import { Chooser } from "./Chooser";
import styles from "./Draft.module.css";
import { kindOf } from "./words";

const FAILED = "書面の下書きを作れませんでした。";
const SIDES = [
  { value: "bf", label: "買手側の書面" },
  { value: "sf", label: "売手側の書面" },
];

/** Makes a draft: which one, from which template, and what will be left blank, named before anything is made. */
export function DraftDialog({
  of: record,
  isBoth,
  only,
  onClose,
}: {
  of: DraftOf;
  isBoth?: boolean;
  /** The one kind of paper that is made here; else any is chosen. */
  only?: number;
  onClose: () => void;
}) {
  const [side, setSide] = useState("bf");
  const of = isBoth ? { ...record, side } : record;
  const [templateId, setTemplateId] = useState("");
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const query = useQuery(draftFormsQuery(of));
  const forms = (query.data?.formList ?? []).filter((form) => only === undefined || form.kind === only);
  const kind = kindOf(forms, templateId);
  const template = kind?.templateList.find((row) => row.templateId === templateId) ?? kind?.templateList[0];
  const chosen = template?.templateId ?? "";
  const check = useQuery({ ...draftCheckQuery(of, chosen), enabled: chosen !== "" });
  const make = async () => {
    setBusy(true);
    setProblem("");
    try {
      const made = await makeDraft(of, chosen);
      await downloadDraft(made.issuedPaperId, `${kind?.label ?? "下書き"}_${made.number}.docx`);
      await rereadAfter("issued");
      notify.success(`${kind?.label ?? "書面"}の下書きを作りました（書面番号 ${made.number}）。`);
      onClose();
    } catch (error) {
      setProblem(failureMessage(FAILED, error));
      await query.refetch();
    } finally {
      setBusy(false);
    }
  };
  const failed = query.error ?? (chosen ? check.error : null);
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="書面の下書きを作る"
      confirm={{
        label: "下書きを作ってダウンロードする",
        busy,
        onConfirm: make,
        disabledReason: check.data ? undefined : "空欄になる項目を確かめています。",
      }}
    >
      <div className={styles.fields}>
        {(problem || failed) && (
          <p className={panel.problem} role="alert">
            {problem || failureMessage(FAILED, failed)}
          </p>
        )}
        {isBoth && (
          <RadioGroup
            label="どちらの側の書面か"
            badge={false}
            name="side"
            options={SIDES}
            value={side}
            onChange={(event) => {
              setSide(event.target.value);
              setTemplateId("");
            }}
          />
        )}
        {query.isPending ? (
          <Skeleton lines={4} />
        ) : (
          <Chooser forms={forms} kind={kind} templateId={chosen} onChange={setTemplateId} />
        )}
        {check.data ? <Findings check={check.data} /> : !failed && <Skeleton lines={3} />}
      </div>
    </Dialog>
  );
}

/** What the draft will have and what it will lack. */
function Findings({ check }: { check: DraftCheck }) {
  return (
    <>
      {check.isSample && (
        <p className={panel.warning}>
          <strong>見本の書式です。</strong>
          そのままで法令やガイドラインの定めを満たすことを約束するものではありません。法務の担当者に確かめてから、お使いください。
        </p>
      )}
      <p>
        {`${check.filledCount}か所に、いま登録されている内容を差し込みます。`}
        {check.isDisclosing && "秘密保持の同意のあとの情報を含むため、作ったことが開示台帳に記録されます。"}
      </p>
      {check.blankList.length === 0 ? (
        <p>空欄になる項目はありません。</p>
      ) : (
        <section aria-label="空欄になる項目">
          <p>
            <strong>{`次の${check.blankList.length}項目は、空欄（【 】）になります。`}</strong>
          </p>
          <ul className={styles.blanks}>
            {check.blankList.map(({ name, place, reason }) => (
              <li key={`${name} ${place}`}>
                {name}
                <span className={styles.reason}>{`${place}　${reason}`}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <p className={panel.note}>
        作った下書きは、自機関の発行書面に残り、同じファイルを何度でもダウンロードできます。
      </p>
    </>
  );
}
