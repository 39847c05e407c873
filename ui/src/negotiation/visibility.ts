import type { NegotiationRow } from "./types";
import { STATUS } from "./types";

/** How far one side sees the other's information now. */
export type Openness = "open" | "partly" | "closed";

export interface Disclosure {
  what: string;
  openness: Openness;
  /** When it will be open, if it is not. */
  when: string;
}

interface Visibility {
  /** The seller's information, for the buyer and its institution. */
  seller: readonly Disclosure[];
  /** The buyer's information, for the seller's institution. */
  buyer: readonly Disclosure[];
}

/**
 * Who sees what of whom now, in words for the panel (domain.md 3.5). This is an explanation only;
 * the server alone decides, field by field, what is sent.
 */
export function visibilityOf(
  n: Pick<NegotiationRow, "status" | "isConsent" | "offerSendStatus"> & { end?: { fromStatus: number } },
): Visibility {
  const isAnonymous = n.status === STATUS.anonymous || n.status === STATUS.hope;
  const hasRealNames = n.status >= STATUS.realName && n.status <= STATUS.signed;
  const consented = isAnonymous && n.isConsent;
  const isEnded = n.status === STATUS.ended;
  const disclosure = (what: string, openness: Openness, when: string): Disclosure => ({
    what,
    openness,
    when: openness === "open" ? "" : isEnded ? "交渉の終了により閉じました" : when,
  });
  // SF knows of a negotiation that began, or to which it made the offer; one that ended at 0 stays
  // hidden.
  const lastStatus = isEnded ? (n.end?.fromStatus ?? 0) : n.status;
  const existence = lastStatus >= STATUS.anonymous || n.offerSendStatus > 0 ? "open" : "closed";
  return {
    seller: [
      disclosure("匿名の概要（業種・地域・規模）", "open", ""),
      disclosure(
        "強み・譲渡の理由の補足、売手側金融機関の名前（買手に）",
        hasRealNames || consented ? "open" : "closed",
        "交渉の開始と、秘密保持契約の承諾の後",
      ),
      disclosure(
        "財務の数値",
        hasRealNames ? "open" : consented ? "partly" : "closed",
        consented
          ? "いまは幅で表示。正確な額は実名交渉の承認後"
          : "幅は秘密保持契約の承諾後、正確な額は実名交渉の承認後",
      ),
      disclosure("会社名・代表者・所在地・連絡先", hasRealNames ? "open" : "closed", "実名交渉の承認後"),
      disclosure("資料（1件ずつ開示されたもの）", hasRealNames ? "open" : "closed", "実名交渉の承認後"),
    ],
    buyer: [
      disclosure("買手候補がいることと、その匿名の概要", existence, "交渉の開始後"),
      disclosure(
        "会社名・代表者・所在地・法人番号",
        hasRealNames || n.status === STATUS.hope ? "open" : "closed",
        "実名交渉の申請後",
      ),
      disclosure(
        "財務の数値",
        hasRealNames ? "open" : n.status === STATUS.hope ? "partly" : "closed",
        n.status === STATUS.hope
          ? "いまは幅で表示。正確な額は実名交渉の承認後"
          : "幅は実名交渉の申請後、正確な額は承認後",
      ),
    ],
  };
}
