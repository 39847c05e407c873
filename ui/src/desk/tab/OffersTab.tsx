import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, failureMessage } from "@/api/errors";
import { rereadAfter } from "@/api/reread";
import { Button } from "@/kit/Button";
import { DataList } from "@/kit/DataList";
import { Dialog } from "@/kit/Dialog";
import { EmptyState } from "@/kit/EmptyState";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { bandShort } from "@/lib/bands";
import { formatTime } from "@/lib/dates";
import { FAILED } from "@/messages";
import type { HeldText } from "@/negotiation/held";
import { HeldTexts } from "@/negotiation/section/HeldTexts";
import styles from "../Desk.module.css";
import { withdrawOffer } from "../deeds";
import type { Masters } from "../masters";
import { type BuyerConditions, buyersQuery } from "../queries";
import { OFFER, type Overview, type Partner, STATUS } from "../types";
import { BuyerSearch } from "./BuyerSearch";
import { OfferDialog } from "./OfferDialog";
import { traits } from "./partners";

/** The offers of this listing to buyers: those sent, and a search for further buyers (domain.md 4). */
export function OffersTab({
  listing,
  partners,
  masters,
  conditions: addressConditions,
  page,
  pageHref,
  onConditions,
}: {
  listing: Overview;
  partners: readonly Partner[];
  masters: Masters;
  /** The conditions as in the address; the industry "own" is the listing's. */
  conditions: BuyerConditions;
  page: number;
  pageHref: (page: number) => string;
  onConditions: (conditions: BuyerConditions) => void;
}) {
  const conditions = {
    ...addressConditions,
    industry:
      addressConditions.industry === "own" ? ownIndustry(listing, masters) : addressConditions.industry,
  };
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const [writing, setWriting] = useState(false);
  const [returned, setReturned] = useState<HeldText | null>(null);
  const query = useQuery({
    ...buyersQuery(listing.sellerBusinessId, conditions, page),
    placeholderData: keepPreviousData,
    throwOnError: false,
  });
  const offered = new Map(
    partners.map((partner) => [partner.candidateId ?? partner.buyerCompanyId, partner]),
  );
  const blockedReason = whyNot(listing);
  return (
    <div className={styles.tab}>
      <HeldTexts of={{ sellerBusinessId: listing.sellerBusinessId }} messageType={0} onEdit={setReturned} />
      <SentOffers
        partners={partners.filter((partner) => partner.offerSendStatus !== OFFER.none)}
        masters={masters}
      />
      <section className={panel.near} aria-labelledby="offer-title">
        <h2 id="offer-title">オファーする買手を選ぶ</h2>
        <p>
          オファーは、自機関が担当する買手にはすぐに届き、ほかの金融機関の買手には、その金融機関を通して届きます。相手に見えるのは、公開されている内容とメッセージだけです。
        </p>
        {blockedReason && <p className={styles.warning}>{blockedReason}</p>}
        <BuyerSearch
          query={query}
          conditions={conditions}
          onConditions={onConditions}
          page={page}
          pageHref={pageHref}
          chosen={chosen}
          onChoose={setChosen}
          offered={offered}
          salesLabel={(key) => (key ? bandShort(masters.items.annualSales.items, key) : "")}
          masters={masters}
        />
        <div className={styles.buttons}>
          <Button
            part="acts"
            kind="primary"
            disabledReason={blockedReason ?? (chosen.size === 0 ? "買手を選んでください。" : undefined)}
            onClick={() => setWriting(true)}
          >
            {chosen.size > 0 ? `選んだ${chosen.size}社へのオファーを書く` : "オファーを書く"}
          </Button>
        </div>
      </section>
      {returned && (
        <OfferDialog
          listing={listing}
          chosen={new Map(returned.companyList?.map((c) => [c.companyId, c.displayName]))}
          masters={masters}
          returned={returned}
          onClose={() => setReturned(null)}
          onSent={() => undefined}
        />
      )}
      {writing && (
        <OfferDialog
          listing={listing}
          chosen={chosen}
          masters={masters}
          onClose={() => setWriting(false)}
          onSent={(skipped) => setChosen(new Map([...chosen].filter(([id]) => skipped.has(id))))}
        />
      )}
    </div>
  );
}

function whyNot(listing: Overview): string | undefined {
  if (listing.status !== STATUS.showing) return "公開中の案件だけ、オファーを送れます。";
  if (listing.isStopped) return "受付停止中のため、オファーを送れません。受付を再開してから送ってください。";
  return undefined;
}

/** The large class of a listing's first industry, the search's default condition. */
function ownIndustry(listing: Overview, masters: Masters): string {
  const first = masters.classes.find((group) =>
    group.items.some((item) => listing.industryTypes.includes(item.code)),
  );
  return first?.code ?? "";
}

function SentOffers({ partners, masters }: { partners: readonly Partner[]; masters: Masters }) {
  const [withdrawing, setWithdrawing] = useState<Partner | null>(null);
  const [busy, setBusy] = useState(false);
  const withdraw = async () => {
    if (!withdrawing) return;
    setBusy(true);
    try {
      await withdrawOffer(withdrawing);
      notify.success("オファーを取り下げました。");
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.error(failureMessage(FAILED.offer, error));
    } finally {
      setBusy(false);
      setWithdrawing(null);
      await rereadAfter("listing");
    }
  };
  return (
    <section className={panel.near} aria-labelledby="sent-title">
      <h2 id="sent-title">送ったオファー</h2>
      <DataList
        caption="送ったオファー"
        rows={partners}
        rowKey={(row) => row.buyerNegotiationId}
        empty={
          <EmptyState title="まだオファーを送っていません">
            下で買手を選び、メッセージを添えて送れます。
          </EmptyState>
        }
        columns={[
          {
            key: "buyer",
            header: "買手",
            primary: true,
            cell: (row) => row.displayName,
            under: (row) => traits(row.buyer, masters),
          },
          { key: "offer", header: "オファー", cell: (row) => row.offerSendStatusLabel },
          { key: "status", header: "交渉状況", cell: (row) => row.statusLabel },
          {
            key: "message",
            header: "メッセージ",
            wideOnly: true,
            cell: (row) => <span className={styles.comment}>{row.offerMessage || "―"}</span>,
          },
          { key: "modified", header: "最終更新", nowrap: true, cell: (row) => formatTime(row.modified) },
        ]}
        actions={(row) =>
          (row.offerSendStatus === OFFER.waiting ||
            row.offerSendStatus === OFFER.sent ||
            row.offerSendStatus === OFFER.opened) && (
            <Button part="acts" onClick={() => setWithdrawing(row)}>
              取り下げる
            </Button>
          )
        }
      />
      <Dialog
        open={withdrawing !== null}
        onClose={() => setWithdrawing(null)}
        title="オファーを取り下げますか"
        consequence={
          <p>
            {[withdrawing?.displayName, traits(withdrawing?.buyer, masters)].filter(Boolean).join("・")}
            のオファー一覧から、この案件が消えます。始まっている交渉は、そのまま続きます。
          </p>
        }
        confirm={{ label: "取り下げる", onConfirm: withdraw, danger: true, busy }}
      />
    </section>
  );
}
