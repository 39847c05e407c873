import { useQuery } from "@tanstack/react-query";
import { needsQuery } from "@/api/needs";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { FAILED } from "@/messages";
import { STATUS } from "@/negotiation/types";
import styles from "./Desk.module.css";
import { ListingCards } from "./ListingCards";
import { NegotiationList } from "./NegotiationList";
import { Part } from "./Part";
import { negotiationsQuery, offersQuery, recommendedQuery } from "./queries";
import { RegionMap } from "./RegionMap";
import { Topics } from "./Topics";

/** Where the ended negotiations are listed too. */
const MORE = { href: "/negotiation", label: "交渉の一覧を開く" };

/** The buyer's top page: offers, listings that fit its needs with the reasons, its negotiations. */
export function BuyerDesk() {
  const offers = useQuery(offersQuery);
  const recommended = useQuery(recommendedQuery);
  const negotiations = useQuery(negotiationsQuery);
  const needs = useQuery(needsQuery(""));
  const rows = negotiations.data?.partnerList ?? [];
  // Negotiations with unread messages first, then the most advanced ones.
  const own = rows
    .filter((row) => row.status !== STATUS.ended)
    .sort((a, b) => Number(b.unreadCount > 0) - Number(a.unreadCount > 0) || b.status - a.status);
  return (
    <div className={styles.desk}>
      <div className={styles.main}>
        {needs.data?.length === 0 && (
          <section className={styles.part}>
            <Heading level={2}>はじめに、ニーズを登録してください</Heading>
            <p>さがしている会社の業種、地域、価格などを登録すると、合う案件をこのページでおすすめします。</p>
            <p>
              <Link href="/member?tab=needs" button="primary">
                ニーズを登録する
              </Link>
            </p>
          </section>
        )}
        <Part
          title="交渉と検討中の案件"
          pending={negotiations.isPending}
          error={negotiations.error}
          failed={FAILED.negotiationList}
          retry={negotiations.refetch}
        >
          <NegotiationList
            rows={own}
            more={rows.length > 0 ? MORE : undefined}
            empty="交渉や検討中の案件はまだありません。案件の画面で「興味あり」にすると、担当の金融機関に伝わります。"
          />
        </Part>
        <Part
          title="届いたオファー"
          help="売手側から、御社に案内したいと届いた案件です。まだ開いていないものを表示しています。"
          pending={offers.isPending}
          error={offers.error}
          failed={FAILED.negotiationList}
          retry={offers.refetch}
        >
          <ListingCards
            rows={offers.data?.sellerBusinessList ?? []}
            count={offers.data?.allCount}
            route={2}
            empty="まだ開いていないオファーはありません。"
          />
        </Part>
        <Part
          title="おすすめ"
          help="登録したニーズに合う、まだ開いていない案件です。交渉が始まった案件は出ません。理由は、ニーズと公開された内容を比べたものです。"
          pending={recommended.isPending}
          error={recommended.error}
          failed={FAILED.negotiationList}
          retry={recommended.refetch}
        >
          <ListingCards
            rows={recommended.data?.sellerBusinessList ?? []}
            count={recommended.data?.allCount}
            route={1}
            empty="いま、ニーズに合う新しい案件はありません。会員情報でニーズを見直すと、見つかることがあります。"
          />
        </Part>
      </div>
      <div className={styles.side}>
        <Topics />
        <RegionMap />
      </div>
    </div>
  );
}
