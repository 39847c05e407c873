/** What a browser calls itself, in words that its owner recognises: 「Windows の Edge」. */
export function deviceName(userAgent: string): string {
  const first = (choices: readonly (readonly [RegExp, string])[]) =>
    choices.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = first([
    [/iPhone/, "iPhone"],
    [/iPad/, "iPad"],
    [/Android/, "Android"],
    [/Windows/, "Windows"],
    [/Mac OS X|Macintosh/, "Mac"],
    [/CrOS/, "Chromebook"],
    [/Linux|X11/, "Linux"],
  ]);
  const browser = first([
    [/Edg(e|A|iOS)?\//, "Edge"],
    [/OPR\/|Opera/, "Opera"],
    [/SamsungBrowser/, "Samsung Internet"],
    [/Firefox|FxiOS/, "Firefox"],
    [/Chrome|CriOS/, "Chrome"],
    [/Safari/, "Safari"],
  ]);
  if (system && browser) return `${system} の ${browser}`;
  return system ?? browser ?? "ブラウザ以外のプログラム";
}
