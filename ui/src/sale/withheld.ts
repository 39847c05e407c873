/** What an answer withholds: fields with the level at which they open, and the words for each level. */
export interface Withheld {
  opensAt: Readonly<Record<string, number>>;
  withheldReasons: Readonly<Record<string, string>>;
}

/** The server's words for the place of a withheld field; undefined where it is not withheld. */
export function withheldReason(answer: Withheld | null | undefined, field: string): string | undefined {
  const level = answer?.opensAt[field];
  return level === undefined ? undefined : answer?.withheldReasons[String(level)];
}
