import { Printer } from "lucide-react";
import type { components } from "@/api/schema.gen";
import { Button } from "@/kit/Button";
import { Dialog } from "@/kit/Dialog";
import styles from "@/kit/Letter.module.css";
import { LetterPaper } from "@/kit/LetterPaper";
import panel from "@/kit/Panel.module.css";
import { formatTime } from "@/lib/dates";

export type Letter = components["schemas"]["Letter"];

/**
 * An invitation on paper (招待状): prints the page with the link, and shows the code, which is not on it.
 * Both are in this answer alone; after closing, a new letter must be made.
 */
export function LetterDialog({
  letter,
  invites = "person",
  onClose,
}: {
  letter: Letter;
  /** Whether its reader sets a password, or registers a company and sets one. */
  invites?: "person" | "company";
  onClose: () => void;
}) {
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={`${letter.userName}さんの招待状`}
      actions={<Button onClick={onClose}>渡す準備ができたので閉じる</Button>}
    >
      <ol className={styles.steps}>
        <li>
          <p>招待状を印刷し、ご本人に渡すか、郵送してください。リンクとQRコードが書かれています。</p>
          <Button kind="primary" icon={<Printer aria-hidden size={18} />} onClick={() => window.print()}>
            招待状を印刷する
          </Button>
        </li>
        <li>
          <p>
            次の確認コードを、<strong>招待状とは別に、電話などでご本人に伝えてください。</strong>
            招待状には印刷されません。
          </p>
          <p className={styles.code}>{letter.code}</p>
        </li>
        <li>
          <p>
            ご本人は、招待状のリンクを開き、確認コードを入力して、
            {invites === "company" ? "会社を登録します" : "パスワードを決めます"}（
            {formatTime(letter.expires)} まで）。
          </p>
        </li>
      </ol>
      <p className={panel.warning}>
        この画面を閉じると、招待状と確認コードは二度と表示できません。なくしたときは、作り直してください（前の招待状と、前に送ったメールのリンクは使えなくなります）。確認コードを5回誤ると、招待状は使えなくなります。
      </p>
      <InvitationPaper letter={letter} invites={invites} />
    </Dialog>
  );
}

/** The printed page of an invitation. */
function InvitationPaper({ letter, invites }: { letter: Letter; invites: "person" | "company" }) {
  return (
    <LetterPaper
      network={letter.networkName}
      title={invites === "company" ? "会社のご登録のご案内（招待状）" : "ご利用開始のご案内（招待状）"}
      to={letter.userName}
      intro={`${letter.fromName}から、${letter.networkName}へご招待します。次の手順で、${invites === "company" ? "会社をご登録ください。" : "ご自身のパスワードを決めると、ご利用を始められます。"}`}
      link={letter.link}
      qrSize={letter.qrSize}
      qrPath={letter.qrPath}
      steps={[
        <>
          <strong>8桁の確認コード</strong>
          を入力してください。確認コードは、この紙には書かれていません。担当者が、電話など別の方法でお伝えします。この紙に書き込まないでください。
        </>,
        invites === "company" ? (
          <>
            会社の概要、詳細、ご担当者、パスワードを入力し、規約を読んで、お申し込みください。ログインIDは{" "}
            <strong>{letter.loginId}</strong> です。
          </>
        ) : (
          <>
            パスワードを決めてください。ログインIDは <strong>{letter.loginId}</strong> です。
          </>
        ),
      ]}
      facts={[
        { term: "有効期限", value: formatTime(letter.expires) },
        { term: "お問い合わせ", value: [letter.fromName, letter.fromPhone].filter(Boolean).join("　") },
      ]}
      closing="この招待状は1回だけ使えます。お心当たりがない場合は、リンクを開かずに、上のお問い合わせ先へご連絡ください。確認コードを、ほかの方に教えないでください。担当者が確認コードをお尋ねすることはありません。"
    />
  );
}
