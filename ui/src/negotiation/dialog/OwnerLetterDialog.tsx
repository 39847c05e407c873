import { Printer } from "lucide-react";
import { useEnumerations } from "@/api/enumerations";
import type { components } from "@/api/schema.gen";
import { Button } from "@/kit/Button";
import { Dialog } from "@/kit/Dialog";
import styles from "@/kit/Letter.module.css";
import { LetterPaper } from "@/kit/LetterPaper";
import panel from "@/kit/Panel.module.css";
import { formatTime } from "@/lib/dates";

export type OwnerLetter = components["schemas"]["OwnerLetter"];

/**
 * A request to an owner on paper: prints the page with the link. The passcode is not in this answer: another
 * approver is shown it (domain.md 3.2; team.md 3).
 */
export function OwnerLetterDialog({
  letter,
  asks,
  onClose,
}: {
  letter: OwnerLetter;
  /** What the owner decides on. */
  asks: "listing" | "name";
  onClose: () => void;
}) {
  const limits = useEnumerations()?.limits;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={`${letter.userName}様あての招待状`}
      actions={<Button onClick={onClose}>印刷したので閉じる</Button>}
    >
      <ol className={styles.steps}>
        <li>
          <p>招待状を印刷し、ご本人に手渡すか、親展で郵送してください。リンクとQRコードが書かれています。</p>
          <Button kind="primary" icon={<Printer aria-hidden size={18} />} onClick={() => window.print()}>
            招待状を印刷する
          </Button>
        </li>
        <li>
          <p>
            <strong>ほかの承認者に、パスコードを伝えるよう依頼してください。</strong>
            同じ画面を開いた承認者には「パスコードを表示して伝える」ボタンが出ます。あなたには表示されません（リンクとパスコードの両方があると、ご本人に代わって答えられてしまうためです）。
          </p>
        </li>
        <li>
          <p>
            ご本人は、招待状のリンクを開き、承認者からお聞きになったパスコードを入力して、お答えになります（
            {formatTime(letter.expires)} まで）。
          </p>
        </li>
      </ol>
      <p className={panel.warning}>
        この画面を閉じると、招待状は二度と表示できません。なくしたときは、もう一度依頼して作り直してください（前の招待状は使えなくなります）。
        {limits && `パスコードを${limits.wrongPasscodes}回誤ると、招待状は使えなくなります。`}
      </p>
      <LetterPaper
        network={letter.networkName}
        title={asks === "listing" ? "公開内容のご確認のお願い" : "会社名をお伝えする前のご確認のお願い"}
        to={letter.userName}
        intro={`${letter.fromName}から、ご確認をお願いする件がございます。お手数ですが、次の手順でご覧になり、お答えください。お答えになるまで、何も進みません。`}
        link={letter.link}
        qrSize={letter.qrSize}
        qrPath={letter.qrPath}
        steps={[
          <>
            <strong>{limits?.passcodeDigits ?? 8}桁のパスコード</strong>
            を入力してください。パスコードは、この紙には書かれていません。お渡しした者とは別の担当者が、電話などでお伝えします。この紙に書き込まないでください。
          </>,
          "内容をお読みになり、お答えください。お答えは、一度だけです。",
        ]}
        facts={[
          { term: "整理番号", value: letter.caseNumber },
          { term: "有効期限", value: formatTime(letter.expires) },
          {
            term: "お問い合わせ",
            value: [letter.fromName, letter.clerkName, letter.fromPhone].filter(Boolean).join("　"),
          },
        ]}
        closing="お心当たりがない場合は、リンクを開かずに、お手元の通帳や名刺にある金融機関の番号へお電話ください。この紙の番号が正しいことも、そちらで確かめられます。パスコードを、ほかの方に教えないでください。担当者がパスコードをお尋ねすることはありません。"
      />
    </Dialog>
  );
}
