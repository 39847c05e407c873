import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "@/kit/tokens.css";
import "@/kit/base.css";
import { startNetwork } from "@/api/network";
import { sweepDrafts } from "@/lib/draft";
import { installBackGuard } from "@/lib/leave";
import { startSession } from "@/session/session";
import { tellMasterFailures } from "./masterFailures";
import { App } from "./router";

/** Shows the application as soon as its first screen is there. */
export async function start(screen: Promise<void>): Promise<void> {
  installBackGuard();
  startSession();
  sweepDrafts();
  tellMasterFailures();
  await Promise.all([screen, startNetwork()]);
  createRoot(document.getElementById("root") as HTMLElement).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
