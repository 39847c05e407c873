import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Duty, type DutyKind, dutyTextQuery } from "@/api/duty";
import { failureMessage } from "@/api/errors";
import { Button } from "@/kit/Button";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { FAILED_OWN } from "@/messages";
import styles from "./Duty.module.css";

/** The text or list that a record will name, with all that is explained by it (compliance.md 3). */
export function TextInForce({ text }: { text: NonNullable<DutyKind["text"]> }) {
  return (
    <div className={styles.used}>
      <p className={styles.about}>
        使う版：<strong>{text.name}</strong>
      </p>
      <WholeText key={text.textId} textId={text.textId} />
    </div>
  );
}

/** The version that a record names. */
export function TextUsed({ used }: { used: Duty["text"] }) {
  if (!used?.name || !used.textId) return null;
  return (
    <div className={styles.used}>
      <p className={styles.about}>使った版：{used.name}</p>
      <WholeText textId={used.textId} />
    </div>
  );
}

/** A version, whole, once it is opened. */
function WholeText({ textId }: { textId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>この版の全文を読む</summary>
      {isOpen && <Items textId={textId} />}
    </details>
  );
}

function Items({ textId }: { textId: string }) {
  const query = useQuery(dutyTextQuery(textId));
  if (query.isError)
    return (
      <p className={panel.problem} role="alert">
        {failureMessage(FAILED_OWN.dutyTextLoad, query.error)}
        <Button onClick={() => query.refetch()}>もう一度読み込む</Button>
      </p>
    );
  if (!query.data) return <Skeleton lines={6} />;
  const { isSample, unfinishedCount, itemList, hash } = query.data;
  return (
    <div className={styles.text}>
      {isSample && (
        <p className={panel.note}>
          組み込みの見本です。そのままで法令やガイドラインの定めを満たすことを約束するものではありません。
        </p>
      )}
      {!isSample && unfinishedCount > 0 && (
        <p className={panel.note}>
          【 】が残っている項目が{unfinishedCount}
          件あります。お客さまに説明する前に、管理者に確かめてください。
        </p>
      )}
      <ol>
        {itemList.map(({ key, heading, text, scope }) => (
          <li key={key}>
            <strong>
              {["", "（仲介）", "（売手へ）"][scope]}
              {heading}
            </strong>
            {text && <p className={styles.value}>{text}</p>}
          </li>
        ))}
      </ol>
      <p className={panel.note}>照合用の値 {hash}</p>
    </div>
  );
}
