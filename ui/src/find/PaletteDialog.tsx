import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { findQuery } from "@/api/mypage";
import { Dialog } from "@/kit/Dialog";
import { useDebouncedWord } from "@/kit/debouncedWord";
import { isComposing } from "@/kit/Form";
import { useNavigate } from "@/lib/location";
import { type Hit, hitHref, type Kind } from "./hits";
import styles from "./Palette.module.css";

interface Place {
  href: string;
  label: string;
}

interface Target extends Place {
  key: string;
  /** What kind of thing it is, in a word. */
  kind: string;
  detail?: string;
}

const KINDS: Record<Kind, string> = { negotiation: "交渉", seller: "売手", buyer: "買手", listing: "案件" };
/** The least number of characters for which the server is asked. */
const LEAST = 2;

/** The places whose names contain what is typed, then what the search box of the frame finds. */
export function targetsOf(word: string, places: readonly Place[], hits: readonly Hit[]): Target[] {
  const folded = word.normalize("NFKC").toLowerCase();
  return [
    ...places
      .filter(({ label }) => label.toLowerCase().includes(folded))
      .map((place) => ({ ...place, key: place.href, kind: "画面" })),
    ...hits.map((hit) => ({
      key: hit.key,
      href: hitHref(hit),
      label: hit.name || (hit.caseNumber ?? ""),
      kind: KINDS[hit.kind],
      detail: [hit.detail, hit.name && hit.caseNumber, hit.statusLabel].filter(Boolean).join("　"),
    })),
  ];
}

/** Ctrl K: one field for the menu's places and for what the header's search finds, by keyboard alone. */
export default function PaletteDialog({
  places,
  onClose,
}: {
  places: readonly Place[];
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const listId = useId();
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState(0);
  const word = useDebouncedWord(typed);
  const found = useQuery({ ...findQuery(word), enabled: word.length >= LEAST, throwOnError: false });
  const hits = word.length >= LEAST ? (found.data?.hitList ?? []) : [];
  const targets = targetsOf(typed.trim(), places, hits);
  const current = Math.min(chosen, targets.length - 1);
  const go = (target: Target | undefined) => {
    if (!target) return;
    onClose();
    navigate(target.href);
  };
  return (
    <Dialog open title="移動と検索" onClose={onClose}>
      <input
        autoFocus
        type="text"
        role="combobox"
        className={styles.field}
        aria-label="画面の名前、番号、企業名、案件名"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={targets[current] ? `${listId}-${current}` : undefined}
        placeholder="画面の名前、番号、企業名、案件名"
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setChosen(0);
        }}
        onKeyDown={(event) => {
          if (isComposing(event)) return;
          if (event.key === "Enter") go(targets[current]);
          else if (event.key === "ArrowDown") setChosen(Math.min(current + 1, targets.length - 1));
          else if (event.key === "ArrowUp") setChosen(Math.max(current - 1, 0));
          else return;
          event.preventDefault();
        }}
      />
      <div id={listId} role="listbox" aria-label="候補" className={styles.list}>
        {targets.map((target, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys.
          <div
            key={target.key}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === current}
            tabIndex={-1}
            ref={(row) => {
              if (index === current) row?.scrollIntoView({ block: "nearest" });
            }}
            onClick={() => go(target)}
          >
            <span className={styles.kind}>{target.kind}</span>
            <span>
              {target.label}
              {target.detail && <span className={styles.detail}>{target.detail}</span>}
            </span>
          </div>
        ))}
      </div>
      <p role="status" className={styles.hint}>
        {word.length >= LEAST && found.isFetching
          ? "検索しています"
          : targets.length === 0
            ? "合うものはありません。"
            : "↑ ↓ で選び、Enter で開きます。"}
      </p>
    </Dialog>
  );
}
