/** A part of a mail's text. */
interface Piece {
  text: string;
  link: boolean;
}

/** Cuts a text at its addresses, so that they can be clicked. */
export function pieces(text: string): Piece[] {
  const out: Piece[] = [];
  let end = 0;
  for (const found of text.matchAll(/https?:\/\/[^\s<>"]+/g)) {
    if (found.index > end) out.push({ text: text.slice(end, found.index), link: false });
    out.push({ text: found[0], link: true });
    end = found.index + found[0].length;
  }
  if (end < text.length) out.push({ text: text.slice(end), link: false });
  return out;
}
