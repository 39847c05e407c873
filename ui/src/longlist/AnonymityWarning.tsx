import { TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { ApiError } from "@/api/errors";
import { hasName } from "@/negotiation/held";
import styles from "./longlist.module.css";
import { checkMessage } from "./queries";
import type { Hit } from "./types";

/** The pause in typing after which the text is checked for names. */
const CHECK_MS = 800;

/** Checks a text for words that identify the seller, after a pause in typing (domain.md 3.3). */
export function useAnonymityWarnings(sellerBusinessId: string, text: string) {
  const [found, setFound] = useState<{ text: string; hits: readonly Hit[] }>({ text: "", hits: [] });
  const check = async (checked: string) => {
    try {
      setFound({ text: checked, hits: await checkMessage(sellerBusinessId, checked) });
    } catch (error) {
      // If the check fails, the offer can be sent all the same.
      if (!(error instanceof ApiError)) throw error;
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: check is made anew at each render.
  useEffect(() => {
    if (text.trim() === "") return;
    const timer = setTimeout(() => void check(text), CHECK_MS);
    return () => clearTimeout(timer);
  }, [text, sellerBusinessId]);
  return { hits: found.text === text ? found.hits : [], checked: found, check };
}

/**
 * Hits that identify the seller: for a part of a name there is a warning, for a whole name an
 * approver must decide (domain.md 0.7).
 */
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
