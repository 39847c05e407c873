import { isLending } from "@/session/session";
import { findRoute, inMatchOrder } from "./match";
import { routes } from "./routes";
import type { Route, Screen } from "./screen";

/** All routes in the order in which they are tried. */
export const orderedRoutes = inMatchOrder(routes);

/** The screen of a route for who is signed in; null where he has none: it answers 404 (SPEC.md section 2, team.md 2). */
export function screenOf({ screen, audience, lending }: Route): Screen | null {
  if (!isLending.value || (audience !== "default" && audience !== "FIN") || lending === "same") return screen;
  return lending ?? null;
}

/** Loads the module of an address's screen before it is rendered, so that no fallback is shown. */
export async function preload(path: string): Promise<void> {
  const match = findRoute(orderedRoutes, path);
  await (match && screenOf(match.route))?.load();
}
