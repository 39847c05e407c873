/** A readable name for a user agent: 「Windows の Edge」. */
export function deviceName(userAgent: string): string {
  const firstMatch = (choices: readonly (readonly [RegExp, string])[]) =>
    choices.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = firstMatch([
    [/iPhone/, "iPhone"],
    [/iPad/, "iPad"],
    [/Android/, "Android"],
    [/Windows/, "Windows"],
    [/Mac OS X|Macintosh/, "Mac"],
    [/CrOS/, "Chromebook"],
    [/Linux|X11/, "Linux"],
  ]);
  const browser = firstMatch([
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
