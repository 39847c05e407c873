import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { japanInstitutionsQuery } from "@/api/master";
import type { components } from "@/api/schema.gen";
import { Button } from "@/kit/Button";
import { TextField } from "@/kit/TextField";
import styles from "./InstitutionSearch.module.css";

type Institution = components["schemas"]["MasterRow"];

/** The pause in typing after which the search is sent. */
const DEBOUNCE_MS = 250;
/** How many hits are shown. */
const MAX_HITS = 8;

/**
 * Finds an institution of Japan by code, name or kana. The choice fills in four fields of the form; an
 * institution that is not in the list is typed there.
 */
export function InstitutionSearch({ onChoose }: { onChoose: (institution: Institution) => void }) {
  const [typed, setTyped] = useState("");
  const [word, setWord] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setWord(typed.trim()), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const found = useQuery({
    ...japanInstitutionsQuery(word, MAX_HITS + 1),
    placeholderData: keepPreviousData,
  });
  const rows = word === "" ? undefined : found.data;
  return (
    <div className={styles.box}>
      <TextField
        label="金融機関を一覧から選ぶ"
        badge={false}
        type="search"
        autoComplete="off"
        help="名称・カナ・金融機関コードの一部を入力すると、候補が出ます。選ぶと、下の欄に入ります。"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          // Enter in this field must not submit the form.
          if (event.key === "Enter") event.preventDefault();
        }}
      />
      <p role="status" className={styles.count}>
        {rows &&
          (rows.length === 0
            ? "見つかりません。下の欄に直接入力してください。"
            : rows.length > MAX_HITS
              ? `候補が多いため、はじめの${MAX_HITS}件を表示しています。`
              : `${rows.length}件の候補があります。`)}
      </p>
      {rows && rows.length > 0 && (
        <ul className={styles.list} aria-label="金融機関の候補">
          {rows.slice(0, MAX_HITS).map((row) => (
            <li key={row.financialCode}>
              <Button
                kind="quiet"
                onClick={() => {
                  onChoose(row);
                  setTyped("");
                  setWord("");
                }}
              >
                {row.financialName}（{row.financialCode}）
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
