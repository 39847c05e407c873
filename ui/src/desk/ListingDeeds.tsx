import { useState } from "react";
import { ApiError, failureMessage } from "@/api/errors";
import * as limits from "@/api/limits.gen";
import { rereadAfter } from "@/api/reread";
import { Button } from "@/kit/Button";
import { Dialog } from "@/kit/Dialog";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { TextArea } from "@/kit/TextArea";
import styles from "./Desk.module.css";
import { changeSuspension, moveListing, seen } from "./deeds";
import { NEGOTIATION, type Overview, type Partner, type SavedListing } from "./types";

/** An action that the server may offer: what it does, its consequence, whether it needs a reason. */
interface Deed {
  event: string;
  title: string;
  text: string;
  question: string;
  label: string;
  consequence: (activeCount: number) => string;
  danger?: boolean;
  reason?: { label: string; example: string };
  call: (listing: Overview, comment: string) => Promise<SavedListing>;
  done: string;
}

const REASON_MAX = limits.ListingMoveInput.comment.maxLength;

const DEEDS: readonly Deed[] = [
  {
    event: "stop",
    title: "受付を停止する",
    text: "公開したまま、新しい交渉の開始と実名交渉の希望を受け付けないようにします。いつでも再開できます。",
    question: "受付を停止しますか",
    label: "受付を停止する",
    consequence: () =>
      "すべての閲覧者に「受付停止中」と表示されます。進行中の交渉は続けられますが、新しい交渉の開始と、新しい実名交渉の希望はできなくなります。",
    call: (listing) => changeSuspension(seen(listing), true),
    done: "受付を停止しました。",
  },
  {
    event: "resume",
    title: "受付を再開する",
    text: "新しい交渉の開始と実名交渉の希望を、また受け付けます。",
    question: "受付を再開しますか",
    label: "受付を再開する",
    consequence: () => "「受付停止中」の表示が消え、買手側の金融機関が交渉を始められるようになります。",
    call: (listing) => changeSuspension(seen(listing), false),
    done: "受付を再開しました。",
  },
  {
    event: "conclude_outside",
    title: "本システム外での成約を記録する",
    text: "この案件の譲渡が、このシステムの外で成立したときに記録します。",
    question: "本システム外での成約を記録しますか",
    label: "成約を記録する",
    consequence: (live) =>
      `案件は「成約済み」になります。${live > 0 ? `進行中の${live}件の交渉は「募集終了」として終わり、` : ""}送ったオファーは取り下げられます。元に戻せるのは事務局だけです。`,
    danger: true,
    reason: { label: "成約の経緯", example: "取引先の紹介で、直接の譲渡契約を結んだ。" },
    call: (listing, comment) => moveListing("conclude_outside", seen(listing), comment),
    done: "本システム外での成約を記録しました。",
  },
  {
    event: "disable",
    title: "案件を取り下げる（無効にする）",
    text: "公開をやめて、この案件を無効にします。",
    question: "案件を取り下げますか",
    label: "取り下げる",
    consequence: (live) =>
      `案件は、すぐにだれからも見えなくなります。${live > 0 ? `進行中の${live}件の交渉は「売却中止」として終わり、相手の金融機関に伝わります。` : ""}送ったオファーは取り下げられます。承認前に戻すことはできますが、終わった交渉は戻りません。`,
    danger: true,
    reason: { label: "取り下げる理由", example: "売手が譲渡を見合わせた。" },
    call: (listing, comment) => moveListing("disable", seen(listing), comment),
    done: "案件を取り下げました。",
  },
  {
    event: "restore",
    title: "承認前に戻す",
    text: "無効にした案件を、もう一度、編集と承認の依頼ができるようにします。",
    question: "承認前に戻しますか",
    label: "承認前に戻す",
    consequence: () =>
      "案件は「承認前」に戻ります。売手があらためて承認するまで、公開されません。終わった交渉は戻りません。",
    call: (listing, comment) => moveListing("restore", seen(listing), comment),
    done: "案件を承認前に戻しました。",
  },
];

/** Stopping, closing, concluding and reopening a listing: only what the server offers now. */
export function ListingDeeds({ listing, partners }: { listing: Overview; partners: readonly Partner[] }) {
  const [asking, setAsking] = useState<Deed | null>(null);
  const [comment, setComment] = useState("");
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const live = partners.filter(
    ({ status }) => status >= NEGOTIATION.anonymous && status <= NEGOTIATION.conditions,
  ).length;
  const offered = DEEDS.flatMap((deed) => {
    const move = listing.moves?.find(({ event }) => event === deed.event);
    // Stop and resume are one switch: only the possible one of the two is shown.
    if (!move || (move.blocked && (deed.event === "stop" || deed.event === "resume"))) return [];
    return [{ deed, blocked: move.blocked }];
  });
  if (offered.length === 0) return null;

  const close = () => {
    setAsking(null);
    setError("");
  };

  const run = async () => {
    if (!asking) return;
    if (asking.reason && !comment.trim()) {
      setError(`${asking.reason.label}を入力してください。`);
      return;
    }
    setBusy(true);
    try {
      await asking.call(listing, comment.trim());
      notify.success(asking.done);
      setComment("");
      close();
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem;
      const commentError = problem.errors.find(({ field }) => field === "comment")?.detail;
      if (commentError) setError(commentError);
      else {
        notify.error(failureMessage(`「${asking.label}」に失敗しました。`, problem));
        // On failure the input is kept for another try.
        setAsking(null);
      }
    } finally {
      setBusy(false);
      await rereadAfter("listing");
    }
  };

  return (
    <section className={panel.near} aria-labelledby="deeds-title">
      <h2 id="deeds-title">受付と取り下げ</h2>
      <div>
        {offered.map(({ deed, blocked }) => (
          <div key={deed.event} className={styles.deed}>
            <div>
              <h3>{deed.title}</h3>
              <p>{deed.text}</p>
            </div>
            <Button
              part="acts"
              kind="secondary"
              disabledReason={blocked || undefined}
              onClick={() => setAsking(deed)}
            >
              {deed.label}
            </Button>
          </div>
        ))}
      </div>
      {asking && (
        <Dialog
          open
          onClose={close}
          title={asking.question}
          consequence={<p>{asking.consequence(live)}</p>}
          confirm={{ label: asking.label, onConfirm: run, danger: asking.danger, busy }}
        >
          {asking.reason && (
            <TextArea
              label={asking.reason.label}
              name="comment"
              required
              help="自機関の履歴に残ります。ほかの金融機関や買手には見えません。"
              example={asking.reason.example}
              maxLength={REASON_MAX}
              value={comment}
              error={error}
              onChange={(event) => setComment(event.target.value)}
            />
          )}
        </Dialog>
      )}
    </section>
  );
}
