import type { Route } from "./screen";

export interface Match {
  route: Route;
  params: Record<string, string | undefined>;
}

/** Most fixed segments first, then fewest parameters, then the earliest fixed segment. */
function compare(a: string, b: string): number {
  const kinds = (path: string) =>
    segments(path).map((part) => (part.endsWith("?") ? 2 : part.startsWith(":") ? 1 : 0));
  const [ka, kb] = [kinds(a), kinds(b)];
  const fixed = (list: number[]) => list.filter((kind) => kind === 0).length;
  return fixed(kb) - fixed(ka) || ka.length - kb.length || (ka.join("") < kb.join("") ? -1 : 1);
}

function segments(path: string): string[] {
  return path.split("/").filter((part) => part !== "");
}

/** Routes in the order in which they are tried. */
export function inMatchOrder(routes: readonly Route[]): Route[] {
  return [...routes].sort((a, b) => compare(a.path, b.path));
}

/**
 * The route of a pathname (percent-encoded, as in window.location); null for an unknown one.
 * A route is fixed segments, `:name` and `:name?` (SPEC.md section 2 "Route table"). An
 * optional parameter may be left out in the middle: `/buyer-company-register/:key?/confirm`.
 */
export function findRoute(routes: readonly Route[], path: string): Match | null {
  const given: string[] = [];
  for (const part of segments(path)) {
    try {
      given.push(decodeURIComponent(part));
    } catch {
      return null;
    }
  }
  for (const route of routes) {
    const params = matchSegments(segments(route.path), given);
    if (params) return { route, params };
  }
  return null;
}

function matchSegments(wanted: readonly string[], given: readonly string[]): Match["params"] | null {
  const [first, ...rest] = wanted;
  if (first === undefined) return given.length === 0 ? {} : null;
  const [value, ...left] = given;
  const name = first.replace(/^:|\?$/g, "");
  if (first.startsWith(":")) {
    const params = value === undefined ? null : matchSegments(rest, left);
    if (params) return { ...params, [name]: value };
    return first.endsWith("?") ? matchSegments(rest, given) : null;
  }
  return first === value ? matchSegments(rest, left) : null;
}
