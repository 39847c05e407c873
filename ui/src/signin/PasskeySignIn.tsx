import { Fingerprint } from "lucide-react";
import { Button } from "@/kit/Button";
import styles from "./signin.module.css";

/** The button of a sign-in for who has a passkey. */
export function PasskeySignIn({ busy, onPress }: { busy: boolean; onPress: () => unknown }) {
  return (
    <div className={styles.passkey}>
      <Button wide busy={busy} icon={<Fingerprint aria-hidden size={20} />} onClick={onPress}>
        パスキーでログイン
      </Button>
      <p className={styles.hint}>パスキーを登録した方は、指紋や顔、端末の暗証番号でログインできます。</p>
    </div>
  );
}
