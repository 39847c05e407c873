import { TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { ApiError } from "@/api/errors";
import { hasName } from "@/negotiation/held";
import styles from "./longlist.module.css";
import { checkMessage } from "./queries";
import type { Hit } from "./types";

/** How long typing rests before the text is looked through for names. */
const CHECK_MS = 800;

/** Looks a text through for what names the seller, some time after the last key (domain.md 3.3). */
export function useAnonymityWarnings(sellerBusinessId: string, text: string) {
  const [found, setFound] = useState<{ text: string; hits: readonly Hit[] }>({ text: "", hits: [] });
  const check = async (checked: string) => {
    try {
      setFound({ text: checked, hits: await checkMessage(sellerBusinessId, checked) });
    } catch (error) {
      // A warning that cannot be had must not hold the offer back.
      if (!(error instanceof ApiError)) throw error;
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: check is made anew at each render.
  useEffect(() => {
    if (text.trim() === "") return;
    const timer = setTimeout(() => void check(text), CHECK_MS);
    return () => clearTimeout(timer);
  }, [text, sellerBusinessId]);
  return { hits: found.text === text ? found.hits : [], check };
}

/** What may name the seller: a part of a name warns, a name as such goes only by an approver (domain.md 0.7). */
export function AnonymityWarning({ hits }: { hits: readonly Hit[] }) {
  if (hits.length === 0) return null;
  return (
    <div className={styles.warning} role="alert">
      <p>
        <TriangleAlert aria-hidden size={18} />
        <strong>
          {hasName(hits)
            ? "まだ開示していない売手の名前があるため、このままでは送れません"
            : "企業が特定されるおそれのある言葉があります"}
        </strong>
      </p>
      <ul>
        {hits.map((hit) => (
          <li key={`${hit.start}.${hit.kind}`}>
            「{hit.text}」：{hit.why}
            {hit.suggestion && `（例：${hit.suggestion}）`}
          </li>
        ))}
      </ul>
      {hasName(hits) && (
        <p>
          言葉を直すか、名前を含めたまま送る必要があるときは、別の担当者（承認者）に承認を依頼してください。承認されるまで、だれにも送られません。
        </p>
      )}
    </div>
  );
}
