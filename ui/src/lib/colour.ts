/**
 * The minimum contrast of white text on a colour, and of the colour on our backgrounds (WCAG 2;
 * ui.md "Look").
 */
export const MIN_CONTRAST = 4.5;

/** The product's own colour, used if the network has none. */
export const OWN_COLOUR = "#17457d";

type Rgb = readonly [number, number, number];

function rgb(colour: string): Rgb {
  const n = Number.parseInt(colour.slice(1), 16);
  return [n >> 16, (n >> 8) & 255, n & 255];
}

function hex(parts: Rgb): string {
  return `#${parts.map((p) => Math.round(p).toString(16).padStart(2, "0")).join("")}`;
}

/** Mixes two colours; share is that of `b`, from 0 to 1. */
function mix(a: string, b: string, share: number): string {
  const [x, y] = [rgb(a), rgb(b)];
  const part = (i: 0 | 1 | 2) => x[i] + (y[i] - x[i]) * share;
  return hex([part(0), part(1), part(2)]);
}

function luminance(colour: string): number {
  const [r, g, b] = rgb(colour).map((p) => {
    const v = p / 255;
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The ratio of two colours' luminances, from 1 to 21. */
export function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

/** Whether a colour is readable wherever the screens use it; the server checks the same. */
export function isLegible(colour: string): boolean {
  return ["#ffffff", "#f5f6f8"].every((ground) => contrast(colour, ground) >= MIN_CONTRAST);
}

/** The design tokens derived from a network's colour, for light and for dark screens. */
export function tokensOf(colour: string): { light: Record<string, string>; dark: Record<string, string> } {
  // On dark backgrounds the same hue, made light enough; text on it is then dark.
  const background = "#1a222b";
  let light = colour;
  for (let share = 0.1; contrast(light, background) < 7 && share <= 1; share += 0.05)
    light = mix(colour, "#ffffff", share);
  return {
    light: {
      "--ai": colour,
      "--ai-strong": mix(colour, "#000000", 0.25),
      "--ai-wash": mix(colour, "#ffffff", 0.9),
      "--on-ai": "#ffffff",
    },
    dark: {
      "--ai": light,
      "--ai-strong": mix(light, "#ffffff", 0.3),
      "--ai-wash": mix(background, colour, 0.35),
      "--on-ai": "#0b1a2b",
    },
  };
}

const sheet = typeof CSSStyleSheet === "undefined" ? null : new CSSStyleSheet();

/** Sets the network's colour on every screen; "" restores the product's. */
export function applyColour(colour: string): void {
  if (!sheet || !("adoptedStyleSheets" in document)) return;
  const rule = (tokens: Record<string, string>) =>
    `:root{${Object.entries(tokens)
      .map(([name, value]) => `${name}:${value}`)
      .join(";")}}`;
  if (/^#[0-9a-f]{6}$/.test(colour)) {
    const { light, dark } = tokensOf(colour);
    sheet.replaceSync(
      `@media screen{${rule(light)}} @media screen and (prefers-color-scheme: dark){${rule(dark)}}`,
    );
  } else {
    sheet.replaceSync("");
  }
  if (!document.adoptedStyleSheets.includes(sheet))
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
