import { Fragment } from "react";
import styles from "./Form.module.css";
import { STEPS, type Step } from "./fields";

/** Where one is between the first step and the confirmation. Steps can be gone to directly. */
export function FormSteps({ current, onGo }: { current: Step | "confirm"; onGo: (step: Step) => void }) {
  const all = [...STEPS, { key: "confirm" as const, title: "確認" }];
  return (
    <nav aria-label="入力の段階">
      <ol className={styles.steps}>
        {all.map(({ key, title }, index) => {
          const content = (
            <Fragment>
              <span className={styles.number} aria-hidden>
                {index + 1}
              </span>
              {title}
            </Fragment>
          );
          return (
            <li key={key}>
              {key === current || key === "confirm" ? (
                <span className={styles.step} aria-current={key === current ? "step" : undefined}>
                  {content}
                </span>
              ) : (
                <button type="button" className={styles.step} onClick={() => onGo(key)}>
                  {content}
                </button>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
