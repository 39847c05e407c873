import { signal } from "@preact/signals-react";

/** The number of promises being waited for; <LoadingBar/> shows it. */
export const pending = signal(0);

/** Counts a promise as waited for until it settles. */
export async function track<T>(promise: Promise<T>): Promise<T> {
  pending.value++;
  try {
    return await promise;
  } finally {
    pending.value--;
  }
}

let navigation: Promise<unknown> = Promise.resolve();

/** Registers a navigation: its screen is loaded before the page changes. */
export function registerNavigation(promise: Promise<unknown>): void {
  navigation = promise;
}

/** Settles when the current navigation has finished or was cancelled. */
export function navigationSettled(): Promise<unknown> {
  return navigation;
}
