import { pause, whenIdle } from "@/lib/idle";
import { preload } from "./ahead";
import { clearReloadMark, reloadOnce } from "./chunk";

window.addEventListener("vite:preloadError", (event) => {
  if (reloadOnce()) event.preventDefault();
});

// The screen is fetched beside what is common to all of them: this file knows which one, and little else.
// One that cannot be loaded is told by the error page.
const arrived = preload(window.location.pathname).then(
  () => whenIdle(clearReloadMark),
  () => {},
);
// React first, by itself: between two short tasks the page answers a tap.
void import("react-dom/client")
  .then(pause)
  .then(() => import("./start"))
  .then(({ start }) => start(arrived));
