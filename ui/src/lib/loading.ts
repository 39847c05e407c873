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
