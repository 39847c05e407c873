import { X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Modal, ModalOverlay, Dialog as RacDialog } from "react-aria-components/Modal";
import { Button } from "./Button";
import styles from "./Drawer.module.css";

/** A panel at the side: the menu on medium screens, filters on narrow ones. */
export function Drawer({
  open,
  onClose,
  title,
  side = "left",
  children,
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  side?: "left" | "right";
  children: ReactNode;
}) {
  const titleId = useId();
  return (
    <ModalOverlay
      isOpen={open}
      isDismissable
      onOpenChange={(next) => !next && onClose()}
      className={styles.overlay}
    >
      <Modal className={styles.drawer} data-side={side}>
        <RacDialog className={styles.dialog} aria-labelledby={titleId}>
          <header className={styles.header}>
            <h2 id={titleId}>{title}</h2>
            <Button kind="quiet" aria-label="閉じる" onClick={onClose}>
              <X aria-hidden size={20} />
            </Button>
          </header>
          <div className={styles.body}>{children}</div>
        </RacDialog>
      </Modal>
    </ModalOverlay>
  );
}
