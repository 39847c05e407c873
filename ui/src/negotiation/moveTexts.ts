import type { components } from "@/api/schema.gen";
import { FAILED } from "@/messages";
import { isBF, isSF, type NegotiationMove, type NegotiationRow } from "./types";

type Limits = Pick<components["schemas"]["Limits"], "answerDays" | "nextRequestDays" | "reopenDays">;

/** What a dialog says about a move before it is made (design: ui.md "Words"). */
interface MoveTexts {
  title: string;
  /** What happens, and who will see what. */
  consequence: readonly string[];
  /** Cannot be taken back: the dialog says so, and its button is red. */
  irrevocable: boolean;
  /** The notification after it. */
  done: string;
  /** SPEC.md section 8. */
  failed: string;
}

const SELLER_NAMES = "売手の会社名・代表者名・所在地・電話番号・ホームページ";
const NAMES_OF_BUYER = "会社名・代表者名・所在地・ホームページ・法人番号";

/**
 * The consequence of each move in words (domain.md 4 and 3.5). Bidders never learn of each
 * other: what a move does to other negotiations is told to the seller's institution alone.
 */
export function moveTexts(
  kind: NegotiationMove["move"],
  n: Pick<NegotiationRow, "side" | "status">,
  limits: Limits | undefined,
): MoveTexts {
  const buyer = n.side === "buyer" ? "御社" : "買手";
  const buyerNames = `${buyer}の${NAMES_OF_BUYER}`;
  const days = (count: number | undefined) => (count === undefined ? "" : `${count}日`);
  const words = (
    title: string,
    consequence: readonly string[],
    done: string,
    more: Partial<MoveTexts> = {},
  ): MoveTexts => ({
    title,
    consequence,
    done,
    irrevocable: false,
    failed: FAILED.negotiationStatus,
    ...more,
  });

  switch (kind) {
    case "interest":
      return words(
        "「興味あり」を登録しますか",
        [
          n.side === "buyer"
            ? "担当の金融機関に、この案件への興味が伝わります。"
            : "買手に代わって、興味ありを登録します。",
          "売手側には、まだ何も伝わりません。",
        ],
        "「興味あり」を登録しました。",
        { failed: FAILED.interestStatus },
      );
    case "start":
      return words(
        "匿名での交渉を開始しますか",
        [
          "売手側金融機関に、買手候補がいることと、買手の業種・都道府県・売上の規模・M&Aの経験・ニーズが、匿名で表示されます。",
          "買手の会社名は表示されません。売手の会社名も、まだ表示されません。",
        ],
        "交渉を開始しました。",
      );
    case "consent":
      return words(
        "秘密保持契約を承諾しますか",
        [
          "交渉を始めている間、売手側金融機関の名前、強みや譲渡の理由の補足、財務の数値の幅が、買手と買手側金融機関に表示されます。",
          "会社名は、まだどちらにも表示されません。",
          "承諾した日時と契約の版が記録されます。",
        ],
        "秘密保持契約の承諾を記録しました。",
        { irrevocable: true, failed: FAILED.consent },
      );
    case "realname_consent":
      return words(
        "実名の開示に同意しますか",
        [
          `担当の金融機関が実名交渉を申請すると、${buyerNames}が売手側金融機関に表示され、売手企業のオーナーにも伝えられます。`,
          "売手の会社名が表示されるのは、オーナーが承諾し、売手側金融機関が承認した後です。",
        ],
        "実名の開示に同意しました。",
      );
    case "request_realname":
      return words(
        "実名交渉を申請しますか",
        [
          `${buyerNames}と財務の数値の幅が、ただちに売手側金融機関に表示されます。オーナーの承諾を得るため、売手企業のオーナーにも伝えられます。`,
          `売手の会社名は、承認されるまで表示されません。回答期限は申請から${days(limits?.answerDays)}です。`,
          "一度表示された名前は、取り消しても相手の記憶からは消せません。",
        ],
        "実名交渉を申請しました。",
        { irrevocable: true },
      );
    case "ask_owner":
      return words(
        "オーナーへ承諾を依頼しますか",
        [
          "選んだ担当者に、リンクをメールで送るか、招待状に印刷して渡します。パスコードは、リンクとは別の方法で伝えます。",
          "リンクとパスコードの両方を使った方には、買手の会社名・業種・所在地と、買手側金融機関の名前、買手調査の報告（なければ「報告なし」）が表示されます。",
          "前に送ったリンクは使えなくなります。",
        ],
        "オーナーへ承諾を依頼しました。",
        { failed: FAILED.negotiationApprove },
      );
    case "owner_agree":
      // By a signed paper, whose dialog has its own words for each of the two users.
      return words("", [], "", { failed: FAILED.negotiationApprove });
    case "owner_refuse":
      return words(
        "オーナーの拒否を記録しますか",
        [
          "オーナーが実名の開示を拒否したことを記録します。承認はできなくなり、続けて実名交渉を却下します。",
          "買手側には、却下するまで何も伝わりません。送ったリンクは使えなくなります。",
        ],
        "オーナーの拒否を記録しました。",
        { irrevocable: true, failed: FAILED.negotiationApprove },
      );
    case "approve_realname":
      return words(
        "実名交渉を承認しますか",
        [
          `${SELLER_NAMES}、財務の数値（正確な額）、市場・取引先・商品の内容が、この買手と買手側金融機関に表示されます。`,
          "買手の財務の数値（正確な額）が、売手側金融機関に表示されます。",
          "開示台帳に「ネームクリア」として記録されます。一度開示した名前は取り戻せません。",
        ],
        "実名交渉を承認しました。双方に名前が表示されます。",
        { irrevocable: true, failed: FAILED.negotiationApprove },
      );
    case "reject_realname":
      return words(
        "実名交渉を却下しますか",
        [
          "買手の会社名は、この画面から見えなくなります。売手の会社名は、買手側に一度も表示されません。",
          `「買手側金融機関への説明」は買手側金融機関に、「打診状況報告に載せる理由」はオーナーへの報告にだけ表示されます。次の申請は${days(limits?.nextRequestDays)}後からできます。`,
        ],
        "実名交渉を却下しました。",
        { irrevocable: true, failed: FAILED.negotiationApprove },
      );
    case "conditions":
      return words(
        "条件交渉へ進みますか",
        ["交渉状況が「条件交渉中」になり、相手の金融機関と買手に伝わります。見える情報は変わりません。"],
        "条件交渉へ進みました。",
      );
    case "propose_contract":
      return words(
        "成約を提案しますか",
        [
          "相手の金融機関に、成約の確認を求めます。相手が確認すると、案件は「成約済み」になります。",
          "確認されるまでは、提案を取り下げられます。",
        ],
        "成約を提案しました。相手の確認を待っています。",
      );
    case "withdraw_contract":
      return words(
        "成約の提案を取り下げますか",
        ["相手の金融機関に、取り下げたことが伝わります。交渉は条件交渉中のまま続きます。"],
        "成約の提案を取り下げました。",
      );
    case "confirm_contract":
      return words(
        "成約を確認しますか",
        [
          "案件は「成約済み」になり、検索の一覧でも成約済みと表示されます。",
          ...(isSF(n.side)
            ? ["この案件の他の交渉はすべて「募集終了」で終わり、送ったオファーは取り下げられます。"]
            : []),
          "メッセージは閲覧だけになります。誤って確認したときは、事務局へお問い合わせください。",
        ],
        "成約を記録しました。",
        { irrevocable: true },
      );
    case "end":
      return words(
        "交渉を終了しますか",
        [
          ...(n.status === 0
            ? ["この案件への対応を終えます。売手側には、買手候補がいたことも伝わりません。"]
            : [
                "双方に見える情報は公開匿名に戻ります。名前の入った相手のメッセージとファイルは閉じられ、メッセージは送れなくなります。",
              ]),
          ...(isBF(n.side) && n.status !== 0
            ? ["資金支援は「中止」になります。受け取った資料の廃棄確認が必要です。"]
            : []),
          ...(n.status === 0
            ? []
            : [
                `再開できるのは、終了から${days(limits?.reopenDays)}以内に、買手側金融機関が依頼し、売手側金融機関が同意したときだけです。`,
              ]),
        ],
        "交渉を終了しました。",
        { irrevocable: true },
      );
    case "step_back":
      return words(
        "この交渉を見送りますか",
        [
          "交渉はすぐに終わり、担当の金融機関に、見送ったことと理由が伝わります。売手側に伝わるのは「買手見送り」で終わったことだけで、書いた理由は伝わりません。",
          "双方に見える情報は公開匿名に戻ります。メッセージは送れなくなり、資金支援の相談も中止になります。",
          "受け取った資料（紙とファイル、その写し）は廃棄し、担当の金融機関に伝えてください。",
          `気持ちが変わったときは、終了から${days(limits?.reopenDays)}以内なら、担当の金融機関から再開を依頼できます。再開には売手側の同意と、新たな秘密保持契約の承諾が必要です。`,
        ],
        "交渉を見送りました。",
        { irrevocable: true },
      );
    case "reopen_ask":
      return words(
        "交渉の再開を依頼しますか",
        [
          "売手側金融機関に、再開の依頼が伝わります。",
          "再開には、買手の新たな秘密保持契約の承諾と、売手側金融機関の同意が必要です。",
        ],
        "交渉の再開を依頼しました。",
      );
    case "reopen_agree":
      return words(
        "交渉の再開に同意しますか",
        [
          "匿名交渉中に戻り、メッセージを送れるようになります。名前はどちらにも表示されません。",
          "実名での交渉には、あらためて申請と承認が必要です。",
        ],
        "交渉を再開しました。",
      );
    default:
      return words("この操作を行いますか", [], "更新しました。");
  }
}
