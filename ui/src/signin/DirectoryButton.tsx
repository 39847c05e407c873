import { useState } from "react";
import { ApiError } from "@/api/errors";
import { Button } from "@/kit/Button";
import styles from "./signin.module.css";

/** 「社内のアカウントでログイン」 on a login screen: leads to the directory of the typed login ID's institution. */
export function DirectoryButton({
  readLoginId,
  target,
  onMissing,
  onRefused,
}: {
  readLoginId: () => string;
  /** Where the user wanted to go; null for the first page. */
  target: string | null;
  /** No login ID is typed. */
  onMissing: () => void;
  onRefused: (detail: string) => void;
}) {
  const [leaving, setLeaving] = useState(false);
  const leave = async () => {
    const loginId = readLoginId();
    if (!loginId) {
      onMissing();
      return;
    }
    setLeaving(true);
    try {
      await (await import("./directory")).signInAtDirectory(loginId, target);
    } catch (error) {
      setLeaving(false);
      if (!(error instanceof ApiError)) throw error;
      const detail =
        error.errors[0]?.detail || error.detail || "いまはログインできません。もう一度お試しください。";
      onRefused(detail);
    }
  };
  return (
    <div className={styles.hinted}>
      <Button kind="secondary" wide busy={leaving} onClick={leave}>
        社内のアカウントでログイン
      </Button>
      <p className={styles.hint}>
        ログインIDだけを入力して押すと、所属する金融機関のログインの画面に移ります。
      </p>
    </div>
  );
}
