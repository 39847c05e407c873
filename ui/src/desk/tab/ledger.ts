import type { LedgerRow } from "../types";

/** The case number in mails and sheets, as the server forms it: short, and without information on the listing. */
export function caseNumber(sellerBusinessId: string): string {
  return `L-${sellerBusinessId.slice(-8)}`;
}

/** The kind of a ledger row for the office's break-glass access. */
const BREAK_GLASS = "break_glass";

/** Who was told the name outside the network: the bank of the owner's guarantee, which the row's subject names. */
const SURETY = "surety";

/** The reader shown for a row without a buyer: the own institution, or a dash where it is somebody else. */
export function ownReading(row: LedgerRow, own: string): string {
  return row.kind === BREAK_GLASS || row.reader === SURETY ? "―" : own;
}

/** The text of the ledger row that records the disclosure of the name. */
const NAME_CLEAR = "ネームクリア";

/** All that was disclosed to one buyer, for the report to the seller (domain.md 3.5, seller report). */
export interface Recipient {
  key: string;
  /** The name; anonymous buyers are numbered, as in 「匿名（2）」. */
  name: string;
  institution: string;
  first: string;
  last: string;
  /** The highest level reached. */
  level: number;
  levelLabel: string;
  /** What was read or disclosed, each once, in the order of its disclosure. */
  what: string[];
  /** The consents and approvals on which it was disclosed. */
  basis: string[];
  count: number;
}

/** The ledger by buyer, in the order of the first disclosure to each. `rows` are newest first. */
export function recipientsOf(rows: readonly LedgerRow[]): Recipient[] {
  const recipients = new Map<string, Recipient>();
  for (const row of [...rows].reverse()) {
    const isOffice = row.kind === BREAK_GLASS;
    const isSurety = row.reader === SURETY;
    // Rows of the own institution are no disclosure.
    if (!row.buyerNumber && !isOffice && !isSurety) continue;
    const { key, name } = recipientOf(row);
    const recipient = recipients.get(key) ?? {
      key,
      name,
      institution: isOffice || isSurety ? "" : row.institutionName,
      first: row.at,
      last: row.at,
      level: row.level,
      levelLabel: row.levelLabel,
      what: [],
      basis: [],
      count: 0,
    };
    recipients.set(key, recipient);
    recipient.last = row.at;
    recipient.count++;
    if (row.level > recipient.level)
      Object.assign(recipient, { level: row.level, levelLabel: row.levelLabel });
    const what = isSurety
      ? "社名"
      : row.subject === NAME_CLEAR
        ? "社名・連絡先（ネームクリア）"
        : row.subject;
    if (what && !recipient.what.includes(what)) recipient.what.push(what);
    // An approver's reason is free text and must not be split.
    for (const basis of row.kind === "release" ? [row.basis] : row.basis.split("、"))
      if (basis && !recipient.basis.includes(basis)) recipient.basis.push(basis);
  }
  return [...recipients.values()];
}

/** To whom a row discloses something: the office, the bank of a guarantee, or a buyer. */
function recipientOf(row: LedgerRow): Pick<Recipient, "key" | "name"> {
  if (row.kind === BREAK_GLASS) return { key: BREAK_GLASS, name: row.institutionName };
  if (row.reader === SURETY) return { key: `${SURETY} ${row.subject}`, name: row.subject };
  const name = row.isAnonymous ? `${row.buyerName}（${row.buyerNumber}）` : row.buyerName;
  return { key: String(row.buyerNumber), name };
}
