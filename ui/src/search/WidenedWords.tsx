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
  /** The industries that are chosen; absent where the list has no such condition, so that none are offered. */
  classes?: readonly string[];
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
  const offered = classes ? widened.classList.filter(({ code }) => !classes.includes(code)) : [];
  const others = `そのほかの種類（${(widened.otherCount ?? 0).toLocaleString("ja-JP")}語）`;
  const isOtherOn = widened.otherKey !== undefined && !widened.isOtherOff;
  return (
    <section className={styles.word} aria-label={`「${word}」で探した言葉`}>
      {(also.length > 0 || isOtherOn) && (
        <>
          <p id={id}>「{word}」のほか、次の言葉でも探しました。外すと、その言葉では探しません。</p>
          <ul className={styles.words} aria-labelledby={id}>
            {shown.map((one) => (
              <li key={one}>
                <Switch name={one} isOn onClick={() => onChange({ without: [...without, one] })} />
              </li>
            ))}
            {shown.length < also.length && (
              <li>
                <button type="button" className={styles.plain} onClick={() => setIsWhole(true)}>
                  ほか{also.length - shown.length}語を表示
                </button>
              </li>
            )}
            {isOtherOn && (
              <li>
                <Switch
                  name={others}
                  isOn
                  onClick={() => onChange({ without: [...without, widened.otherKey ?? ""] })}
                />
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
      {(widened.offList.length > 0 || widened.isOtherOff) && (
        <Line label="外した言葉：">
          {widened.offList.map((one) => (
            <Switch
              key={one}
              name={one}
              onClick={() => onChange({ without: without.filter((other) => other !== one) })}
            />
          ))}
          {widened.isOtherOff && (
            <Switch
              name={others}
              onClick={() => onChange({ without: without.filter((other) => other !== widened.otherKey) })}
            />
          )}
        </Line>
      )}
      {widened.relatedList.length + offered.length > 0 && (
        <details open={isEmpty}>
          <summary>{offered.length > 0 ? "関連する言葉と業種" : "関連する言葉"}</summary>
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
                  onClick={() => onChange({ classes: [...(classes ?? []), code] })}
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

/** A word that is searched, or that was switched off. */
function Switch({ name, isOn = false, onClick }: { name: string; isOn?: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      className={isOn ? styles.on : styles.off}
      aria-label={isOn ? `${name}を外す` : `${name}でも探す`}
      onClick={onClick}
    >
      {!isOn && <Plus aria-hidden size={16} />}
      {name}
      {isOn && <X aria-hidden size={16} />}
    </button>
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
