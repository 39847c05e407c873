import type { LedgerRow } from "../types";

/** What mails and sheets call a listing's case by, as the server does: short, and it says nothing. */
export function caseNumber(sellerBusinessId: string): string {
  return `L-${sellerBusinessId.slice(-8)}`;
}

/** The office's reading on a ground of its own (break-glass). */
const BREAK_GLASS = "break_glass";

/** A line without a buyer is the own institution's, unless the office read. */
export function ownReading(row: LedgerRow, own: string): string {
  return row.kind === BREAK_GLASS ? "―" : own;
}

/** What stands in the line by which the name was opened. */
const NAME_CLEAR = "ネームクリア";

/** All that was opened to one buyer: what the seller is told (domain.md 3.5, seller report). */
export interface Recipient {
  key: string;
  /** 「匿名（2）」: two that are still anonymous are two. */
  name: string;
  institution: string;
  first: string;
  last: string;
  /** The furthest level. */
  level: number;
  levelLabel: string;
  /** What was read, opened or handed over, each once, in the order in which it was opened. */
  what: string[];
  /** On which consents and approvals. */
  basis: string[];
  count: number;
}

/** The ledger by buyer, in the order in which they first learned something. `rows` are the newest first. */
export function recipientsOf(rows: readonly LedgerRow[]): Recipient[] {
  const found = new Map<string, Recipient>();
  for (const row of [...rows].reverse()) {
    const isOffice = row.kind === BREAK_GLASS;
    // The own institution's lines are nobody else's reading.
    if (!row.buyerNumber && !isOffice) continue;
    const key = isOffice ? BREAK_GLASS : String(row.buyerNumber);
    const name = row.isAnonymous ? `${row.buyerName}（${row.buyerNumber}）` : row.buyerName;
    const one = found.get(key) ?? {
      key,
      name: isOffice ? row.institutionName : name,
      institution: isOffice ? "" : row.institutionName,
      first: row.at,
      last: row.at,
      level: row.level,
      levelLabel: row.levelLabel,
      what: [],
      basis: [],
      count: 0,
    };
    found.set(key, one);
    one.last = row.at;
    one.count++;
    if (row.level > one.level) Object.assign(one, { level: row.level, levelLabel: row.levelLabel });
    const what = row.subject === NAME_CLEAR ? "社名・連絡先（ネームクリア）" : row.subject;
    if (what && !one.what.includes(what)) one.what.push(what);
    // An approver's reason is one ground, whatever it is written with.
    for (const ground of row.kind === "release" ? [row.basis] : row.basis.split("、"))
      if (ground && !one.basis.includes(ground)) one.basis.push(ground);
  }
  return [...found.values()];
}
