import { findRoute, ordered } from "./match";
import { routes } from "./routes";

/** All routes in the order in which they are tried. */
export const table = ordered(routes);

/** Loads the screen of an address ahead, so that it renders at once. */
export async function preload(path: string): Promise<void> {
  await findRoute(table, path)?.route.screen.load();
}
