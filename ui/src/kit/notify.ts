import { signal } from "@preact/signals-react";

export interface Notification {
  id: number;
  kind: "success" | "error" | "info";
  text: string;
  /** Milliseconds until it goes by itself; null stays until it is closed. */
  duration: number | null;
}

/** What <Notifications/> shows, oldest first. */
export const notifications = signal<readonly Notification[]>([]);

let last = 0;

function add(kind: Notification["kind"], text: string, duration: number | null): number {
  const id = ++last;
  // The same words twice say nothing new; the older one goes.
  notifications.value = [
    ...notifications.value.filter((n) => n.text !== text || n.kind !== kind),
    { id, kind, text, duration },
  ];
  return id;
}

/** Tell the user something, bottom right. Call from event handlers, anywhere. */
export const notify = {
  /** A deed is done. Goes after 4 seconds. */
  success: (text: string) => add("success", text, 4000),
  info: (text: string) => add("info", text, 4000),
  /** Something failed. Stays until it is closed, unless a duration is given. */
  error: (text: string, duration: number | null = null) => add("error", text, duration),
  close: (id: number) => {
    notifications.value = notifications.value.filter((n) => n.id !== id);
  },
  clear: () => {
    notifications.value = [];
  },
};
