import type { components } from "@/api/schema.gen";

export type Watermark = components["schemas"]["Watermark"];

/** What is written over a page: who looks at it, from where, when, and what he may not do. */
export function watermarkLines(mark: Watermark): readonly string[] {
  const house = mark.companyName ? `${mark.companyName}（${mark.institutionName}）` : mark.institutionName;
  return [`${mark.userName}　${house}`, `${mark.at}　複写・転送禁止`];
}

/** Where the blocks of a watermark begin, so that they cover a page whichever way it is cut. */
export function watermarkGrid(
  width: number,
  height: number,
  block: { width: number; height: number },
): readonly (readonly [x: number, y: number])[] {
  // Turned by ANGLE, the page's diagonal is what has to be covered.
  const reach = Math.hypot(width, height) / 2;
  const cells: [number, number][] = [];
  for (let row = 0, y = -reach; y < reach; y += block.height, row++)
    for (let x = -reach - (row % 2) * (block.width / 2); x < reach; x += block.width) cells.push([x, y]);
  return cells;
}

const ANGLE = -Math.PI / 7;

/** Draws the watermark into the pixels of a page: what is copied from the screen carries it. */
export function paintWatermark(canvas: HTMLCanvasElement, lines: readonly string[]): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  const size = Math.max(11, Math.round(canvas.width / 46));
  context.save();
  context.font = `600 ${size}px "Hiragino Sans", "Yu Gothic UI", "Noto Sans CJK JP", Meiryo, sans-serif`;
  context.textBaseline = "top";
  context.fillStyle = "rgb(150 20 30 / 16%)";
  const wide = Math.max(...lines.map((line) => context.measureText(line).width));
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate(ANGLE);
  const block = { width: wide + size * 4, height: size * (lines.length * 1.4 + 4) };
  for (const [x, y] of watermarkGrid(canvas.width, canvas.height, block))
    for (const [at, line] of lines.entries()) context.fillText(line, x, y + at * size * 1.4);
  context.restore();
}
