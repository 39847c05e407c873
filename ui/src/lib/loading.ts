import { signal } from "@preact/signals-react";

/** How many things are being waited for; <LoadingBar/> shows it. */
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

/** Notes a navigation under way: its screen is loaded before the page changes. */
export function noteArrival(promise: Promise<unknown>): void {
  navigation = promise;
}

/** Settles when the navigation under way has arrived, or was given up. */
export function arrival(): Promise<unknown> {
  return navigation;
}
