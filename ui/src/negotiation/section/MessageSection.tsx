import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { failureMessage } from "@/api/errors";
import { messagesQuery } from "@/api/message";
import { rereadOne } from "@/api/reread";
import { Button } from "@/kit/Button";
import { useRefusal } from "@/kit/Deeds";
import { Heading } from "@/kit/Heading";
import { Skeleton } from "@/kit/Skeleton";
import { Tabs } from "@/kit/Tabs";
import { useRawSearch } from "@/lib/location";
import { FAILED } from "@/messages";
import type { HeldText } from "../held";
import { MESSAGE_PARAM } from "../href";
import { type Channel, channelsOf, isUnread, threadOf } from "../thread";
import { CHANNEL, type Negotiation } from "../types";
import { Composer } from "./Composer";
import { HeldTexts } from "./HeldTexts";
import styles from "./Message.module.css";
import { NextUnread } from "./NextUnread";
import { Thread } from "./Thread";

/**
 * The messages: one channel for the buyer and for the seller's institution, two for the buyer's.
 * Polled while the page is visible; a new system line shows that the negotiation has changed.
 */
export function MessageSection({
  negotiation: n,
  held = null,
}: {
  negotiation: Negotiation;
  /** A held text to scroll to; a new object scrolls again. */
  held?: HeldText | null;
}) {
  const query = useQuery(messagesQuery(n.buyerNegotiationId));
  const messages = query.data?.messageList ?? [];
  const channels = channelsOf(n.side);
  const isRefused = useRefusal("acts") !== undefined;
  const [editing, setEditing] = useState<HeldText | null>(null);
  const [selected, setSelected] = useState<number>(() => firstChannel(n, channels));

  const box = useRef<HTMLElement>(null);

  useEffect(() => {
    if (held) setSelected(held.messageType);
  }, [held]);

  // An address that leads to a message: its channel, with thread and composer in sight.
  const search = useRawSearch();
  const isLoaded = query.data !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address, when it has loaded.
  useEffect(() => {
    const wanted = new URLSearchParams(search).get(MESSAGE_PARAM);
    if (!isLoaded || wanted === null) return;
    const channel = channels.find((c) => String(c.messageType) === wanted);
    if (channel) setSelected(channel.messageType);
    const frame = requestAnimationFrame(() => show(box.current));
    return () => cancelAnimationFrame(frame);
  }, [search, isLoaded]);
  const openChannel = useCallback((messageType: number) => {
    setSelected(messageType);
    requestAnimationFrame(() => show(box.current));
  }, []);

  // The last system line: every move writes one, whoever made it.
  const line = messages.findLast((m) => m.messageType === CHANNEL.system)?.buyerNegotiationMessageId;
  const lastLine = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (lastLine.current !== undefined && line !== lastLine.current) void rereadOne(n.buyerNegotiationId);
    if (line !== undefined) lastLine.current = line;
  }, [line, n.buyerNegotiationId]);

  let content: React.ReactNode;
  if (query.isPending) content = <Skeleton lines={4} />;
  else if (!query.data)
    content = (
      <div role="alert" className={styles.failed}>
        <p>{failureMessage(FAILED.messageList, query.error)}</p>
        <Button onClick={() => query.refetch()}>もう一度読み込む</Button>
      </div>
    );
  else {
    const writable = query.data.writableMessageTypes;
    const panel = ({ messageType }: Channel, shown: boolean) => (
      <div className={styles.channel} data-channel>
        <Thread
          negotiation={n}
          messageType={messageType}
          messages={threadOf(messages, messageType)}
          shown={shown}
        />
        {n.side !== "buyer" && (
          <HeldTexts
            of={{ buyerNegotiationId: n.buyerNegotiationId }}
            messageType={messageType}
            onEdit={setEditing}
            shown={held?.messageType === messageType ? held : null}
          />
        )}
        {writable.includes(messageType) ? (
          <Composer
            negotiation={n}
            messageType={messageType}
            returned={editing?.messageType === messageType ? editing : null}
            onDone={() => setEditing(null)}
          >
            <NextUnread negotiation={n} messageType={messageType} onChannel={openChannel} />
          </Composer>
        ) : (
          <>
            <p className={styles.readOnly}>{whyReadOnly(n, messageType, isRefused)}</p>
            <NextUnread negotiation={n} messageType={messageType} onChannel={openChannel} />
          </>
        )}
      </div>
    );
    const [only] = channels;
    content =
      channels.length === 1 && only ? (
        panel(only, true)
      ) : (
        <Tabs
          label="メッセージの相手"
          selected={String(selected)}
          onSelect={(key) => setSelected(Number(key))}
          items={channels.map((channel) => ({
            key: String(channel.messageType),
            label: channel.label,
            count: threadOf(messages, channel.messageType).filter(isUnread).length,
            content: panel(channel, channel.messageType === selected),
          }))}
        />
      );
  }
  return (
    <section ref={box} className={styles.box} data-messages>
      <Heading level={2}>
        メッセージ
        {channels.length === 1 && <span className={styles.with}>（{channels[0]?.label}と）</span>}
      </Heading>
      {content}
    </section>
  );
}

/**
 * Brings thread and composer into sight, from the start where both fit, else so that the composer ends at the
 * window's end; the first unread message, or else the thread, gets the focus, so that the next Tab is the composer.
 */
function show(section: HTMLElement | null) {
  const open = section?.querySelector<HTMLElement>("[data-channel]:not([hidden] *)");
  const part = open ?? section;
  if (!part) return;
  const target =
    part.querySelector<HTMLElement>("[data-first-unread]") ??
    part.querySelector<HTMLElement>('[aria-label="メッセージの一覧"]');
  target?.focus({ preventScroll: true });
  const fits = part.getBoundingClientRect().height < window.innerHeight - HEADER_PX;
  part.scrollIntoView({ block: fits ? "center" : "end" });
}

/** Height of the frame's head, below which the page scrolls. */
const HEADER_PX = 72;

/** The channel with unread messages, else the one in which the negotiation continues. */
function firstChannel(n: Negotiation, channels: readonly Channel[]): number {
  const unread = channels.find((c) => (n.unreadByType[String(c.messageType)] ?? 0) > 0);
  const defaultChannel = n.status === 0 ? channels[0] : channels.at(-1);
  return (unread ?? defaultChannel)?.messageType ?? CHANNEL.buyer;
}

function whyReadOnly(n: Negotiation, messageType: number, isRefused: boolean): string {
  if (n.status === 5) return "成約したため、メッセージは閲覧だけできます。";
  if (n.status === 9) return "交渉が終了したため、メッセージは閲覧だけできます。";
  if (messageType === CHANNEL.institutions && n.status === 0)
    return n.side === "sf"
      ? "買手側金融機関が交渉を開始すると、メッセージをやり取りできます。"
      : "交渉を開始すると、相手の金融機関とメッセージをやり取りできます。";
  if (messageType === CHANNEL.buyer && n.status === 0)
    return "買手へまだ送っていないオファーの案件と、無効にした買手では、買手にメッセージを送れません。オファーは「買手へ送る」で届きます。";
  return isRefused ? "メッセージは、担当者だけが送れます。" : "いまはメッセージを送れません。";
}
