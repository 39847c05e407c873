/** What is left on the page for the description, in points (A4 less margins, heads and the table). */
const WIDTH = 490;
const HEIGHT = 330;
const LINE = 1.5;

/** From the size of the sheet down to what can just be read on paper. */
const SIZES = [10.5, 10, 9.5, 9, 8.5, 8, 7.5, 7, 6.5] as const;

/**
 * The size in points at which a text still fits on the one page of a sheet. Full-width
 * characters are as wide as the size; half-width ones count the same, so that it is never
 * too little room.
 */
export function sheetSize(text: string): number {
  const fits = (size: number) => {
    const perLine = Math.floor(WIDTH / size);
    const lines = text
      .split("\n")
      .reduce((lineCount, line) => lineCount + Math.max(1, Math.ceil(Array.from(line).length / perLine)), 0);
    return lines * size * LINE <= HEIGHT;
  };
  return SIZES.find(fits) ?? SIZES[SIZES.length - 1] ?? 6.5;
}
