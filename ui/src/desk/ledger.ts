/** Lines of the ledger that surely fit one A4 sheet, with the basis on up to three lines. */
const LINES_PER_SHEET = 12;

/** The ledger cut into sheets. */
export function pagesOf<Row>(rows: readonly Row[], perPage = LINES_PER_SHEET): Row[][] {
  const pages: Row[][] = [];
  for (let at = 0; at < rows.length; at += perPage) pages.push(rows.slice(at, at + perPage));
  return pages;
}

/** What mails and sheets call a listing's case by, as the server does: short, and it says nothing. */
export function caseNumber(sellerBusinessId: string): string {
  return `L-${sellerBusinessId.slice(-8)}`;
}

/** What the server calls the parts of a listing in a line of the ledger. */
const PARTS: Readonly<Record<string, string>> = { overview: "概要", details: "詳細" };

/** What was read, in words; a file's name stands as it is. */
export function subjectWords(subject: string): string {
  return PARTS[subject] ?? subject;
}
