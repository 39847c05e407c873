import { useQuery } from "@tanstack/react-query";
import { ownResponseQuery, partnerResponseQuery } from "@/api/negotiation";
import panel from "@/kit/Panel.module.css";
import { type Answering, responseText } from "./response";

const NAMES: Readonly<Record<string, string>> = {
  sf: "売手側の金融機関",
  bf: "買手側の金融機関",
  buyer: "買手",
};

/** How the other side of a negotiation usually answers; nothing where too little is behind it. */
export function PartnerResponse({ buyerNegotiationId }: { buyerNegotiationId: string }) {
  const { data } = useQuery(partnerResponseQuery(buyerNegotiationId));
  const told = data?.partyList.filter((one) => one.speed > 0) ?? [];
  if (told.length === 0) return null;
  return (
    <div className={panel.note}>
      {told.map((one) => (
        <p key={one.party}>
          お相手（{NAMES[one.party] ?? ""}）の返事：{responseText(one)}
        </p>
      ))}
    </div>
  );
}

/** How the own institution, or a buyer in its charge, answers: what others may read of it later is no more. */
export function OwnResponse({ companyId = "" }: { companyId?: string }) {
  const { data } = useQuery(ownResponseQuery(companyId));
  const one: Answering | undefined = data?.partyList[0];
  if (!one) return null;
  return (
    <p className={panel.note}>
      {companyId ? "この買手" : "自機関"}の返事：
      {one.speed > 0
        ? `${responseText(one)}。交渉のお相手には、3つ以上の相手との件数がそろうと表示されます。`
        : "直近90日の件数が5件に満たないため、表示していません。"}
    </p>
  );
}
