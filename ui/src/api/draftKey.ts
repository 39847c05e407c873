import { openDrafts } from "@/lib/draft";
import { user } from "@/session/session";
import { api, call } from "./client";
import { ApiError } from "./errors";

/** How long a page waits for the key; drafts that are read later appear when it is there. */
const WAIT_MS = 800;

/** After a failure it is asked for again in this time. */
const AGAIN_MS = 10_000;

let asked: string | null = null;

async function ask(userId: string): Promise<void> {
  try {
    const { key } = await call(api.GET("/api/Account/GetDraftKey"));
    if (user.peek()?.userId === userId) openDrafts(userId, key);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    setTimeout(() => {
      asked = null;
      void fetchDraftKey();
    }, AGAIN_MS);
  }
}

/** Fetches the key of the signed-in user's drafts, once. */
export async function fetchDraftKey(): Promise<void> {
  const userId = user.peek()?.userId;
  if (!userId || asked === userId) return;
  asked = userId;
  await Promise.race([ask(userId), new Promise((resolve) => setTimeout(resolve, WAIT_MS))]);
}
