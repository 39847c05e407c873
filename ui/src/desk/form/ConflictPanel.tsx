import { useState } from "react";
import { Button } from "@/kit/Button";
import { RadioGroup } from "@/kit/RadioGroup";
import type { Masters } from "../masters";
import { useNames } from "../names";
import styles from "./Conflict.module.css";
import { conflictsOf, merged } from "./merge";
import type { ListingValues } from "./values";

/**
 * The own values beside those that a colleague has stored meanwhile, field by field. Nothing is
 * lost: the user chooses which of the two to keep.
 */
export function ConflictPanel({
  mine,
  latest,
  base,
  masters,
  onMerge,
}: {
  mine: ListingValues;
  latest: ListingValues;
  base: ListingValues | null;
  masters: Masters;
  onMerge: (values: ListingValues) => void;
}) {
  const names = useNames(mine, latest, base);
  const [choice, setChoice] = useState<Record<string, "mine" | "latest">>({});
  const conflicts = conflictsOf(mine, latest, base, masters, names);
  return (
    <section className={styles.conflict} aria-labelledby="conflict-title">
      <h2 id="conflict-title">他の担当者が更新した内容との違い</h2>
      {conflicts.length === 0 ? (
        <p>入力した内容と、最新の内容は同じです。このまま続けられます。</p>
      ) : (
        <p>
          違いのある{conflicts.length}
          項目について、どちらを残すかを選んでください。入力した内容は、選ぶまで消えません。
        </p>
      )}
      <ul className={styles.list}>
        {conflicts.map(({ field, mine: own, latest: other, proposed }) => (
          <li key={field.name}>
            <RadioGroup
              label={field.label}
              badge={false}
              column
              name={`conflict.${field.name}`}
              value={choice[field.name] ?? proposed}
              onChange={(event) =>
                setChoice({ ...choice, [field.name]: event.target.value === "latest" ? "latest" : "mine" })
              }
              options={[
                {
                  value: "mine",
                  label: "自分の入力",
                  help: <span className={styles.text}>{own || "―"}</span>,
                },
                {
                  value: "latest",
                  label: "最新の内容（他の担当者）",
                  help: <span className={styles.text}>{other || "―"}</span>,
                },
              ]}
            />
          </li>
        ))}
      </ul>
      <div>
        <Button kind="primary" onClick={() => onMerge(merged(mine, latest, conflicts, choice))}>
          選んだ内容で続ける
        </Button>
      </div>
    </section>
  );
}
