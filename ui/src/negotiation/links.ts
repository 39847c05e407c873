/** A piece of a message's body: plain text, or a link. */
interface Piece {
  text: string;
  href?: string;
}

/** http and https addresses alone; Japanese brackets and punctuation end one (domain.md 4 Messages). */
const ADDRESS = /https?:\/\/[^\s<>"'`、。，．「」『』（）【】［］〈〉《》｛｝]+/g;

/** Cuts a body into text and links. The body is plain text: it is never read as HTML. */
export function linkify(body: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of body.matchAll(ADDRESS)) {
    // A full stop or bracket at the end belongs to the sentence.
    const text = match[0].replace(/[.,;:!?)\]}]+$/, "");
    if (!isAddress(text)) continue;
    if (match.index > at) pieces.push({ text: body.slice(at, match.index) });
    pieces.push({ text, href: text });
    at = match.index + text.length;
  }
  if (at < body.length) pieces.push({ text: body.slice(at) });
  return pieces;
}

function isAddress(text: string): boolean {
  try {
    const { protocol, hostname, username } = new URL(text);
    // A name before an @ would hide the real host of the link.
    return (protocol === "https:" || protocol === "http:") && hostname !== "" && username === "";
  } catch {
    return false;
  }
}
