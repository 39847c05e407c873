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
  const [held, setHeld] = useState(false);
  const left = useRef(item.duration ?? 0);
  useEffect(() => {
    if (item.duration === null || held) return;
    const started = performance.now();
    const timer = setTimeout(() => notify.close(item.id), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= performance.now() - started;
    };
  }, [item, held]);
  const Icon = ICONS[item.kind];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: stopping the timer is no action of its own.
    <div
      className={styles.item}
      data-kind={item.kind}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
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
