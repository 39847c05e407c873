import { Search } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Button } from "./Button";
import { isComposing } from "./Form";
import styles from "./SearchBox.module.css";

/** The search field of a frame's header. The key `/` focuses it; while it has the focus it says what it finds. */
export function SearchBox({
  finds,
  help,
  word,
  maxLength,
  onSearch,
}: {
  /** What it finds, in a few words: shown in the empty field, and read with the button's word. */
  finds: string;
  /** What can be typed. */
  help: ReactNode;
  /** The word that the screen shows the hits of. */
  word: string;
  maxLength: number;
  /** Called with the trimmed word, never with an empty one. */
  onSearch: (word: string) => void;
}) {
  const helpId = useId();
  return (
    <search className={styles.box}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const field = event.currentTarget.elements.namedItem("word") as HTMLInputElement;
          const typed = field.value.trim();
          if (typed) onSearch(typed);
          else field.focus();
        }}
      >
        <input
          // A changed word in the address remounts the field, so that it shows the new word.
          key={word}
          type="search"
          name="word"
          aria-label={`${finds}から探す`}
          placeholder={finds}
          aria-describedby={helpId}
          autoComplete="off"
          spellCheck={false}
          data-search="frame"
          defaultValue={word}
          maxLength={maxLength}
          onKeyDown={(event) => {
            if (event.key === "Enter" && isComposing(event)) event.preventDefault();
          }}
        />
        <Button type="submit" kind="quiet" icon={<Search aria-hidden size={20} />}>
          <span className={styles.button}>探す</span>
        </Button>
      </form>
      <p id={helpId} className={styles.help}>
        {help}
      </p>
    </search>
  );
}
