import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import "@/kit/tokens.css";
import "@/kit/base.css";
import { fetchDraftKey } from "@/api/draftKey";
import { startNetwork } from "@/api/network";
import { deleteExpiredDrafts } from "@/lib/draft";
import { whenIdle } from "@/lib/idle";
import { installBackGuard } from "@/lib/leave";
import { startSession } from "@/session/session";
import { notifyMasterFailures } from "./masterFailures";
import { App } from "./router";

/** Renders the application as soon as its first screen is loaded. */
export async function start(firstScreen: Promise<void>): Promise<void> {
  installBackGuard();
  startSession();
  notifyMasterFailures();
  await Promise.all([firstScreen, startNetwork(), fetchDraftKey()]);
  const root = createRoot(document.getElementById("root") as HTMLElement);
  // As a transition React renders in slices: on a slow phone one long task would delay the reaction to a tap.
  startTransition(() =>
    root.render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
  whenIdle(deleteExpiredDrafts);
}
