import { type ReactNode, useState } from "react";
import type { ChargeOf, PersonInCharge } from "@/api/persons";
import { Button } from "@/kit/Button";
import { Heading } from "@/kit/Heading";
import styles from "./Persons.module.css";
import { PersonsDialog } from "./PersonsDialog";
import { usePersons } from "./usePersons";
import { stateOf } from "./words";

/** Who works on a record of the own institution, and the deed that changes it; nothing for anybody else. */
export function PersonsPanel({
  of,
  id,
  title = "担当者",
  framed,
  children,
}: {
  of: ChargeOf;
  id: string;
  /** Of what, where a page has others too: a company has its own contact (担当者). */
  title?: string;
  /** With a frame of its own, where its place gives none. */
  framed?: boolean;
  /** What else belongs to who works on it. */
  children?: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const row = usePersons(of, [id])?.get(id);
  if (!row) return null;
  return (
    <section className={framed ? `${styles.box} ${styles.framed}` : styles.box} aria-label={title}>
      <Heading
        level={2}
        actions={
          <Button part="acts" kind={framed ? "secondary" : "quiet"} onClick={() => setOpen(true)}>
            担当者を変更{title !== "担当者" && <span className="visually-hidden">：{title}</span>}
          </Button>
        }
      >
        {title}
      </Heading>
      <dl className={styles.list}>
        <div>
          <dt>主担当</dt>
          <dd>
            {row.personInCharge ? (
              <Named person={row.personInCharge} />
            ) : (
              <span className={styles.none}>いません。「担当者を変更」から決めてください。</span>
            )}
          </dd>
        </div>
        {row.otherPersons.length > 0 && (
          <div>
            <dt>副担当</dt>
            <dd>
              <ul>
                {row.otherPersons.map((person) => (
                  <li key={person.userId}>
                    <Named person={person} />
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        )}
      </dl>
      {children && <p className={styles.more}>{children}</p>}
      {isOpen && <PersonsDialog of={of} row={row} onClose={() => setOpen(false)} />}
    </section>
  );
}

function Named({ person }: { person: PersonInCharge }) {
  const state = stateOf(person);
  return (
    <>
      {person.userName}
      {state && <span className={styles.state}>（{state}）</span>}
    </>
  );
}
