import { SEARCH_LISTINGS } from "./listing";
import { BUYERS_NEGOTIATIONS, ONE_NEGOTIATION } from "./negotiation";
import { queryClient } from "./query";
import type { Noun } from "./read";

/** A noun, or one call of it. */
type Part = Noun | readonly [Noun, path: string];

/** What a write changes, by what was written. */
const CHANGED = {
  /** A deed on a listing: who may see it, what it says, whether it goes on. Saved searches count what is new. */
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
  ],
  /** A deed on a negotiation: with its step the reader's level changes, of listing and companies. */
  negotiation: [
    "negotiation",
    "message",
    "listing",
    "ledger",
    "document",
    "company",
    "longlist",
    "mypage",
    "savedSearch",
  ],
  /** An offer. Buyers and listings are found by whether there was one. */
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
  /** Opening a listing: lists tell what was read. */
  click: [["listing", SEARCH_LISTINGS]],
  longlist: ["longlist"],
  registration: ["registration"],
  session: ["session"],
  /** Any deed at the console. */
  office: ["office"],
} as const satisfies Record<string, readonly Part[]>;

type Written = keyof typeof CHANGED;

const keyOf = (one: Part): readonly string[] => (typeof one === "string" ? [one] : one);

/** What is on screen of it is asked for again now; the rest when it is shown next. */
function reread(parts: readonly Part[]): Promise<unknown> {
  return Promise.all(parts.map((one) => queryClient.invalidateQueries({ queryKey: keyOf(one) })));
}

/** Rereads what a write has changed. */
export async function rereadAfter(written: Written): Promise<void> {
  await reread(CHANGED[written]);
}

/** The same after a deed on a negotiation, without waiting for what stands beside it. */
export async function rereadNegotiation(): Promise<void> {
  const [own, beside] = [CHANGED.negotiation.slice(0, 2), CHANGED.negotiation.slice(2)];
  void reread(beside);
  await reread(own);
}

/** One negotiation anew: somebody else has moved it. */
export async function rereadOne(buyerNegotiationId: string): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ["negotiation", ONE_NEGOTIATION, { buyerNegotiationId }] });
}

/** What a message or its reading changes. Not the negotiation: SF's reading is written down. */
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

/** Forgets what was asked by a registration's key. */
export function forgetRegistration(): void {
  queryClient.removeQueries({ queryKey: ["registration"] });
}
