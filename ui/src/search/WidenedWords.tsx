import { Plus, X } from "lucide-react";
import { useId, useState } from "react";
import styles from "./WidenedWords.module.css";
import { instead, only, typedWord, type Widened, type WidenedChange } from "./widened";

/** As many words as two lines have room for. */
const SHOWN_AT_FIRST = 12;

interface WidenedProps {
  list: readonly Widened[];
  /** The question as it is typed. */
  text: string;
  /** The words that are switched off. */
  without: readonly string[];
  /** The industries that are chosen. */
  classes: readonly string[];
  /** Nothing was found: what else one can search for stands open. */
  isEmpty?: boolean;
  onChange: (change: WidenedChange) => void;
}

/** Says which words were searched beside those of the question; each can be switched off. */
export function WidenedWords({ list, ...rest }: WidenedProps) {
  if (list.length === 0) return null;
  return (
    <div className={styles.list}>
      {list.map((widened) => (
        <One key={widened.word} widened={widened} {...rest} />
      ))}
    </div>
  );
}

function One({
  widened,
  text,
  without,
  classes,
  isEmpty = false,
  onChange,
}: Omit<WidenedProps, "list"> & { widened: Widened }) {
  const id = useId();
  const [isWhole, setIsWhole] = useState(false);
  const word = typedWord(text, widened);
  const also = [...widened.sameList, ...widened.narrowerList];
  const shown = isWhole ? also : also.slice(0, SHOWN_AT_FIRST);
  const offered = widened.classList.filter(({ code }) => !classes.includes(code));
  return (
    <section className={styles.word} aria-label={`「${word}」で探した言葉`}>
      {also.length > 0 && (
        <>
          <p id={id}>「{word}」のほか、次の言葉でも探しました。外すと、その言葉では探しません。</p>
          <ul className={styles.words} aria-labelledby={id}>
            {shown.map((one) => (
              <li key={one}>
                <button
                  type="button"
                  className={styles.on}
                  aria-label={`${one}を外す`}
                  onClick={() => onChange({ without: [...without, one] })}
                >
                  {one}
                  <X aria-hidden size={16} />
                </button>
              </li>
            ))}
            {shown.length < also.length && (
              <li>
                <button type="button" className={styles.plain} onClick={() => setIsWhole(true)}>
                  ほか{also.length - shown.length}語を表示
                </button>
              </li>
            )}
            <li>
              <button type="button" className={styles.plain} onClick={() => onChange(only(text, widened))}>
                「{word}」だけで探す
              </button>
            </li>
          </ul>
        </>
      )}
      {widened.offList.length > 0 && (
        <Line label="外した言葉：">
          {widened.offList.map((one) => (
            <button
              key={one}
              type="button"
              className={styles.off}
              aria-label={`${one}でも探す`}
              onClick={() => onChange({ without: without.filter((other) => other !== one) })}
            >
              <Plus aria-hidden size={16} />
              {one}
            </button>
          ))}
        </Line>
      )}
      {widened.relatedList.length + offered.length > 0 && (
        <details open={isEmpty}>
          <summary>関連する言葉と業種</summary>
          {widened.relatedList.length > 0 && (
            <Line label="関連する言葉（探していません）：">
              {widened.relatedList.map((one) => (
                <button
                  key={one}
                  type="button"
                  className={styles.plain}
                  onClick={() => onChange(instead(text, widened, one))}
                >
                  {one}で探す
                </button>
              ))}
            </Line>
          )}
          {offered.length > 0 && (
            <Line label="業種：">
              {offered.map(({ code, name }) => (
                <button
                  key={code}
                  type="button"
                  className={styles.plain}
                  onClick={() => onChange({ classes: [...classes, code] })}
                >
                  業種「{name}」で絞り込む
                </button>
              ))}
            </Line>
          )}
        </details>
      )}
    </section>
  );
}

function Line({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <p className={styles.words}>
      <span>{label}</span>
      {children}
    </p>
  );
}
