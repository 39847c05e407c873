import { X } from "lucide-react";
import styles from "./Chips.module.css";

interface ChipItem {
  key: string;
  label: string;
}

/** The chosen values, each removable with one press. Renders nothing when empty. */
export function Chips({
  items,
  onRemove,
  onClear,
  label = "選択中",
}: {
  items: readonly ChipItem[];
  onRemove: (key: string) => void;
  onClear?: () => void;
  label?: string;
}) {
  if (items.length === 0) return null;
  return (
    <div className={styles.row}>
      <ul className={styles.chips} aria-label={label}>
        {items.map((item) => (
          <li key={item.key}>
            <button
              type="button"
              className={styles.chip}
              aria-label={`${item.label}を外す`}
              onClick={() => onRemove(item.key)}
            >
              {item.label}
              <X aria-hidden size={16} />
            </button>
          </li>
        ))}
      </ul>
      {onClear && items.length > 1 && (
        <button type="button" className={styles.clear} onClick={onClear}>
          すべて外す
        </button>
      )}
    </div>
  );
}
