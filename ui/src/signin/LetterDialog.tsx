import { Printer } from "lucide-react";
import { createPortal } from "react-dom";
import type { components } from "@/api/schema.gen";
import { Button } from "@/kit/Button";
import { Dialog } from "@/kit/Dialog";
import panel from "@/kit/Panel.module.css";
import { formatTime } from "@/lib/dates";
import styles from "./Letter.module.css";

export type Letter = components["schemas"]["Letter"];

/**
 * An invitation on paper (招待状): prints the page with the link, and shows the code, which is not on it.
 * Both are in this answer alone; after closing, a new letter must be made.
 */
export function LetterDialog({ letter, onClose }: { letter: Letter; onClose: () => void }) {
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
            ご本人は、招待状のリンクを開き、確認コードを入力して、パスワードを決めます（
            {formatTime(letter.expires)} まで）。
          </p>
        </li>
      </ol>
      <p className={panel.warning}>
        この画面を閉じると、招待状と確認コードは二度と表示できません。なくしたときは、作り直してください（前の招待状と、前に送ったメールのリンクは使えなくなります）。確認コードを5回誤ると、招待状は使えなくなります。
      </p>
      {createPortal(<LetterPage letter={letter} />, document.body)}
    </Dialog>
  );
}

/** The printed page, A4. It is on paper only, in place of everything else. */
function LetterPage({ letter }: { letter: Letter }) {
  return (
    <article className={styles.paper} aria-hidden>
      <header className={styles.head}>
        <span>{letter.networkName}</span>
        <strong className={styles.mark}>親展・取扱注意</strong>
      </header>
      <h1 className={styles.title}>ご利用開始のご案内（招待状）</h1>
      <p className={styles.to}>{letter.userName} 様</p>
      <p>
        {letter.fromName}から、{letter.networkName}
        へご招待します。次の手順で、ご自身のパスワードを決めると、ご利用を始められます。
      </p>
      <ol className={styles.steps}>
        <li>
          スマートフォンで下のQRコードを読み取るか、パソコンのブラウザーに、次のアドレスを入力してください。
          <p className={styles.link}>{letter.link}</p>
        </li>
        <li>
          <strong>8桁の確認コード</strong>
          を入力してください。確認コードは、この紙には書かれていません。担当者が、電話など別の方法でお伝えします。この紙に書き込まないでください。
        </li>
        <li>
          パスワードを決めてください。ログインIDは <strong>{letter.loginId}</strong> です。
        </li>
      </ol>
      <svg
        className={styles.qr}
        role="img"
        aria-label="リンクのQRコード"
        viewBox={`-4 -4 ${letter.qrSize + 8} ${letter.qrSize + 8}`}
        shapeRendering="crispEdges"
      >
        <path d={letter.qrPath} />
      </svg>
      <dl className={styles.facts}>
        <dt>有効期限</dt>
        <dd>{formatTime(letter.expires)}</dd>
        <dt>お問い合わせ</dt>
        <dd>{[letter.fromName, letter.fromPhone].filter(Boolean).join("　")}</dd>
      </dl>
      <p className={styles.small}>
        この招待状は1回だけ使えます。お心当たりがない場合は、リンクを開かずに、上のお問い合わせ先へご連絡ください。確認コードを、ほかの方に教えないでください。担当者が確認コードをお尋ねすることはありません。
      </p>
    </article>
  );
}
