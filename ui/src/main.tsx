import { pause, whenIdle } from "@/lib/idle";
import { preload } from "./preload";
import { clearReloadMark, reloadOnce } from "./reloadOnce";

window.addEventListener("vite:preloadError", (event) => {
  if (reloadOnce()) event.preventDefault();
});

// Fetches the first screen's module in parallel with the code common to all screens. If it fails,
// the router tries again and shows the error page.
const firstScreen = preload(window.location.pathname).then(
  () => whenIdle(clearReloadMark),
  () => {},
);
// Loads React and the rest one after the other, with a pause: the page can handle input between two short tasks.
void import("react-dom/client")
  .then(pause)
  .then(() => import("./start"))
  .then(({ start }) => start(firstScreen));
