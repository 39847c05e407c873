// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { isDirty, leaveQuestion, mayLeave, useLeaveGuard } from "./leave";

it("does not ask when nothing is unsaved", async () => {
  renderHook(() => useLeaveGuard(false));
  await expect(mayLeave()).resolves.toBe(true);
  expect(leaveQuestion.value).toBeNull();
});

it("asks, stays if the answer is no, leaves if it is yes", async () => {
  const { unmount } = renderHook(() => useLeaveGuard(true));
  const stay = mayLeave();
  act(() => leaveQuestion.value?.answer(false));
  await expect(stay).resolves.toBe(false);
  expect(isDirty()).toBe(true);
  const go = mayLeave();
  act(() => leaveQuestion.value?.answer(true));
  await expect(go).resolves.toBe(true);
  expect(isDirty()).toBe(false);
  unmount();
});

it("does not ask after release, nor after the form is unmounted", () => {
  const { result, unmount } = renderHook(() => useLeaveGuard(true));
  result.current();
  expect(isDirty()).toBe(false);
  unmount();
  renderHook(() => useLeaveGuard(true)).unmount();
  expect(isDirty()).toBe(false);
});

it("asks before the tab is closed only while there is unsaved input", () => {
  const { unmount } = renderHook(() => useLeaveGuard(true));
  const event = () => new Event("beforeunload", { cancelable: true });
  const held = event();
  window.dispatchEvent(held);
  expect(held.defaultPrevented).toBe(true);
  unmount();
  const free = event();
  window.dispatchEvent(free);
  expect(free.defaultPrevented).toBe(false);
});
