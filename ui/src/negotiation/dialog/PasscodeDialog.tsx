import { Printer } from "lucide-react";
import { useEnumerations } from "@/api/enumerations";
import { ofMail } from "@/api/network";
import type { components } from "@/api/schema.gen";
import { Button } from "@/kit/Button";
import { Dialog } from "@/kit/Dialog";
import type { ChoiceOption } from "@/kit/RadioGroup";
import { formatTime } from "@/lib/dates";
import styles from "./Passcode.module.css";

export type PasscodeWay = "mail" | "told" | "letter";

/** How link and passcode reach the owner, for a group of radio buttons. Where no mail goes out, a letter alone does. */
export function passcodeWays() {
  const noMail = ofMail(false, true);
  const ways: ChoiceOption[] = [
    { value: "mail", label: "リンクもパスコードも、メールで送る（別のアドレスへ）" },
    {
      value: "told",
      label: "リンクはメールで送り、パスコードは担当者が電話または書面で伝える",
      help: "依頼したあと、この画面に一度だけ表示します。二つめのメールアドレスをお持ちでない方に。",
    },
  ];
  const letter = {
    value: "letter",
    label: "招待状を印刷する（リンクは紙で渡し、パスコードはほかの承認者が伝える）",
    help: "メールアドレスをお持ちでない方に。パスコードは、招待状を作った方には表示されません。",
  };
  return noMail
    ? [letter, ...ways.map((way) => ({ ...way, help: "メールを送れるようになるまで、リンクが届きません。" }))]
    : [...ways, letter];
}

/** The way that is chosen at first. */
export const usualWay = (): PasscodeWay => ofMail<PasscodeWay>("mail", "letter");

/** The persons who can be asked in a way: a mail needs an address. */
export const reachable = <T extends { loginId: string }>(persons: readonly T[], way: PasscodeWay): T[] =>
  persons.filter((person) => way === "letter" || person.loginId.includes("@"));

/** The passcode of a letter, as it is shown to the approver who tells it. */
export type DrawnPasscode = components["schemas"]["Passcode"];

/** What a request answers when the clerk tells the passcode himself. */
export interface ToldPasscode {
  passcode: string;
  caseNumber: string;
  userName: string;
  expires: string;
  /** The registered telephone number; "" for none. */
  phone?: string;
}

/**
 * The passcode of a link, to be read out on the telephone or handed over on paper. It is shown this once: the
 * server keeps no more than its hash.
 */
export function PasscodeDialog({
  told,
  isLetter = false,
  onClose,
}: {
  told: ToldPasscode;
  /** The link is on a letter that somebody else has printed. */
  isLetter?: boolean;
  onClose: () => void;
}) {
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
          {isLetter ? "別にお渡しした招待状の" : "メールでお送りした"}
          リンクを開くためのパスコードです。画面の案内に従って入力してください。
        </p>
        <p className={styles.screen}>
          {isLetter
            ? `${told.userName}様は、招待状のリンクをお持ちです。次の数字を、お手元の台帳の電話番号へ、あなたがかけて伝えてください${told.phone ? `（このシステムの登録は ${told.phone}）` : ""}。招待状を作った方には渡さないでください。`
            : ofMail(
                `${told.userName}様には、リンクがメールで届きます。次の数字を、登録されている電話番号へかけて伝えるか、書面で渡してください。メールには書かないでください。`,
                `リンクのメールは、メールを送れるようになるまで${told.userName}様に届きません。次の数字は、届いたあとで使います。急ぐときは、招待状を印刷して依頼し直してください。`,
              )}
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
          この数字が表示されるのは、いまだけです。
          {isLetter
            ? "閉じたあとに分からなくなったときは、もう一度表示してください（前の数字は使えなくなります）。"
            : "閉じたあとに分からなくなったときは、もう一度依頼してください（前のリンクは使えなくなります）。"}
        </p>
      </div>
    </Dialog>
  );
}
