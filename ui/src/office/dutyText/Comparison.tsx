import { Fragment } from "react";
import panel from "@/kit/Panel.module.css";
import { State } from "../list";
import { type ComparedItem, changeWords, compareVersions, type Part } from "./compare";
import styles from "./DutyText.module.css";
import { SCOPES } from "./words";

const LABELS = { added: "追加", removed: "削除", changed: "変更" } as const;
const KINDS = { added: "done", removed: "bad", changed: "waiting" } as const;

/** Two versions item by item: first what differs, with the words that were taken out and put in; what is the same is folded. */
export function Comparison({
  from,
  to,
}: {
  from: Parameters<typeof compareVersions>[0];
  to: Parameters<typeof compareVersions>[1];
}) {
  const found = compareVersions(from, to);
  const same = found.items.filter(({ state }) => state === "same");
  return (
    <div className={styles.comparison}>
      <p>
        <strong>{changeWords(found)}</strong>
      </p>
      {found.title.some(({ state }) => state !== "same") && (
        <p>
          題名：
          <Parts parts={found.title} />
        </p>
      )}
      <ul className={styles.items}>
        {found.items
          .filter(({ state }) => state !== "same")
          .map((item) => (
            <li key={item.key}>
              <Changed item={item} />
            </li>
          ))}
      </ul>
      {same.length > 0 && (
        <details>
          <summary>変わっていない項目（{same.length}件）</summary>
          <ul className={styles.same}>
            {same.map(({ key, heading }) => (
              <li key={key}>{heading.map(({ text }) => text).join("")}</li>
            ))}
          </ul>
        </details>
      )}
      <p className={panel.note}>下線は追加した語、取り消し線は削除した語です。</p>
    </div>
  );
}

function Changed({ item: { state, heading, text, scope } }: { item: ComparedItem }) {
  if (state === "same") return null;
  const [was, is] = scope;
  return (
    <article className={styles.changed} data-state={state}>
      <h4>
        <State kind={KINDS[state]}>{LABELS[state]}</State> <Parts parts={heading} />
      </h4>
      {was !== is && (
        <p>
          使う場合：
          <Parts
            parts={[
              { state: "removed", text: SCOPES[was] ?? "" },
              { state: "added", text: SCOPES[is] ?? "" },
            ]}
          />
        </p>
      )}
      <p className={styles.text}>
        <Parts parts={text} />
      </p>
    </article>
  );
}

/** A text with its marks, which are told to who does not see them too. */
function Parts({ parts }: { parts: readonly Part[] }) {
  return parts.map(({ state, text }, i) => {
    const key = `${i} ${state}`;
    if (state === "same") return <Fragment key={key}>{text}</Fragment>;
    const Mark = state === "added" ? "ins" : "del";
    return (
      <Mark key={key}>
        <span className="visually-hidden">［{LABELS[state]}：</span>
        {text}
        <span className="visually-hidden">］</span>
      </Mark>
    );
  });
}
