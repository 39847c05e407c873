const NAME = "token";

/**
 * The access token, shared by all tabs through its cookie (SPEC.md section 6). The
 * refresh token is in an HttpOnly cookie that no script sees.
 */
export function readToken(): string | null {
  for (const pair of document.cookie.split(/;\s*/)) {
    const split = pair.indexOf("=");
    if (split > 0 && pair.slice(0, split) === NAME) return decodeURIComponent(pair.slice(split + 1)) || null;
  }
  return null;
}

/**
 * Removes what a script can remove; the server removes both at /logout. Written twice: a
 * secure cookie gives way only to a secure one, which plain HTTP cannot set everywhere.
 */
export function dropToken(): void {
  for (const secure of ["", "; Secure"]) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain HTTP.
    document.cookie = `${NAME}=; Path=/; Max-Age=0; SameSite=Lax${secure}`;
  }
}
