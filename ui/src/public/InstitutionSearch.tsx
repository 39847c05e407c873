import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { japanInstitutionsQuery } from "@/api/master";
import type { components } from "@/api/schema.gen";
import { Button } from "@/kit/Button";
import { TextField } from "@/kit/TextField";
import styles from "./InstitutionSearch.module.css";

type Institution = components["schemas"]["MasterRow"];

/** How long the typing must rest before it is asked for. */
const REST_MS = 250;
const SHOWN = 8;

/**
 * Finds an institution of Japan by code, name or kana, so that four fields need not be typed.
 * Those that are not on the list fill the fields in by hand.
 */
export function InstitutionSearch({ onChoose }: { onChoose: (institution: Institution) => void }) {
  const [typed, setTyped] = useState("");
  const [word, setWord] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setWord(typed.trim()), REST_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const found = useQuery({
    ...japanInstitutionsQuery(word, SHOWN + 1),
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
          // Enter here must not send the form.
          if (event.key === "Enter") event.preventDefault();
        }}
      />
      <p role="status" className={styles.count}>
        {rows &&
          (rows.length === 0
            ? "見つかりません。下の欄に直接入力してください。"
            : rows.length > SHOWN
              ? `候補が多いため、はじめの${SHOWN}件を表示しています。`
              : `${rows.length}件の候補があります。`)}
      </p>
      {rows && rows.length > 0 && (
        <ul className={styles.list} aria-label="金融機関の候補">
          {rows.slice(0, SHOWN).map((row) => (
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
