// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { syncToken } from "@/session/session";
import { forgetSending, resumeOffers, sending, sendOffers } from "./sending";

/** Plays the server: some calls get no answer, buyers of one kind cannot be offered to. */
function serve(failing: ReadonlySet<number>) {
  const batches: string[][] = [];
  let calls = 0;
  vi.stubGlobal("fetch", async (input: Request) => {
    const { companyIds } = await input.json();
    if (failing.has(++calls)) throw new TypeError("no answer");
    batches.push(companyIds);
    const skippedList = companyIds
      .filter((id: string) => id.endsWith("9"))
      .map((companyId: string) => ({ companyId, reason: "交渉中です。" }));
    return Response.json({
      allCount: companyIds.length,
      sentCount: companyIds.length - skippedList.length,
      skippedCount: skippedList.length,
      skippedList,
    });
  });
  return batches;
}

const buyers = Array.from({ length: 60 }, (_, i) => `buyer${i}`);

beforeEach(() => {
  const claims = btoa(JSON.stringify({ "x/role": "fin", "x/sid": "u", "x/groupsid": "c" }));
  // biome-ignore lint/suspicious/noDocumentCookie: as the browser would on Set-Cookie.
  document.cookie = `token=e30.${claims}.s; Path=/`;
  syncToken();
});

afterEach(() => {
  vi.unstubAllGlobals();
  forgetSending();
});

it("sends each buyer once and counts the results", async () => {
  const batches = serve(new Set());
  await sendOffers("listing", buyers, "ご検討ください。");
  expect(batches.flat()).toEqual(buyers);
  expect(batches.length).toBeGreaterThan(1);
  expect(sending.value).toMatchObject({
    state: "done",
    total: 60,
    sent: 54,
    skipped: { "交渉中です。": 6 },
    remaining: [],
  });
});

it("stops when a call fails, reports it, and then continues with the remaining buyers", async () => {
  const batches = serve(new Set([2]));
  await sendOffers("listing", buyers, "ご検討ください。");
  const stopped = sending.value;
  expect(stopped?.state).toBe("failed");
  expect(stopped?.failure).toMatch(/^オファーの送信に失敗しました。/);
  expect([...(batches[0] ?? []), ...(stopped?.remaining ?? [])]).toEqual(buyers);
  await resumeOffers();
  expect(batches.flat()).toEqual(buyers);
  expect(sending.value).toMatchObject({ state: "done", sent: 54, remaining: [] });
  expect(sending.value?.failure).toBeUndefined();
});

it("sends one listing's offers at a time", async () => {
  const batches = serve(new Set());
  const first = sendOffers("one", buyers, "ご検討ください。");
  await sendOffers("two", ["other"], "ご検討ください。");
  await first;
  expect(batches.flat()).not.toContain("other");
  expect(sending.value?.sellerBusinessId).toBe("one");
});
