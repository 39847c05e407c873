import { Printer } from "lucide-react";
import { useEnumerations } from "@/api/enumerations";
import { Button } from "@/kit/Button";
import { Dialog } from "@/kit/Dialog";
import { formatTime } from "@/lib/dates";
import styles from "./Passcode.module.css";

/** How the passcode reaches the owner, for a group of radio buttons. */
export const PASSCODE_WAYS = [
  { value: "mail", label: "別のアドレスへメールで送る" },
  {
    value: "told",
    label: "担当者が、電話または書面で伝える",
    help: "依頼したあと、この画面に一度だけ表示します。二つめのメールアドレスをお持ちでない方に。",
  },
];

/** What a request answers when the clerk tells the passcode himself. */
export interface ToldPasscode {
  passcode: string;
  caseNumber: string;
  userName: string;
  expires: string;
}

/**
 * The passcode of a link, to be read out on the telephone or handed over on paper. It is shown this once: the
 * server keeps no more than its hash.
 */
export function PasscodeDialog({ told, onClose }: { told: ToldPasscode; onClose: () => void }) {
  const limits = useEnumerations()?.limits;
  return (
    <Dialog
      open
      onClose={onClose}
      title="パスコードを伝えてください"
      cancelLabel="閉じる"
      actions={
        <>
          <Button icon={<Printer aria-hidden size={18} />} onClick={() => window.print()}>
            書面にして印刷する
          </Button>
          <Button kind="primary" onClick={onClose}>
            伝えたので閉じる
          </Button>
        </>
      }
    >
      <div className={styles.sheet} data-passcode-sheet>
        <p className={styles.letter}>{told.userName} 様</p>
        <p className={styles.letter}>
          メールでお送りしたリンクを開くためのパスコードです。画面の案内に従って入力してください。
        </p>
        <p className={styles.screen}>
          {told.userName}
          様には、リンクがメールで届きます。次の数字を、登録されている電話番号へかけて伝えるか、書面で渡してください。メールには書かないでください。
        </p>
        <p className={styles.code}>{told.passcode.replace(/(\d{4})(?=\d)/g, "$1 ")}</p>
        <dl className={styles.facts}>
          <div>
            <dt>整理番号</dt>
            <dd>{told.caseNumber}</dd>
          </div>
          <div>
            <dt>リンクの期限</dt>
            <dd>{formatTime(told.expires)}</dd>
          </div>
        </dl>
        <p className={styles.letter}>
          {limits && `${limits.wrongPasscodes}回まちがえると、安全のため、リンクが使えなくなります。`}
          ほかの方に見せたり、教えたりしないでください。
        </p>
        <p className={styles.once}>
          この数字が表示されるのは、いまだけです。閉じたあとに分からなくなったときは、もう一度依頼してください（前のリンクは使えなくなります）。
        </p>
      </div>
    </Dialog>
  );
}
