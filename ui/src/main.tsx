import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "@/kit/tokens.css";
import "@/kit/base.css";
import { loadNetwork } from "@/api/network";
import { sweepDrafts } from "@/lib/draft";
import { installBackGuard } from "@/lib/leave";
import { startSession } from "@/session/session";
import { clearReloadMark, reloadOnce } from "./chunk";
import { tellMasterFailures } from "./masterFailures";
import { App, preload } from "./router";

/** The network's name is worth a short wait, not a blank page. */
const NETWORK_WAIT_MS = 800;

window.addEventListener("vite:preloadError", (event) => {
  if (reloadOnce()) event.preventDefault();
});
installBackGuard();
startSession();
sweepDrafts();
tellMasterFailures();

await Promise.all([
  // A screen that cannot be loaded is told by the error page.
  preload(window.location.pathname).then(clearReloadMark, () => {}),
  Promise.race([loadNetwork(), new Promise((resolve) => setTimeout(resolve, NETWORK_WAIT_MS))]),
]);

createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
