import { useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useEnumerations } from "@/api/enumerations";
import { ApiError } from "@/api/errors";
import { institutionQuery } from "@/api/institution";
import { Button } from "@/kit/Button";
import { Dialog } from "@/kit/Dialog";
import { EmptyState } from "@/kit/EmptyState";
import panel from "@/kit/Panel.module.css";
import { Rewording } from "@/kit/Rewording";
import { Skeleton } from "@/kit/Skeleton";
import { TextArea } from "@/kit/TextArea";
import { useDraft } from "@/lib/draft";
import { hasName } from "@/negotiation/held";
import { user } from "@/session/session";
import { AnonymityWarning, useAnonymityWarnings } from "./AnonymityWarning";
import styles from "./longlist.module.css";
import { OfferResult } from "./OfferResult";
import { allCandidatesQuery } from "./queries";
import { askForOffers, forgetSending, offerDraft, sending, sendOffers } from "./sending";
import type { CandidateList } from "./types";

const TITLE = "オファーを送る";
const count = (n: number) => n.toLocaleString("ja-JP");

/**
 * An offer to many buyers: the message, the preview as the buyers' banks will read it, the sending
 * and its result. The text is kept until it is sent.
 */
export function OfferDialog({
  sellerBusinessId,
  companyIds,
  onClose,
  onSent,
}: {
  sellerBusinessId: string;
  companyIds: string[];
  onClose: () => void;
  /** Called when all offers have been accepted by the server. */
  onSent: () => void;
}) {
  const limits = useEnumerations()?.limits;
  const ownSending = sending.value?.sellerBusinessId === sellerBusinessId ? sending.value : null;
  // Checks again to whom an offer is possible: the selection may be hours old.
  const found = useQuery({
    ...allCandidatesQuery({ sellerBusinessId, companyIds }, limits?.longListMax ?? companyIds.length),
    enabled: ownSending === null && limits !== undefined,
  });
  if (ownSending)
    return (
      <OfferResult
        sending={ownSending}
        onClose={(isOver) => {
          if (ownSending.state === "done") onSent();
          if (isOver) forgetSending();
          onClose();
        }}
      />
    );
  if (found.isError)
    return (
      <Dialog open onClose={onClose} title={TITLE} cancelLabel="閉じる">
        <EmptyState
          title="送り先を確認できませんでした"
          action={<Button onClick={() => found.refetch()}>もう一度確認する</Button>}
        >
          {found.error instanceof ApiError
            ? found.error.detail
            : "しばらくたってから、もう一度お試しください。"}
        </EmptyState>
      </Dialog>
    );
  if (!found.data || !limits)
    return (
      <Dialog open onClose={onClose} title={TITLE}>
        <Skeleton lines={5} />
      </Dialog>
    );
  return (
    <Write
      found={found.data}
      chosen={companyIds.length}
      maxLength={limits.messageLength}
      onClose={onClose}
      onSent={onSent}
    />
  );
}

/** The message, then the preview. */
function Write({
  found,
  chosen,
  maxLength,
  onClose,
  onSent,
}: {
  found: CandidateList;
  chosen: number;
  maxLength: number;
  onClose: () => void;
  /** Called when the offers wait for an approver. */
  onSent: () => void;
}) {
  const { listing } = found;
  const ready = found.companyList.filter((row) => row.isOfferable);
  const own = ready.filter((row) => row.isInCharge).length;
  const form = useForm<{ offerMessage: string }>({
    shouldFocusError: true,
    defaultValues: { offerMessage: "" },
  });
  useDraft(form, {
    form: offerDraft(listing.sellerBusinessId),
    user: user.value?.userId ?? "",
  });
  const [confirming, setConfirming] = useState(false);
  const text = form.watch("offerMessage");
  const { hits, checked, check } = useAnonymityWarnings(listing.sellerBusinessId, text);

  const next = form.handleSubmit(async ({ offerMessage }) => {
    await check(offerMessage);
    setConfirming(true);
  });
  const [asking, setAsking] = useState(false);
  const ask = async () => {
    setAsking(true);
    const done = await askForOffers(
      listing.sellerBusinessId,
      ready.map((row) => row.companyId),
      text.trim(),
    );
    setAsking(false);
    if (done) {
      onSent();
      onClose();
    }
  };
  const send = () => {
    void sendOffers(
      listing.sellerBusinessId,
      ready.map((row) => row.companyId),
      text.trim(),
    );
  };

  const recipients = (
    <ul className={styles.counts}>
      {own > 0 && <li>担当企業 {count(own)}社：すぐに買手へ届きます。</li>}
      {ready.length > own && (
        <li>
          ほかの金融機関の買手 {count(ready.length - own)}
          社：担当金融機関が内容を確認してから、買手へ届きます。
        </li>
      )}
      {chosen > ready.length && (
        <li>
          送らない買手 {count(chosen - ready.length)}
          社：すでに送ったか、交渉中か、いまは候補に当てはまりません。
        </li>
      )}
    </ul>
  );

  if (ready.length === 0)
    return (
      <Dialog open onClose={onClose} title={TITLE} actions={<Button onClick={onClose}>一覧に戻る</Button>}>
        <p>
          {listing.isOfferable
            ? "選んだ買手には、いまオファーを送れません。すでに送ったか、交渉中か、候補に当てはまらなくなっています。"
            : listing.isStopped
              ? "受付停止中のため、オファーを送れません。受付を再開してから送ってください。"
              : "売却案件が公開されていないため、オファーを送れません。案件を公開してから送ってください。"}
        </p>
      </Dialog>
    );
  if (confirming)
    return (
      <Dialog
        open
        wide
        onClose={onClose}
        title={`${count(ready.length)}社に送る内容の確認`}
        consequence="送ったオファーは、買手と担当金融機関が読みます。送ったあとで本文は直せません。"
        actions={
          <>
            <Button onClick={() => setConfirming(false)}>本文を直す</Button>
            {hasName(hits) ? (
              <Button kind="primary" busy={asking} onClick={ask}>
                承認者に承認を依頼する
              </Button>
            ) : (
              <Button kind="primary" icon={<Send aria-hidden size={18} />} onClick={send}>
                {count(ready.length)}社にオファーを送る
              </Button>
            )}
          </>
        }
      >
        {recipients}
        <Preview businessName={listing.businessName} text={text.trim()} />
        <AnonymityWarning hits={hits} />
      </Dialog>
    );
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={TITLE}
      actions={
        <>
          <Button onClick={onClose}>やめる</Button>
          <Button kind="primary" onClick={next}>
            送る内容を確認する
          </Button>
        </>
      }
    >
      {recipients}
      <TextArea
        label="オファーのメッセージ"
        required
        rows={5}
        maxLength={maxLength}
        help="企業名・地名・個人名など、売手が特定される言葉は書かないでください。実名交渉の承認までは、売手の名前は伝わりません。"
        error={form.formState.errors.offerMessage?.message}
        {...form.register("offerMessage", {
          validate: (value) => {
            const length = Array.from(value.trim()).length;
            if (length === 0) return "オファーのメッセージを入力してください。";
            return (
              length <= maxLength || `オファーのメッセージは${count(maxLength)}文字以内で入力してください。`
            );
          },
        })}
      />
      <AnonymityWarning hits={hits} />
      <Rewording
        now={text}
        checked={checked.text}
        hits={checked.hits.filter(({ field }) => field === "messageBody")}
        onText={(reworded) => form.setValue("offerMessage", reworded, { shouldDirty: true })}
      />
    </Dialog>
  );
}

/** The offer as the buyer's bank will read it (domain.md 3.5: banks see who is in charge). */
function Preview({ businessName, text }: { businessName: string; text: string }) {
  const institution = useQuery(institutionQuery).data;
  return (
    <section className={styles.preview} aria-labelledby="offer-preview">
      <h3 id="offer-preview">買手の担当金融機関が読む内容</h3>
      <dl className={styles.facts}>
        <div>
          <dt>案件</dt>
          <dd>{businessName}</dd>
        </div>
        <div>
          <dt>差出人</dt>
          <dd>{institution?.financialName ?? "―"}（買手には、秘密保持契約に同意するまで表示されません）</dd>
        </div>
      </dl>
      <p className={styles.message}>{text}</p>
      <p className={panel.note}>案件は、公開中の匿名の内容だけが伝わります。</p>
    </section>
  );
}
