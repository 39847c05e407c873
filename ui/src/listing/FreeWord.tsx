import { Search } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { Button } from "@/kit/Button";
import { isComposing } from "@/kit/Form";
import styles from "./FreeWord.module.css";

/** A pause in typing after which a wide screen searches by itself. */
const PAUSE_MS = 500;

/**
 * The free word. Enter and the button search; with `live` (the list is visible) a pause in typing
 * searches, too, but never during an IME conversion.
 */
export function FreeWord({
  value,
  searchesWhileTyping,
  onSearch,
}: {
  value: string;
  searchesWhileTyping: boolean;
  /** `typing`: the search was caused by a pause; it replaces the history entry. */
  onSearch: (word: string, typing: boolean) => void;
}) {
  const id = useId();
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastWord = useRef(value);
  // A word set elsewhere (a chip, Back, the frame's search) replaces the text.
  useEffect(() => {
    if (value === lastWord.current) return;
    lastWord.current = value;
    setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const send = (word: string, typing: boolean) => {
    clearTimeout(timer.current);
    if (word === lastWord.current) return;
    lastWord.current = word;
    onSearch(word, typing);
  };
  const sendAfterPause = (word: string) => {
    clearTimeout(timer.current);
    if (searchesWhileTyping) timer.current = setTimeout(() => send(word.trim(), true), PAUSE_MS);
  };
  return (
    <search>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          send(text.trim(), false);
        }}
      >
        <label htmlFor={id}>フリーワード</label>
        <span className={styles.help} id={`${id}-help`}>
          表題と説明から、同じ意味の言葉でも探します。空白で区切ると、すべてを含む案件を探します。「」で囲むと、その言葉だけを探します。
        </span>
        <span className={styles.row}>
          <input
            id={id}
            type="search"
            data-search="listing"
            className={styles.input}
            aria-describedby={`${id}-help`}
            value={text}
            maxLength={100}
            onKeyDown={(event) => {
              if (event.key === "Enter" && isComposing(event)) event.preventDefault();
            }}
            onChange={(event) => {
              setText(event.target.value);
              if (!(event.nativeEvent as InputEvent).isComposing) sendAfterPause(event.target.value);
            }}
            onCompositionEnd={(event) => sendAfterPause(event.currentTarget.value)}
          />
          <Button type="submit" kind="primary" icon={<Search aria-hidden size={18} />}>
            検索
          </Button>
        </span>
      </form>
    </search>
  );
}
