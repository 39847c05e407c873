import { ArrowRight, Undo2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { afterAll, pieces, placeOf, reworded, type Worded, type Wording, wordsBefore } from "@/lib/rewording";
import { Button } from "./Button";
import styles from "./Rewording.module.css";

interface Taken {
  before: string;
  after: string;
}

/**
 * Milder wordings for what a check found in a text: each with what it changes, all at once after a look at the
 * result, and back again. Nothing is changed but what is shown, and nothing that was typed meanwhile is lost.
 */
export function Rewording({
  now,
  checked,
  hits,
  onText,
}: {
  /** The text as it stands in the field. */
  now: string;
  /** The text that the hits are of. */
  checked: string;
  hits: readonly Worded[];
  onText: (text: string) => void;
}) {
  const [taken, setTaken] = useState<readonly Taken[]>([]);
  const [said, setSaid] = useState("");
  const [isPreview, setPreview] = useState(false);
  const back = useRef<HTMLButtonElement>(null);
  const previewBox = useRef<HTMLElement>(null);
  const focusNext = useRef<"back" | "preview" | null>(null);
  useEffect(() => {
    if (focusNext.current === "back") back.current?.focus();
    if (focusNext.current === "preview") previewBox.current?.focus();
    focusNext.current = null;
  });

  const offers = hits
    .flatMap(({ offer }) => (offer ? [offer] : []))
    .filter((offer) => placeOf(now, checked, offer) !== undefined);
  const last = taken.at(-1);
  const canGoBack = last !== undefined && last.after === now;
  if (offers.length === 0 && !canGoBack) return null;

  const change = (after: string, what: string) => {
    setTaken([...taken, { before: now, after }]);
    setSaid(what);
    setPreview(false);
    focusNext.current = "back";
    onText(after);
  };
  const take = (offer: Wording) => {
    const after = reworded(now, checked, offer);
    if (after !== undefined) change(after, sentence(wordsBefore(checked, offer), offer.text));
  };
  const all = pieces(checked, hits);
  const count = all.filter(({ out }) => out !== undefined).length;
  return (
    <section className={styles.box} aria-label="言い換えの案">
      {offers.length > 0 && (
        <>
          <p className={styles.title}>言い換えの案（{offers.length}件）</p>
          <ul className={styles.list}>
            {offers.map((offer) => {
              const before = wordsBefore(checked, offer);
              return (
                <li key={offer.start}>
                  <Change out={before} put={offer.text} />
                  <Button onClick={() => take(offer)}>
                    {offer.text === "" ? "消す" : "言い換える"}
                    <span className="visually-hidden">：「{before}」</span>
                  </Button>
                </li>
              );
            })}
          </ul>
        </>
      )}
      {isPreview && now === checked && (
        <section ref={previewBox} tabIndex={-1} className={styles.preview} aria-label="すべて言い換えた文面">
          <p className={styles.text}>
            {all.map((piece) =>
              piece.same === undefined ? (
                <Change key={piece.at} out={piece.out ?? ""} put={piece.put ?? ""} />
              ) : (
                <span key={piece.at}>{piece.same}</span>
              ),
            )}
          </p>
          <div className={styles.buttons}>
            <Button kind="primary" onClick={() => change(afterAll(all), `${count}か所を言い換えました。`)}>
              この文面にする
            </Button>
            <Button onClick={() => setPreview(false)}>やめる</Button>
          </div>
        </section>
      )}
      <div className={styles.buttons}>
        {offers.length > 1 && !isPreview && now === checked && (
          <Button
            onClick={() => {
              focusNext.current = "preview";
              setPreview(true);
            }}
          >
            すべて言い換える
          </Button>
        )}
        {canGoBack && (
          <Button
            ref={back}
            icon={<Undo2 aria-hidden size={18} />}
            onClick={() => {
              setTaken(taken.slice(0, -1));
              setSaid("言い換える前の文面に戻しました。");
              onText(last.before);
            }}
          >
            元に戻す
          </Button>
        )}
        <p role="status" className={styles.said}>
          {said}
        </p>
      </div>
    </section>
  );
}

const sentence = (out: string, put: string): string =>
  put === "" ? `「${out}」を消しました。` : `「${out}」を「${put}」に言い換えました。`;

/** What is left out and what is put in its place. */
function Change({ out, put }: { out: string; put: string }) {
  return (
    <span className={styles.change}>
      <del>
        <span className="visually-hidden">変更前：</span>
        {out}
      </del>
      <ArrowRight aria-hidden size={14} />
      {put === "" ? (
        <span className={styles.none}>（消す）</span>
      ) : (
        <ins>
          <span className="visually-hidden">変更後：</span>
          {put}
        </ins>
      )}
    </span>
  );
}
