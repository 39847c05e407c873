/** A part of a mail's text. */
interface Piece {
  text: string;
  isAddress: boolean;
}

/** Splits a text into addresses and the text between them, so that addresses become links. */
export function splitAtAddresses(text: string): Piece[] {
  const out: Piece[] = [];
  let end = 0;
  for (const found of text.matchAll(/https?:\/\/[^\s<>"]+/g)) {
    if (found.index > end) out.push({ text: text.slice(end, found.index), isAddress: false });
    out.push({ text: found[0], isAddress: true });
    end = found.index + found[0].length;
  }
  if (end < text.length) out.push({ text: text.slice(end), isAddress: false });
  return out;
}
