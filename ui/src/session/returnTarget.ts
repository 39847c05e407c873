const LISTINGS = "/seller-business/";
const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Control characters and backslashes, which URL parsers drop or turn into slashes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression searches for control characters.
const UNSAFE = /[\u0000-\u001f\u007f\\]/;

/**
 * Checks the address to open after the login. Returns its path with query and hash if it is of this
 * origin, else null (SPEC.md section 2; design: trust.md "Input and output"). `//e`, `/\e`, `/%09/e`
 * and `javascript:` are refused. Below /seller-business/ an address that contains "contact" needs a
 * GUID as its first segment.
 *
 * @param url the query parameter, decoded once
 * @param hash the hash of the login page: mails do not encode the # of their links, so it ends up there
 */
export function returnTarget(url: string | null, hash = ""): string | null {
  if (!url) return null;
  const requested = url.includes("#") ? url : url + hash;
  for (const text of [requested, decoded(requested)]) {
    if (UNSAFE.test(text) || !text.startsWith("/") || text.startsWith("//")) return null;
  }
  let target: URL;
  try {
    target = new URL(requested, window.location.origin);
  } catch {
    return null;
  }
  // Resolving dot segments may have left two slashes at the start.
  if (target.origin !== window.location.origin || target.pathname.startsWith("//")) return null;
  if (target.pathname === "/login" || target.pathname === "/timeout") return null;
  if (target.pathname.startsWith(LISTINGS)) {
    const segments = target.pathname.slice(LISTINGS.length).split("/");
    const contact =
      /contact/i.test(decoded(target.hash)) ||
      segments.some((part) => decoded(part).toLowerCase() === "contact");
    if (contact && !GUID.test(segments[0] ?? "")) return null;
  }
  return target.pathname + target.search + target.hash;
}

/** Percent-decodes a text; returns it unchanged if it contains a malformed escape, which queries may. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The login page's address for a visitor without a session who opened `path` (SPEC.md section 2). */
export function loginAddress(path: string): string {
  return path === "/mypage" ||
    path.startsWith("/mypage/") ||
    path.startsWith("/mypage?") ||
    path.startsWith("/mypage#")
    ? "/login"
    : `/login?url=${encodeURIComponent(path)}`;
}
