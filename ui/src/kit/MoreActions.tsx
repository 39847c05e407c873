import { ChevronDown } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { ROOMY, useMedia } from "@/lib/media";
import { Button } from "./Button";
import styles from "./Heading.module.css";

/**
 * What is done less often on a list, beside its title; behind one button where that would push the list
 * out of sight: on phones and small laptops (design: screens-2026-11.md 7). Before the primary action.
 */
export function MoreActions({ children }: { children: ReactNode }) {
  const isRoomy = useMedia(ROOMY);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      {!isRoomy && (
        <Button
          icon={<ChevronDown aria-hidden size={18} className={styles.turn} data-open={isOpen || undefined} />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          その他の操作
        </Button>
      )}
      {/* At every width the same element: what is open in it, a dialog, stays open when the window changes. */}
      <div id={id} className={isRoomy ? styles.beside : styles.more} hidden={!isRoomy && !isOpen}>
        {children}
      </div>
    </>
  );
}
