/** All roles. Only BUY and FIN sign in at the members' sign-in (SPEC.md section 6). */
type Role = "FIN" | "BUY" | "SEL" | "FAD" | "ADM";

interface Claims {
  role: Role | null;
  /** A bank's user who works on lending alone: he has screens of his own (team.md 2). */
  isLending: boolean;
  userId: string;
  /** The organisation's id. */
  clientId: string;
  /** The name shown to the user; empty if the token carries none. */
  userName: string;
}

const ROLES: Record<string, Role> = { sel: "SEL", buy: "BUY", fin: "FIN", fad: "FAD", adm: "ADM" };

/**
 * Reads the claims of an access token; null if the text is not a token. Only for display and
 * routing: the server decides rights. Claims are recognised by the end of their names: role, /sid,
 * groupsid (SPEC.md section 6).
 */
export function readClaims(token: string): Claims | null {
  const body = token.split(".")[1];
  if (!body) return null;
  let claims: Record<string, unknown>;
  try {
    const bytes = Uint8Array.from(atob(body.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
    claims = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
  if (typeof claims !== "object" || claims === null) return null;
  const find = (ending: string): string => {
    const name = Object.keys(claims).find((key) => key.endsWith(ending));
    const value = name === undefined ? undefined : claims[name];
    return typeof value === "string" ? value : "";
  };
  return {
    role: ROLES[find("role").toLowerCase()] ?? null,
    isLending: claims.lending === true,
    userId: find("/sid"),
    clientId: find("groupsid"),
    userName: find("/name") || find("userName"),
  };
}
