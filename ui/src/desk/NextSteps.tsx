import { CircleCheck, Hourglass, Info, ListTodo } from "lucide-react";
import { Fragment } from "react";
import { Band } from "@/kit/Band";
import { Button } from "@/kit/Button";
import { useRefusal } from "@/kit/Deeds";
import { formatDate, formatRemaining } from "@/lib/dates";
import styles from "./Desk.module.css";
import type { Masters } from "./masters";
import { type Deed, type NextStep, partOf, readOnly } from "./next";
import { traitList } from "./tab/partners";

const ICONS = { todo: ListTodo, waiting: Hourglass, info: Info, done: CircleCheck } as const;
const WORDS = {
  todo: "次にすること",
  waiting: "待っています",
  info: "お知らせ",
  done: "終わりました",
} as const;

/** The next steps for a listing: one line for each buyer, and what the listing itself needs. */
export function NextSteps({
  steps,
  masters,
  onGo,
}: {
  steps: readonly NextStep[];
  masters: Pick<Masters, "classes" | "regions" | "items">;
  onGo: (deed: Deed) => void;
}) {
  const isRefused = useRefusal("acts") !== undefined;
  if (steps.length === 0) return null;
  return (
    <section className={styles.next} aria-label="この案件で次にすること">
      <ul>
        {steps.map((step, index) => {
          const Icon = ICONS[step.kind];
          const { partner, due } = step;
          const deed = isRefused ? readOnly(step.deed) : step.deed;
          return (
            <li
              key={`${partner?.buyerNegotiationId ?? ""} ${step.text}`}
              data-kind={step.kind}
              data-first={index === 0 || undefined}
            >
              <span className={styles.nextWord}>
                <Icon aria-hidden size={18} />
                {WORDS[step.kind]}
              </span>
              <div className={styles.nextWhat}>
                {partner && (
                  <p className={styles.nextBuyer}>
                    {partner.displayName}
                    <span className={styles.nextTraits}>
                      {traitList(partner.buyer, masters).map((trait, at) => (
                        <Fragment key={trait}>
                          {at > 0 && "・"}
                          <Band text={trait} />
                        </Fragment>
                      ))}
                    </span>
                  </p>
                )}
                <p>{step.text}</p>
              </div>
              {due && (
                <p className={styles.nextDue}>
                  {due.label} {formatDate(due.date)}
                  <b>{formatRemaining(due.date)}</b>
                </p>
              )}
              {deed && (
                <Button
                  part={partOf(deed)}
                  kind={index === 0 && step.kind === "todo" ? "primary" : "secondary"}
                  aria-label={partner ? `${deed.label}（${partner.displayName}）` : undefined}
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
