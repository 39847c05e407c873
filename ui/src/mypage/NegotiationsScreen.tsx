import { useQuery } from "@tanstack/react-query";
import { Redirect } from "wouter";
import { Heading } from "@/kit/Heading";
import { FAILED } from "@/messages";
import { STATUS } from "@/negotiation/types";
import { isFIN } from "@/session/session";
import styles from "./Desk.module.css";
import { NegotiationList } from "./NegotiationList";
import { Part } from "./Part";
import { negotiationsQuery } from "./queries";

/** 交渉: a buyer's own negotiations, those with something unread first, and the ended ones. */
export default function NegotiationsScreen() {
  // A bank has a list of each side.
  if (isFIN.value) return <Redirect to="/financial-support" replace />;
  return (
    <>
      <Heading level={1}>交渉</Heading>
      <Negotiations />
    </>
  );
}

function Negotiations() {
  const list = useQuery(negotiationsQuery);
  const rows = [...(list.data?.partnerList ?? [])].sort(
    (a, b) => Number(b.unreadCount > 0) - Number(a.unreadCount > 0) || b.status - a.status,
  );
  const part = {
    pending: list.isPending,
    error: list.error,
    failed: FAILED.negotiationList,
    retry: list.refetch,
  };
  return (
    <div className={styles.main}>
      <Part title="交渉と検討中の案件" {...part}>
        <NegotiationList
          rows={rows.filter((row) => row.status !== STATUS.ended)}
          empty="交渉や検討中の案件はまだありません。案件の画面で「興味あり」にすると、担当の金融機関に伝わります。"
        />
      </Part>
      {list.data && (
        <Part title="終わった交渉" {...part}>
          <NegotiationList
            rows={rows.filter((row) => row.status === STATUS.ended)}
            empty="終わった交渉はありません。"
          />
        </Part>
      )}
    </div>
  );
}
