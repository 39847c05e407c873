import { useEffect, useState } from "react";
import { ApiError, failureMessage } from "@/api/errors";
import { rereadAfter } from "@/api/reread";
import { Button } from "@/kit/Button";
import { Dialog } from "@/kit/Dialog";
import { notify } from "@/kit/notify";
import { Rewording } from "@/kit/Rewording";
import { TextArea } from "@/kit/TextArea";
import { FAILED } from "@/messages";
import { type HeldText, hasName, isNameRefusal } from "@/negotiation/held";
import styles from "../Desk.module.css";
import { checkOffer, sendOffers } from "../deeds";
import type { Masters } from "../masters";
import type { Overview } from "../types";

type Result = Awaited<ReturnType<typeof sendOffers>>;
type Warnings = Awaited<ReturnType<typeof checkOffer>>["anonymityWarnings"];

/** The pause in typing after which the message is checked, in milliseconds. */
const DELAY_MS = 800;

/** The dialog for one message to the chosen buyers: it says who will read it, and sends the offers. */
export function OfferDialog({
  listing,
  chosen,
  masters,
  returned,
  onClose,
  onSent,
}: {
  listing: Overview;
  chosen: ReadonlyMap<string, string>;
  /** An offer that an approver returned, to be corrected and sent again. */
  returned?: HeldText;
  masters: Masters;
  onClose: () => void;
  /** Called with the ids of the buyers who got no offer. */
  onSent: (skipped: ReadonlySet<string>) => void;
}) {
  const [names] = useState(chosen);
  const [message, setMessage] = useState(returned?.messageBody ?? "");
  const [warnings, setWarnings] = useState<Warnings>([]);
  /** The text that the warnings are of. */
  const [checked, setChecked] = useState("");
  const [error, setError] = useState("");
  const [result, setResult] = useState<Result | null>(null);
  const [busy, setBusy] = useState(false);
  const id = listing.sellerBusinessId;

  useEffect(() => {
    if (!message.trim()) {
      setWarnings([]);
      return;
    }
    let current = true;
    const timer = setTimeout(() => {
      // If the check fails, the message can be sent all the same, as its hits are only warnings.
      checkOffer(id, message)
        .then((answer) => {
          if (!current) return;
          setWarnings(answer.anonymityWarnings);
          setChecked(message);
        })
        .catch(() => current && setWarnings([]));
    }, DELAY_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [id, message]);

  const named = hasName(warnings);
  const send = async (isApprovalAsked: boolean) => {
    if (!message.trim()) {
      setError("オファーのメッセージを入力してください。");
      return;
    }
    setBusy(true);
    try {
      const answer = await sendOffers(id, [...names.keys()], message.trim(), {
        isApprovalAsked,
        heldTextId: returned?.heldTextId,
      });
      if (answer.heldTextId) {
        notify.success("承認者に承認を依頼しました。承認されると送られます。");
        onSent(new Set());
        onClose();
        return;
      }
      setResult(answer);
      if (answer.sentCount > 0) notify.success(`${answer.sentCount}社にオファーを送りました。`);
      onSent(new Set(answer.skippedList.map((row) => row.companyId)));
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem;
      notify.error(failureMessage(FAILED.offer, problem));
      if (isNameRefusal(problem))
        setWarnings((await checkOffer(id, message).catch(() => null))?.anonymityWarnings ?? warnings);
      setError(problem.errors[0]?.detail ?? problem.detail);
    } finally {
      setBusy(false);
      await rereadAfter("listing");
    }
  };

  if (result)
    return (
      <Dialog
        open
        wide
        onClose={onClose}
        title="オファーの結果"
        actions={
          <Button kind="primary" onClick={onClose}>
            閉じる
          </Button>
        }
      >
        <div className={styles.dialog}>
          <p>
            {result.allCount}社のうち、{result.sentCount}社に送りました。
            {result.skippedCount > 0 && `${result.skippedCount}社には送れませんでした。`}
          </p>
          {result.skippedList.length > 0 && (
            <ul className={styles.bullets}>
              {result.skippedList.map((row) => (
                <li key={row.companyId}>
                  {names.get(row.companyId) ?? "匿名"}：{row.reason}
                </li>
              ))}
            </ul>
          )}
        </div>
      </Dialog>
    );
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={`${names.size}社にオファーを送る`}
      confirm={{
        label: named ? "承認者に承認を依頼する" : "オファーを送る",
        onConfirm: () => send(named),
        busy,
      }}
    >
      <div className={styles.dialog}>
        <div>
          <p>送り先：</p>
          <ul className={styles.bullets}>
            {[...names].map(([companyId, name]) => (
              <li key={companyId}>{name}</li>
            ))}
          </ul>
        </div>
        <p>
          送り先の買手と担当の金融機関が、案件「{listing.businessName}
          」の公開されている内容と、次のメッセージを読みます。企業名は伝わりません。送り先どうしは、互いのことを知りません。
        </p>
        <TextArea
          label="メッセージ"
          name="offerMessage"
          required
          maxLength={masters.limits.messageLength}
          help="企業名、人名、市区町村名、正確な金額など、売手が特定される言葉は書きません。"
          value={message}
          error={error}
          onChange={(event) => {
            setMessage(event.target.value);
            setError("");
          }}
        />
        {warnings.length > 0 && (
          <div className={styles.warning} role="status">
            <p>
              <strong>
                {named
                  ? "まだ開示していない売手の名前があるため、このままでは送れません。"
                  : "売手が特定されるおそれのある表現があります。"}
              </strong>
            </p>
            {named && (
              <p>
                言葉を直すか、名前を含めたまま送る必要があるときは、別の担当者（承認者）に承認を依頼してください。承認されるまで、だれにも送られません。
              </p>
            )}
            <ul className={styles.bullets}>
              {warnings.map((hit) => (
                <li key={`${hit.start} ${hit.text}`}>
                  「{hit.text}」{hit.why}
                  {hit.suggestion}
                </li>
              ))}
            </ul>
          </div>
        )}
        <Rewording
          now={message}
          checked={checked}
          hits={warnings.filter(({ field }) => field === "messageBody")}
          onText={setMessage}
        />
      </div>
    </Dialog>
  );
}
