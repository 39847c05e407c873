import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { candidatesQuery, longListsQuery } from "@/api/longlist";
import { pageFetch } from "@/api/query";
import { Button } from "@/kit/Button";
import { Deeds } from "@/kit/Deeds";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { useScreenTitle } from "@/lib/title";
import { TeamRoleNote } from "@/persons/TeamRoleNote";
import { useTeamRefusals } from "@/persons/useTeamRefusals";
import type { ScreenProps } from "@/screen";
import { type Names, useNames } from "@/search/names";
import { Waiting } from "@/search/Waiting";
import { CandidateSearch } from "./CandidateSearch";
import { ListingPanel } from "./ListingPanel";
import { SaveDialog } from "./SaveDialog";
import { SelectionBar } from "./SelectionBar";
import { useSelection } from "./selection";
import { type Listing, ROUTES, SHOWING } from "./types";

/** The buyers that an own listing fits: /buyer-company-longlist/seller-business/{id}. */
export default function CandidatesScreen({ params }: ScreenProps) {
  const id = params.id ?? "";
  const { names } = useNames();
  const first = useQuery({ ...candidatesQuery({ sellerBusinessId: id, limit: 1 }), ...pageFetch });
  const listing = first.data?.listing;
  useScreenTitle(listing?.businessName);
  const refusals = useTeamRefusals(listing?.companyId ?? "");
  return (
    <Deeds refusals={refusals}>
      <Heading level={1}>ロングリストの候補</Heading>
      {listing && <TeamRoleNote companyId={listing.companyId} />}
      {names && listing ? <Candidates key={id} listing={listing} names={names} /> : <Waiting rows={6} />}
    </Deeds>
  );
}

function Candidates({ listing, names }: { listing: Listing; names: Names }) {
  const id = listing.sellerBusinessId;
  const selection = useSelection(id);
  const [saving, setSaving] = useState(false);
  const lists = useQuery(longListsQuery(id)).data ?? [];
  if (listing.status !== SHOWING)
    return (
      <>
        <ListingPanel listing={listing} />
        <EmptyState
          title="この案件は公開中ではないため、候補を出せません"
          action={
            <Link href={`/seller-company-manage/seller-business/${id}`} button="primary">
              案件の画面へ
            </Link>
          }
        >
          状態は「{listing.statusLabel}
          」です。売手の承認を受けて公開すると、公開内容と買手のニーズを比べて候補を出します。
        </EmptyState>
      </>
    );
  return (
    <>
      <ListingPanel listing={listing}>
        {lists.map((list) => (
          <Link key={list.longListId} href={ROUTES.list(list.longListId)}>
            リスト「{list.name}」（{list.companyCount.toLocaleString("ja-JP")}社）
          </Link>
        ))}
      </ListingPanel>
      <CandidateSearch
        sellerBusinessId={id}
        names={names}
        selection={selection}
        emptyState={() => (
          <EmptyState
            title="この案件に合う買手はまだいません"
            action={
              <Link href="/buyer-company-manage" button="secondary">
                買手管理へ
              </Link>
            }
          >
            公開先に含まれる公開中の買手が、ここに表示されます。
          </EmptyState>
        )}
      />
      <SelectionBar
        sellerBusinessId={id}
        selection={selection}
        actions={
          <Button part="acts" onClick={() => setSaving(true)}>
            リストに保存する
          </Button>
        }
      />
      {saving && <SaveDialog sellerBusinessId={id} selection={selection} onClose={() => setSaving(false)} />}
    </>
  );
}
