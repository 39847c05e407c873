import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import styles from "./Notifications.module.css";
import { type Notification, notifications, notify } from "./notify";

const ICONS = { success: CircleCheck, error: CircleAlert, info: Info };

/** The container of notifications: bottom right, announced politely, once per application. */
export function Notifications() {
  return (
    <div className={styles.region} role="status" aria-live="polite" aria-relevant="additions">
      {notifications.value.map((item) => (
        <Item key={item.id} item={item} />
      ))}
    </div>
  );
}

/** One notification. Its timer stops while the pointer or the focus is on it. */
function Item({ item }: { item: Notification }) {
  const [isPaused, setIsPaused] = useState(false);
  const remaining = useRef(item.duration ?? 0);
  useEffect(() => {
    if (item.duration === null || isPaused) return;
    const started = performance.now();
    const timer = setTimeout(() => notify.close(item.id), remaining.current);
    return () => {
      clearTimeout(timer);
      remaining.current -= performance.now() - started;
    };
  }, [item, isPaused]);
  const Icon = ICONS[item.kind];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: stopping the timer is no action of its own.
    <div
      className={styles.item}
      data-kind={item.kind}
      onPointerEnter={() => setIsPaused(true)}
      onPointerLeave={() => setIsPaused(false)}
      onFocus={() => setIsPaused(true)}
      onBlur={() => setIsPaused(false)}
    >
      <Icon aria-hidden size={20} />
      <p>{item.text}</p>
      <button
        type="button"
        className={styles.close}
        aria-label="通知を閉じる"
        onClick={() => notify.close(item.id)}
      >
        <X aria-hidden size={18} />
      </button>
    </div>
  );
}
