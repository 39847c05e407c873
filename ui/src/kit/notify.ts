import { signal } from "@preact/signals-react";

export interface Notification {
  id: number;
  kind: "success" | "error" | "info";
  text: string;
  /** Milliseconds until the notification disappears; null keeps it until it is closed. */
  duration: number | null;
}

/** What <Notifications/> shows, oldest first. */
export const notifications = signal<readonly Notification[]>([]);

let last = 0;

function add(kind: Notification["kind"], text: string, duration: number | null): number {
  const id = ++last;
  // The same text again replaces the earlier notification.
  notifications.value = [
    ...notifications.value.filter((n) => n.text !== text || n.kind !== kind),
    { id, kind, text, duration },
  ];
  return id;
}

/** Shows a notification at the bottom right. Can be called from any event handler. */
export const notify = {
  /** An action has succeeded. Disappears after 4 seconds. */
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
