import { Check, Heart, HeartOff } from "lucide-react";
import { useState } from "react";
import { ApiError, failureMessage } from "@/api/errors";
import { rereadNegotiation } from "@/api/reread";
import { Button } from "@/kit/Button";
import { Heading } from "@/kit/Heading";
import { Lock } from "@/kit/Lock";
import { notify } from "@/kit/notify";
import { formatDate } from "@/lib/dates";
import { FAILED } from "@/messages";
import { ConsentDialog } from "@/negotiation/dialog/ConsentDialog";
import { type Negotiation, STATUS } from "@/negotiation/types";
import styles from "./Actions.module.css";
import { expressInterest, updateInterest } from "./deeds";
import { NotInterestedDialog } from "./NotInterestedDialog";
import { INTEREST } from "./types";

/** Offer states in which the buyer has received it: 送信済 and 開封済 (domain.md 4). */
const RECEIVED_OFFER = [2, 3];

/** What a buyer can do with a listing before its bank has begun: interest and confidentiality. */
export function BuyerActions({ negotiation: n }: { negotiation: Negotiation }) {
  const blocked = n.moves
    .filter(({ move }) => move === "interest" || move === "consent")
    .map((move) => move.blocked);
  // What keeps a trial from one keeps it from all (domain.md 6): said once, instead of at each button.
  if (n.status === STATUS.none && blocked.length === 2 && blocked[0] && blocked[0] === blocked[1])
    return (
      <section className={styles.card}>
        <Heading level={2}>興味の登録と秘密保持契約</Heading>
        <Lock>{blocked[0]}</Lock>
      </section>
    );
  return (
    <>
      <Offer negotiation={n} />
      <Interest negotiation={n} />
      <Consent negotiation={n} />
    </>
  );
}

/** The text of a received offer, until it is answered (domain.md 4). */
function Offer({ negotiation: n }: { negotiation: Negotiation }) {
  if (n.status !== STATUS.none || !RECEIVED_OFFER.includes(n.offerSendStatus)) return null;
  return (
    <section className={styles.card}>
      <Heading level={2}>届いたオファー</Heading>
      <p className={styles.help}>
        担当の{n.buyerFinancialName ?? "金融機関"}を通じて、この案件をご提案しています。
      </p>
      {n.offerMessage && <blockquote className={styles.offer}>{n.offerMessage}</blockquote>}
    </section>
  );
}

/** 興味あり, 興味なし with its reason, and withdrawing either (SPEC.md section 4 Interest). */
function Interest({ negotiation: n }: { negotiation: Negotiation }) {
  const [refusing, setRefusing] = useState(false);
  const move = n.moves.find((one) => one.move === "interest");
  const interest = n.interestStatus ?? INTEREST.none;
  // The answer is shown until the negotiation begins, as its move is no longer possible.
  if (n.status !== STATUS.none || (!move && interest === INTEREST.none)) return null;
  const change = async (write: Promise<unknown>, failed: string, done: string) => {
    try {
      await write;
    } catch (error) {
      notify.error(failureMessage(failed, error));
      if (error instanceof ApiError && (error.status === 409 || error.status === 400))
        await rereadNegotiation();
      return;
    }
    await rereadNegotiation();
    notify.success(done);
  };
  const expressOwnInterest = () =>
    change(
      expressInterest(n),
      n.buyerNegotiationId ? FAILED.interestStatus : FAILED.interestMessage,
      "「興味あり」を担当の金融機関に伝えました。",
    );
  const takeBack = () =>
    change(updateInterest(n, { interestStatus: 0 }), FAILED.interestStatus, "興味の回答を取り消しました。");
  return (
    <section className={styles.card}>
      <Heading level={2}>この案件への興味</Heading>
      {interest === INTEREST.interested ? (
        <>
          <p className={styles.state}>
            <Heart aria-hidden size={18} />
            興味あり
          </p>
          <p className={styles.help}>
            担当の{n.buyerFinancialName ?? "金融機関"}に伝えています。売手側には伝わっていません。
            担当者からの連絡をお待ちください。
          </p>
        </>
      ) : interest === INTEREST.notInterested ? (
        <>
          <p className={styles.state}>
            <HeartOff aria-hidden size={18} />
            興味なし
          </p>
          <p className={styles.help}>この案件は、おすすめに出なくなります。あとから変更できます。</p>
        </>
      ) : (
        <p className={styles.help}>
          回答は、担当の{n.buyerFinancialName ?? "金融機関"}だけに伝わります。売手側には伝わりません。
        </p>
      )}
      <div className={styles.buttons}>
        {interest !== INTEREST.interested && (
          <Button
            kind={interest === INTEREST.none ? "primary" : "secondary"}
            wide
            icon={<Heart aria-hidden size={18} />}
            disabledReason={move?.blocked || undefined}
            onClick={expressOwnInterest}
          >
            興味あり
          </Button>
        )}
        {interest !== INTEREST.notInterested && (
          <Button wide icon={<HeartOff aria-hidden size={18} />} onClick={() => setRefusing(true)}>
            興味なし
          </Button>
        )}
        {interest !== INTEREST.none && (
          <Button kind="quiet" wide onClick={takeBack}>
            回答を取り消す
          </Button>
        )}
      </div>
      {refusing && <NotInterestedDialog negotiation={n} onClose={() => setRefusing(false)} />}
    </section>
  );
}

/** The confidentiality agreement: read and agreed to, or since when it has been (domain.md 4 Consent). */
function Consent({ negotiation: n }: { negotiation: Negotiation }) {
  const [open, setOpen] = useState(false);
  const move = n.moves.find((one) => one.move === "consent");
  const agreed = n.isConsent;
  if (!agreed && !move) return null;
  return (
    <section className={styles.card}>
      <Heading level={2}>秘密保持契約</Heading>
      {agreed ? (
        <>
          <p className={styles.state} data-done>
            <Check aria-hidden size={18} />
            承諾済み
            {n.consent && `（${formatDate(n.consent.at)}、第${n.consent.version}版）`}
          </p>
          {n.status === 0 && (
            <p className={styles.help}>
              担当の{n.buyerFinancialName ?? "金融機関"}が匿名での交渉を開始すると、詳しい情報が表示されます。
            </p>
          )}
        </>
      ) : (
        <>
          <Lock>
            承諾し、担当の{n.buyerFinancialName ?? "金融機関"}が交渉を開始すると、詳しい情報が表示されます。
          </Lock>
          <div className={styles.buttons}>
            <Button wide disabledReason={move?.blocked || undefined} onClick={() => setOpen(true)}>
              契約を読んで承諾する
            </Button>
          </div>
        </>
      )}
      {open && (
        <ConsentDialog negotiation={n} move="consent" onPaper={false} onClose={() => setOpen(false)} />
      )}
    </section>
  );
}
