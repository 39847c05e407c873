import { findRoute, inMatchOrder } from "./match";
import { routes } from "./routes";

/** All routes in the order in which they are tried. */
export const orderedRoutes = inMatchOrder(routes);

/** Loads the module of an address's screen before it is rendered, so that no fallback is shown. */
export async function preload(path: string): Promise<void> {
  await findRoute(orderedRoutes, path)?.route.screen.load();
}
