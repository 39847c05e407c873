import { SEARCH_COMPANIES } from "./company";
import { SEARCH_LISTINGS, VALUATION } from "./listing";
import { BUYERS_NEGOTIATIONS, FINANCIAL_SUPPORT, ONE_NEGOTIATION, SELLERS_NEGOTIATIONS } from "./negotiation";
import { queryClient } from "./query";
import type { Noun } from "./read";

/** A noun, or one call of it. */
type Part = Noun | readonly [Noun, path: string];

/** The data that each kind of write changes. */
const CHANGED = {
  /**
   * A write on a listing changes who may see it, its content and its status, and the counts of
   * saved searches.
   */
  listing: [
    "listing",
    "ledger",
    "negotiation",
    "message",
    "document",
    "company",
    "longlist",
    "mypage",
    "savedSearch",
    "duty",
    "issued",
  ],
  /** A write on a negotiation: its status also changes the reader's level for listing and companies. */
  negotiation: [
    "negotiation",
    "message",
    "lending",
    "persons",
    "listing",
    "ledger",
    "document",
    "company",
    "longlist",
    "mypage",
    "savedSearch",
    "duty",
    "issued",
  ],
  /** An offer. Searches for buyers and listings have a condition on offers. */
  offer: ["longlist", "negotiation", "message", "mypage", "company", ["listing", SEARCH_LISTINGS]],
  /** A company, its users, its needs, or the own institution. */
  company: [
    "company",
    "user",
    "needs",
    "institution",
    ["listing", SEARCH_LISTINGS],
    ["negotiation", BUYERS_NEGOTIATIONS],
  ],
  /** Whom an owner does not want to be approached: candidates, offers and the next step of a negotiation. */
  avoided: ["company", "longlist", "negotiation"],
  /** A price that was computed. */
  valuation: [["listing", VALUATION]],
  /** Opening a listing: lists show which ones were read. */
  click: [["listing", SEARCH_LISTINGS]],
  /** Who works on a record: what is ordered or narrowed by it. The records themselves stay as they are. */
  persons: [
    "persons",
    "team",
    "mypage",
    ["company", SEARCH_COMPANIES.buyer],
    ["company", SEARCH_COMPANIES.seller],
    ["listing", SEARCH_LISTINGS],
    ["negotiation", BUYERS_NEGOTIATIONS],
    ["negotiation", SELLERS_NEGOTIATIONS],
    ["negotiation", FINANCIAL_SUPPORT],
  ],
  /** Who else may look at a company. */
  team: ["team"],
  lending: ["lending"],
  /** A note, and a company's next action: lists are ordered and narrowed by its day. */
  activity: [
    "activity",
    "persons",
    "mypage",
    ["company", SEARCH_COMPANIES.buyer],
    ["company", SEARCH_COMPANIES.seller],
  ],
  /** A duty: what it holds back, the tasks that name it, and the ledger where a name was told. */
  duty: ["duty", "negotiation", "listing", "ledger", "mypage"],
  /** 企業概要書 was saved, made as a paper or given as a document. */
  memorandum: ["issued", "document", "ledger"],
  /** A paper was made or handed out: the ledger has a line where it names the seller. */
  issued: ["issued", "ledger"],
  longlist: ["longlist"],
  registration: ["registration"],
  session: ["session"],
  inquiry: ["inquiry"],
  topic: ["topic"],
  /** Any write at the console. */
  office: ["office"],
} as const satisfies Record<string, readonly Part[]>;

type Written = keyof typeof CHANGED;

const keyOf = (one: Part): readonly string[] => (typeof one === "string" ? [one] : one);

/** Data on the screen is fetched again now, the rest when it is next shown. */
function reread(parts: readonly Part[]): Promise<unknown> {
  return Promise.all(parts.map((one) => queryClient.invalidateQueries({ queryKey: keyOf(one) })));
}

/** Rereads what a write has changed. */
export async function rereadAfter(written: Written): Promise<void> {
  await reread(CHANGED[written]);
}

/** The same after a write on a negotiation, without waiting for other data on the screen. */
export async function rereadNegotiation(): Promise<void> {
  const [own, beside] = [CHANGED.negotiation.slice(0, 3), CHANGED.negotiation.slice(3)];
  void reread(beside);
  await reread(own);
}

/** One negotiation again, after somebody else has changed it. */
export async function rereadOne(buyerNegotiationId: string): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ["negotiation", ONE_NEGOTIATION, { buyerNegotiationId }] });
}

/**
 * After a message was sent or read. Not the negotiation itself: each reading of it by SF is
 * recorded.
 */
export async function rereadMessages(): Promise<void> {
  await Promise.all([
    reread(["message", "document", "mypage"]),
    queryClient.invalidateQueries({
      queryKey: ["negotiation"],
      predicate: ({ queryKey: [, path, asked] }) =>
        path !== ONE_NEGOTIATION || !(asked as { buyerNegotiationId?: string }).buyerNegotiationId,
    }),
  ]);
}

/** Removes from the cache what was read with a registration key. */
export function forgetRegistration(): void {
  queryClient.removeQueries({ queryKey: ["registration"] });
}
