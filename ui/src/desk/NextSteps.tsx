import { CircleCheck, Hourglass, Info, ListTodo } from "lucide-react";
import { Button } from "@/kit/Button";
import styles from "./Desk.module.css";
import type { Deed, NextStep } from "./next";

const ICONS = { todo: ListTodo, waiting: Hourglass, info: Info, done: CircleCheck } as const;
const WORDS = {
  todo: "次にすること",
  waiting: "待っています",
  info: "お知らせ",
  done: "終わりました",
} as const;

/** The next steps for a listing: the first one large, the others below. */
export function NextSteps({ steps, onGo }: { steps: readonly NextStep[]; onGo: (deed: Deed) => void }) {
  if (steps.length === 0) return null;
  return (
    <section className={styles.next} aria-label="この案件で次にすること">
      <ul>
        {steps.map((step, index) => {
          const Icon = ICONS[step.kind];
          const { deed } = step;
          return (
            <li key={step.text} data-kind={step.kind} data-first={index === 0 || undefined}>
              <span className={styles.nextWord}>
                <Icon aria-hidden size={18} />
                {WORDS[step.kind]}
              </span>
              <p>{step.text}</p>
              {deed && (
                <Button
                  kind={index === 0 && step.kind === "todo" ? "primary" : "secondary"}
                  onClick={() => onGo(deed)}
                >
                  {deed.label}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
