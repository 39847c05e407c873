const NAME = "token";

/**
 * Reads the access token from its cookie, which all tabs share (SPEC.md section 6). The refresh
 * token is in an HttpOnly cookie, which scripts cannot read.
 */
export function readToken(): string | null {
  for (const pair of document.cookie.split(/;\s*/)) {
    const split = pair.indexOf("=");
    if (split > 0 && pair.slice(0, split) === NAME) return decodeURIComponent(pair.slice(split + 1)) || null;
  }
  return null;
}

/**
 * Removes the access token's cookie; the server removes both cookies at /logout. The cookie is
 * written with and without Secure: only a Secure write replaces a Secure cookie, and some browsers
 * refuse such a write over plain HTTP.
 */
export function dropToken(): void {
  for (const secure of ["", "; Secure"]) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain HTTP.
    document.cookie = `${NAME}=; Path=/; Max-Age=0; SameSite=Lax${secure}`;
  }
}
