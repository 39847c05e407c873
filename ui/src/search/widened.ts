import type { components } from "@/api/schema.gen";
import { foldForSearch } from "@/lib/kana";

/*
 * How the words of a search were widened: which other words were searched, and what a press on them changes. The
 * server says it from the dictionary alone.
 */

export type Widened = components["schemas"]["Widened"];

/** What a press changes of a search; what is absent stays. */
export interface WidenedChange {
  text?: string;
  without?: string[];
  classes?: string[];
}

/** What an answer says of its words. */
export function widenedOf(answer: unknown): readonly Widened[] {
  return (answer as { widenedList?: Widened[] }).widenedList ?? [];
}

/** The words that are switched off, where there is a word to search. */
export function withoutOf(text: string, without: readonly string[]): string[] | undefined {
  return text.trim() === "" || without.length === 0 ? undefined : [...without];
}

/** The words of a question, with the quotations as they are typed. */
function tokens(text: string): string[] {
  return text.match(/["＂][^"＂]*["＂]?|「[^」]*」?|『[^』]*』?|“[^”]*”?|[^\s]+/g) ?? [];
}

/** The word of the question as it is typed. */
export function typedWord(text: string, { word }: Pick<Widened, "word">): string {
  const folded = foldForSearch(word);
  return tokens(text).find((one) => foldForSearch(one) === folded) ?? word;
}

/** The question with other words in the place of one. */
function replaced(text: string, widened: Widened, by: string): string {
  const typed = typedWord(text, widened);
  return tokens(text)
    .map((one) => (one === typed ? by : one))
    .join(" ");
}

/** The question for the word itself: in quotation marks, as anybody may type them. */
export function only(text: string, widened: Widened): WidenedChange {
  return { text: replaced(text, widened, `「${typedWord(text, widened)}」`) };
}

/** The question for a related word. */
export function instead(text: string, widened: Widened, related: string): WidenedChange {
  return { text: replaced(text, widened, related) };
}
