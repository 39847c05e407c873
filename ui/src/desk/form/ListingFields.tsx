import type { Masters } from "../masters";
import { FIELDS, levelOf, type Names, openingText, STEPS, type Step } from "./fields";
import styles from "./ListingFields.module.css";
import type { ListingValues } from "./values";

/** All values of a listing as they will be stored, and from when on others see them. */
export function ListingFields({
  values,
  masters,
  names,
  steps = STEPS.map((step) => step.key),
  actions,
  folds = false,
}: {
  values: ListingValues;
  masters: Masters;
  names: Names;
  steps?: readonly Step[];
  /** Content beside the heading of a step: the button that leads back to it. */
  actions?: (step: Step) => React.ReactNode;
  /** Only the headings of the steps are shown at first: each is several screens long. */
  folds?: boolean;
}) {
  return STEPS.filter((step) => steps.includes(step.key)).map((step) => {
    const rows = (
      <>
        <div className={styles.legend} aria-hidden>
          <span>項目</span>
          <span>内容</span>
          <span>見える相手と時期</span>
        </div>
        <dl className={styles.list}>
          {FIELDS.filter((field) => field.step === step.key).map((field) => {
            const text = field.text(values, masters, names);
            // The texts of nine industries, most of which are not chosen, are omitted if empty.
            if (!text && /^industryOtherText\d/.test(field.name)) return null;
            return (
              <div key={field.name} className={styles.row}>
                <dt>{field.label}</dt>
                <dd className={styles.text}>{text || "―"}</dd>
                <dd className={styles.opens} data-level={levelOf(field, values)}>
                  {openingText(field, values)}
                </dd>
              </div>
            );
          })}
        </dl>
      </>
    );
    const title = <h2 id={`values-${step.key}`}>{step.title}</h2>;
    return (
      <section key={step.key} className={styles.part} aria-labelledby={`values-${step.key}`}>
        {folds ? (
          <details className={styles.fold}>
            <summary>{title}</summary>
            {actions?.(step.key)}
            {rows}
          </details>
        ) : (
          <>
            <header className={styles.head}>
              {title}
              {actions?.(step.key)}
            </header>
            {rows}
          </>
        )}
      </section>
    );
  });
}
