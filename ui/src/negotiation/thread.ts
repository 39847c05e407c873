import { dayInJapan } from "@/lib/dates";
import { CHANNEL, isBF, type NegotiationMessage, type Side } from "./types";

/** A channel as a tab: who is at the other end. */
export interface Channel {
  messageType: 1 | 2;
  label: string;
}

/** The channels of a side: the buyer has one, its institution two, the seller's one (domain.md 4). */
export function channelsOf(side: Side): readonly Channel[] {
  if (side === "buyer") return [{ messageType: CHANNEL.buyer, label: "担当の金融機関" }];
  if (isBF(side))
    return [
      { messageType: CHANNEL.buyer, label: "買手" },
      { messageType: CHANNEL.institutions, label: "売手側金融機関" },
    ];
  return [{ messageType: CHANNEL.institutions, label: "買手側金融機関" }];
}

/** A channel's messages with the system lines between them, oldest first. */
export function threadOf(
  messages: readonly NegotiationMessage[],
  messageType: number,
): readonly NegotiationMessage[] {
  return messages.filter((m) => m.messageType === messageType || m.messageType === CHANNEL.system);
}

/** Whether the reader has not seen a message yet; own messages and system lines never wait. */
export function isUnread(message: NegotiationMessage): boolean {
  return !message.isMine && message.messageType !== CHANNEL.system && message.readStatus === 0;
}

/** Messages by day in Japan, for the dividers. */
export function byDay(
  messages: readonly NegotiationMessage[],
): readonly { day: string; messages: readonly NegotiationMessage[] }[] {
  const days: { day: string; messages: NegotiationMessage[] }[] = [];
  for (const message of messages) {
    const day = dayInJapan(message.created) ?? "";
    const last = days.at(-1);
    if (last?.day === day) last.messages.push(message);
    else days.push({ day, messages: [message] });
  }
  return days;
}
