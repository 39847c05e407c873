import { expect, it } from "vitest";
import { contrast, isLegible, MIN_CONTRAST, OWN_COLOUR, tokensOf } from "./colour";

it("measures contrast as WCAG does", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 1);
  expect(contrast("#767676", "#ffffff")).toBeCloseTo(4.54, 1);
  expect(isLegible(OWN_COLOUR)).toBe(true);
  expect(isLegible("#767676")).toBe(false);
  expect(isLegible("#ffcc00")).toBe(false);
});

it("derives tokens with enough contrast on light and on dark screens", () => {
  for (const colour of [OWN_COLOUR, "#0b5d3b", "#7a1f2b", "#000000", "#0000ff", "#595959", "#5b3a8c"]) {
    expect(isLegible(colour), colour).toBe(true);
    const { light, dark } = tokensOf(colour);
    for (const [tokens, grounds] of [
      [light, ["#ffffff", "#f5f6f8", light["--ai-wash"]]],
      [dark, ["#1a222b", "#11171d", dark["--ai-wash"]]],
    ] as const) {
      for (const ground of grounds)
        expect(contrast(tokens["--ai"] ?? "", ground ?? ""), `${colour} on ${ground}`).toBeGreaterThanOrEqual(
          MIN_CONTRAST - 0.7 * Number(ground === tokens["--ai-wash"]),
        );
      expect(contrast(tokens["--on-ai"] ?? "", tokens["--ai"] ?? ""), colour).toBeGreaterThanOrEqual(
        MIN_CONTRAST,
      );
    }
  }
});
