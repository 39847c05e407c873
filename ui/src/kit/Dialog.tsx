import { X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Modal, ModalOverlay, Dialog as RacDialog } from "react-aria-components/Modal";
import { Button } from "./Button";
import styles from "./Dialog.module.css";

interface DialogProps {
  open: boolean;
  /** Called on Escape, the close button and the cancel button; not by Escape while the action runs. */
  onClose: () => void;
  title: string;
  children?: ReactNode;
  /**
   * The consequence of an action that cannot be undone: what happens, and who will see what. It is
   * highlighted, and screen readers read it with the title.
   */
  consequence?: ReactNode;
  /** The action. Its label repeats the verb of the title; it may return a promise. */
  confirm?: {
    label: string;
    onConfirm: () => unknown;
    danger?: boolean;
    disabledReason?: string;
    busy?: boolean;
  };
  cancelLabel?: string;
  /** Other buttons instead of confirm. */
  actions?: ReactNode;
  wide?: boolean;
}

/** A modal dialog. A press outside does not close it, so that input is not lost. */
export function Dialog({
  open,
  onClose,
  title,
  children,
  consequence,
  confirm,
  cancelLabel = "やめる",
  actions,
  wide,
}: DialogProps) {
  const titleId = useId();
  const consequenceId = useId();
  return (
    <ModalOverlay
      isOpen={open}
      onOpenChange={(next) => !next && !confirm?.busy && onClose()}
      className={styles.overlay}
    >
      <Modal className={wide ? styles.wide : styles.modal}>
        <RacDialog
          className={styles.dialog}
          role={consequence ? "alertdialog" : "dialog"}
          aria-labelledby={titleId}
          aria-describedby={consequence ? consequenceId : undefined}
        >
          <header className={styles.header}>
            <h2 id={titleId}>{title}</h2>
            <Button kind="quiet" aria-label="閉じる" onClick={onClose}>
              <X aria-hidden size={20} />
            </Button>
          </header>
          <div className={styles.body}>
            {consequence && (
              <div id={consequenceId} className={styles.consequence}>
                {consequence}
              </div>
            )}
            {children}
          </div>
          {(actions || confirm) && (
            <footer className={styles.footer}>
              {actions}
              {confirm && (
                <>
                  <Button onClick={onClose}>{cancelLabel}</Button>
                  <Button
                    kind={confirm.danger ? "danger" : "primary"}
                    busy={confirm.busy}
                    disabledReason={confirm.disabledReason}
                    onClick={confirm.onConfirm}
                  >
                    {confirm.label}
                  </Button>
                </>
              )}
            </footer>
          )}
        </RacDialog>
      </Modal>
    </ModalOverlay>
  );
}
