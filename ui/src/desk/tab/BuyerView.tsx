import { DescriptionList } from "@/kit/DescriptionList";
import { Lock } from "@/kit/Lock";
import { FIELDS, isAmount } from "../form/fields";
import type { Shown } from "../shown";
import styles from "./BuyerView.module.css";

/** Labels of what opens at a level, the amounts summed up in one word. */
function labelsAt(level: 3 | 4): string {
  const rest = FIELDS.filter(
    ({ level: at, name, opens }) =>
      at === level && !/^industryOtherText\d/.test(name) && !(opens?.[0] === "details" && isAmount(opens[1])),
  ).map((field) => field.label);
  return [...rest, level === 3 ? "決算の数字（幅だけ）" : "決算の数字（正確な額）"].join("、");
}

/** A listing as everyone in the audience sees it, with locks where something opens later. */
export function BuyerView({ shown, compact }: { shown: Shown; compact?: boolean }) {
  return (
    <article className={styles.card} data-compact={compact || undefined}>
      <h3 className={styles.title}>{shown.businessName || "（案件名は未入力です）"}</h3>
      <p className={styles.text}>{shown.description || "（案件の説明は未入力です）"}</p>
      <DescriptionList items={shown.rows} />
      <dl className={styles.locks}>
        <div>
          <dt>
            <Lock reason="consent" />
          </dt>
          <dd>{labelsAt(3)}</dd>
        </div>
        <div>
          <dt>
            <Lock reason="realName" />
          </dt>
          <dd>{labelsAt(4)}</dd>
        </div>
      </dl>
    </article>
  );
}
