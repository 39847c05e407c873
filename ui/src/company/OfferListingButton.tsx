import { useState } from "react";
import { Button } from "@/kit/Button";
import { Dialog } from "@/kit/Dialog";
import { useNavigate } from "@/lib/location";
import { NamedSelect } from "@/search/NamedSelect";
import { BUYER } from "./kinds";
import { shownListingQuery, shownListingSearch } from "./shownListings";

/**
 * The link from a found buyer to an offer goes through the listing's own candidates. With one id
 * for several listings, a bank could recognise the same buyer in all of them (domain.md 0.4).
 */
export function OfferListingButton() {
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const [listing, setListing] = useState("");
  const [error, setError] = useState("");
  const show = () => {
    if (listing === "") {
      setError("オファーする案件を選んでください。");
      return;
    }
    navigate(`${BUYER.read}?${new URLSearchParams({ sellerBusinessId: listing, propertyName: "score" })}`);
  };
  return (
    <>
      <Button kind="primary" onClick={() => setOpen(true)}>
        オファーする案件を選ぶ
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="オファーする案件を選ぶ"
        confirm={{ label: "案件に合う買手を見る", onConfirm: show }}
      >
        <p>
          オファーは、案件ごとの買手の一覧から送ります。案件を選ぶと、その案件に合う買手が一致度の順に並びます。買手を選んで「オファーを送る」を押してください。
        </p>
        <NamedSelect
          label="案件"
          help="公開中の担当案件から選べます。表題の一部を入力してください。"
          empty="選択してください"
          value={listing}
          error={error}
          onChange={(chosen) => {
            setListing(chosen);
            setError("");
          }}
          search={shownListingSearch}
          queryById={shownListingQuery}
        />
      </Dialog>
    </>
  );
}
