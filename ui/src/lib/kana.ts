/** Kana, widths and postal codes as people type them (design: ui.md "Behaviour"). */

/** Hiragana and half-width kana as full-width katakana; everything else NFKC. */
export function toKatakana(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[\u3041-\u3096\u309d\u309e]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60));
}

/** Normalises width, case and kana, so that a search finds texts that look alike. */
export function foldForSearch(text: string): string {
  return toKatakana(text).toLowerCase().replace(/\s+/g, " ").trim();
}

/** The seven digits of a postal code, or null: 「〒１００－０００１」 is 1000001. */
export function postalDigits(text: string): string | null {
  const digits = text.normalize("NFKC").replace(/[〒\s\-‐-―−ー]/g, "");
  return /^\d{7}$/.test(digits) ? digits : null;
}

/** 100-0001 for a postal code; any other text unchanged. */
export function formatPostal(text: string): string {
  const digits = postalDigits(text);
  return digits ? `${digits.slice(0, 3)}-${digits.slice(3)}` : text;
}
