import { DescriptionList } from "@/kit/DescriptionList";
import { Lock } from "@/kit/Lock";
import { FIELDS, isAmount } from "../form/fields";
import type { PublicView } from "../shown";
import styles from "./BuyerView.module.css";

/** The labels of the fields disclosed at a level; all amounts have one common label. */
function labelsAt(level: 3 | 4): string {
  const rest = FIELDS.filter(
    ({ level: at, name, disclosed }) =>
      at === level &&
      !/^industryOtherText\d/.test(name) &&
      !(disclosed?.[0] === "details" && isAmount(disclosed[1])),
  ).map((field) => field.label);
  return [...rest, level === 3 ? "決算の数字（幅だけ）" : "決算の数字（正確な額）"].join("、");
}

/** A listing as the whole audience sees it, with locks for fields that are disclosed later. */
export function BuyerView({ shown, compact }: { shown: PublicView; compact?: boolean }) {
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
