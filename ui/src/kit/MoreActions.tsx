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
  if (isRoomy) return children;
  return (
    <>
      <Button
        icon={<ChevronDown aria-hidden size={18} className={styles.turn} data-open={isOpen || undefined} />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        その他の操作
      </Button>
      {/* Stays in the document: a dialog opened from here belongs to it. */}
      <div id={id} className={styles.more} hidden={!isOpen}>
        {children}
      </div>
    </>
  );
}
