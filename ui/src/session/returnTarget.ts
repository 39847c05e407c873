const LISTINGS = "/seller-business/";
const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Control characters and backslashes, which address parsers drop or turn into slashes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const TREACHEROUS = /[\u0000-\u001f\u007f\\]/;

/**
 * Where to go after the login: a path of this origin with its query and hash, or null
 * (SPEC.md section 2; design: trust.md "Input and output"). `//e`, `/\e`, `/%09/e` and
 * `javascript:` do not pass. A target that names a contact in the listing path needs a
 * GUID after that path.
 *
 * @param url the query parameter, decoded once
 * @param hash the hash of the login page itself: mails do not encode the # of their links
 */
export function returnTarget(url: string | null, hash = ""): string | null {
  if (!url) return null;
  const wanted = url.includes("#") ? url : url + hash;
  for (const form of [wanted, decoded(wanted)]) {
    if (TREACHEROUS.test(form) || !form.startsWith("/") || form.startsWith("//")) return null;
  }
  let target: URL;
  try {
    target = new URL(wanted, window.location.origin);
  } catch {
    return null;
  }
  // Dot segments may have put two slashes in front.
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

/** Decoded once more; unchanged where it cannot be, since a stray % is legal in a query. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The address of the login page for who came without a session (SPEC.md section 2). */
export function loginAddress(path: string): string {
  return path === "/mypage" ||
    path.startsWith("/mypage/") ||
    path.startsWith("/mypage?") ||
    path.startsWith("/mypage#")
    ? "/login"
    : `/login?url=${encodeURIComponent(path)}`;
}
