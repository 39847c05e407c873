import styles from "./FormSteps.module.css";

/** The steps of a form with the current one marked. With onGo the user can go to a step directly. */
export function FormSteps<K extends string>({
  steps,
  current,
  onGo,
}: {
  steps: readonly { key: K; title: string }[];
  current: K;
  /** Not called for the last step: the steps before it must be checked first. */
  onGo?: (key: K) => void;
}) {
  return (
    <nav aria-label="入力の段階">
      <ol className={styles.steps}>
        {steps.map(({ key, title }, index) => {
          const content = (
            <>
              <span className={styles.number} aria-hidden>
                {index + 1}
              </span>
              {title}
            </>
          );
          return (
            <li key={key}>
              {!onGo || key === current || index === steps.length - 1 ? (
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
