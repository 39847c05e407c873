import { Download } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { api } from "@/api/client";
import { codeLabel, useEnumerations } from "@/api/enumerations";
import { ApiError } from "@/api/errors";
import { rereadMessages } from "@/api/reread";
import { Button } from "@/kit/Button";
import { formatBytes } from "@/kit/FileField";
import { Link } from "@/kit/Link";
import { Lock } from "@/kit/Lock";
import { formatDate, formatTime } from "@/lib/dates";
import { downloadAttachment } from "../downloads";
import { linkify } from "../links";
import { byDay, isUnread } from "../thread";
import { CHANNEL, type Negotiation, type NegotiationMessage } from "../types";
import styles from "./Thread.module.css";

/** One channel's messages. What is unread when they come into sight is then marked read (AlreadyRead). */
export function Thread({
  negotiation: n,
  messageType,
  messages,
  shown,
}: {
  negotiation: Negotiation;
  messageType: number;
  messages: readonly NegotiationMessage[];
  shown: boolean;
}) {
  const box = useRef<HTMLElement>(null);
  const last = messages.at(-1)?.buyerNegotiationMessageId;
  const unreadOnOpen = useMarkRead(n.buyerNegotiationId, messageType, messages, shown, box);

  // The thread opens at the first unread message, else at the newest one, which it then follows unless the
  // reader has scrolled back.
  const [firstUnread] = useState(() => messages.find(isUnread)?.buyerNegotiationMessageId);
  const atEnd = useRef(firstUnread === undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new last message is what moves the thread.
  useEffect(() => {
    const element = box.current;
    if (element && atEnd.current) element.scrollTop = element.scrollHeight;
  }, [last, shown]);
  useEffect(() => {
    const line = box.current?.querySelector<HTMLElement>("[data-first-unread]");
    if (shown && line && box.current) box.current.scrollTop = line.offsetTop - 8;
  }, [shown]);

  if (messages.length === 0)
    return (
      <p className={styles.empty}>
        まだメッセージはありません。
        {messageType === CHANNEL.buyer
          ? "案件についての質問や相談を、ここでやり取りします。"
          : "質問や資料の依頼を、ここでやり取りします。"}
      </p>
    );
  return (
    <section
      ref={box}
      className={styles.thread}
      aria-label="メッセージの一覧"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long thread scrolls, and must do so by keyboard.
      tabIndex={0}
      onScroll={({ currentTarget: t }) => {
        atEnd.current = t.scrollHeight - t.scrollTop - t.clientHeight < 48;
      }}
    >
      {byDay(messages).map(({ day, messages: ofDay }) => (
        <div key={day} className={styles.day}>
          <p className={styles.date}>{formatDate(day)}</p>
          <ol>
            {ofDay.map((message) => (
              <Message
                key={message.buyerNegotiationMessageId}
                message={message}
                wasUnread={unreadOnOpen.has(message.buyerNegotiationMessageId)}
                isFirstUnread={message.buyerNegotiationMessageId === firstUnread}
              />
            ))}
          </ol>
        </div>
      ))}
    </section>
  );
}

/**
 * Marks a channel as read once it is visible: its tab is open, the page visible, and the thread on
 * the screen.
 * @returns the messages that were unread when they were first shown; they stay highlighted until
 * the reader leaves
 */
function useMarkRead(
  buyerNegotiationId: string,
  messageType: number,
  messages: readonly NegotiationMessage[],
  shown: boolean,
  box: React.RefObject<HTMLElement | null>,
): ReadonlySet<string> {
  const [unreadOnOpen, setUnreadOnOpen] = useState<ReadonlySet<string>>(() => new Set());
  const unread = messages.filter(isUnread).map((m) => m.buyerNegotiationMessageId);
  const newest = unread.at(-1);
  const unreadIds = unread.join(" ");

  useEffect(() => {
    const element = box.current;
    if (!newest || !shown || !element) return;
    let isMarked = false;
    const markRead = async () => {
      if (isMarked || document.visibilityState !== "visible") return;
      isMarked = true;
      setUnreadOnOpen((before) => new Set([...before, ...unreadIds.split(" ")]));
      try {
        await api.POST("/api/BuyerNegotiation/AlreadyRead", {
          body: { buyerNegotiationId, buyerNegotiationMessageId: newest, messageType },
        });
        await rereadMessages();
      } catch (error) {
        // After a failure it stays unread, and is marked when it is next shown.
        if (!(error instanceof ApiError)) throw error;
      }
    };
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) void markRead();
    });
    observer.observe(element);
    document.addEventListener("visibilitychange", markRead);
    return () => {
      isMarked = true;
      observer.disconnect();
      document.removeEventListener("visibilitychange", markRead);
    };
  }, [buyerNegotiationId, messageType, newest, unreadIds, shown, box]);

  return unreadOnOpen;
}

function Message({
  message: m,
  wasUnread,
  isFirstUnread,
}: {
  message: NegotiationMessage;
  wasUnread: boolean;
  isFirstUnread: boolean;
}) {
  const all = useEnumerations();
  if (m.messageType === CHANNEL.system)
    return (
      <li className={styles.system}>
        <span>{m.messageBody}</span>
        <time>{formatTime(m.created).slice(-5)}</time>
      </li>
    );
  const role = codeLabel(all, "messageOriginatorType", m.messageOriginatorType);
  return (
    <li
      className={styles.message}
      data-mine={m.isMine || undefined}
      data-first-unread={isFirstUnread || undefined}
      tabIndex={isFirstUnread ? -1 : undefined}
    >
      <p className={styles.from}>
        <strong>{m.sendUserName || m.sendFinancialName || role}</strong>
        {m.sendUserName && m.sendFinancialName && <span>{m.sendFinancialName}</span>}
        {(m.sendUserName || m.sendFinancialName) && <span>{role}</span>}
        <time>{formatTime(m.created).slice(-5)}</time>
        {wasUnread && <span className={styles.fresh}>未読</span>}
      </p>
      {m.isClosed ? (
        <p>
          <Lock>交渉の終了により閉じられました</Lock>
        </p>
      ) : (
        <>
          {m.messageBody && (
            <p className={styles.body}>
              {linkify(m.messageBody).map((piece, index) =>
                piece.href ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text never change places.
                  <Link key={index} href={piece.href}>
                    {piece.text}
                  </Link>
                ) : (
                  piece.text
                ),
              )}
            </p>
          )}
          {m.existsAttachedFile && (
            <Button
              icon={<Download aria-hidden size={18} />}
              onClick={() =>
                downloadAttachment(m.buyerNegotiationMessageId, m.attachedFileName ?? "attachment")
              }
            >
              {m.attachedFileName}
              {m.attachedFileSize ? `（${formatBytes(m.attachedFileSize)}）` : ""}
            </Button>
          )}
        </>
      )}
      {m.isMine && (
        <p className={styles.read}>{m.readStatus === 1 ? "相手が読みました" : "相手はまだ読んでいません"}</p>
      )}
    </li>
  );
}
