import { useQuery } from "@tanstack/react-query";
import { FilePen } from "lucide-react";
import { listingPreviewQuery } from "@/api/listing";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { formAddress } from "../addresses";
import { ApprovalPanel } from "../approval/ApprovalPanel";
import styles from "../Desk.module.css";
import { differences } from "../form/fields";
import { ListingFields } from "../form/ListingFields";
import { valuesOf } from "../form/storedValues";
import type { ListingValues } from "../form/values";
import type { Masters } from "../masters";
import { useNames } from "../names";
import { usePublished } from "../queries";
import { type ApprovalState, type Details, type Overview, STATUS } from "../types";
import { ValuationPanel } from "../valuation/ValuationPanel";
import { BuyerView } from "./BuyerView";

/** The edited content: the state of its approval, its differences from the published one, the buyers' view. */
export function ContentTab({
  listing,
  details,
  approval,
  masters,
  onRequest,
  onConfirmPaper,
}: {
  listing: Overview;
  details: Details | null;
  approval: ApprovalState | null;
  masters: Masters;
  onRequest: () => void;
  onConfirmPaper: () => void;
}) {
  const id = listing.sellerBusinessId;
  const isShowing = listing.status === STATUS.showing || listing.status === STATUS.outsidePeriod;
  const preview = useQuery(listingPreviewQuery(id));
  const published = usePublished(id, isShowing && !listing.isApprovedData);
  const values = valuesOf(listing, details);
  const before = published ? valuesOf(published.overview, published.details) : null;
  const names = useNames(values, before);
  const canEdit = listing.moves?.some((move) => move.event === "save");
  return (
    <div className={styles.tab}>
      <ApprovalPanel
        listing={listing}
        approval={approval}
        masters={masters}
        onRequest={onRequest}
        onConfirmPaper={onConfirmPaper}
      />
      {before && <Changes before={before} after={values} masters={masters} names={names} />}
      <section className={panel.near} aria-labelledby="preview-title">
        <Heading level={2} id="preview-title">
          {isShowing && !listing.isApprovedData
            ? "承認されると、買手にはこう見えます"
            : "買手にはこう見えます（公開匿名）"}
        </Heading>
        {preview.data ? (
          <details className={styles.fold}>
            <summary>買手の画面のとおりに表示する</summary>
            <BuyerView shown={preview.data} masters={masters} />
          </details>
        ) : preview.isError ? (
          <p>プレビューを取得できませんでした。画面を読み込み直してください。</p>
        ) : (
          <Skeleton lines={5} />
        )}
      </section>
      <section className={panel.near} aria-label="登録されている内容">
        <Heading
          level={2}
          actions={
            canEdit && (
              <Link
                part="acts"
                button="primary"
                icon={<FilePen aria-hidden size={18} />}
                href={formAddress(id, listing.companyId ?? "", "overview")}
              >
                編集する
              </Link>
            )
          }
        >
          登録されている内容
        </Heading>
        <ListingFields
          values={values}
          masters={masters}
          names={names}
          folds
          actions={(step) =>
            canEdit && (
              <Link part="acts" href={formAddress(id, listing.companyId ?? "", step)}>
                この部分を編集する
              </Link>
            )
          }
        />
      </section>
      <ValuationPanel sellerBusinessId={id} />
    </div>
  );
}

function Changes({
  before,
  after,
  masters,
  names,
}: {
  before: ListingValues;
  after: ListingValues;
  masters: Masters;
  names: Parameters<typeof differences>[3];
}) {
  const changes = differences(before, after, masters, names);
  if (changes.length === 0) return null;
  return (
    <section className={panel.near} aria-labelledby="changes-title">
      <h2 id="changes-title">公開中の内容との違い（{changes.length}項目）</h2>
      <p>売手が承認すると、右の内容に入れ替わります。それまでは、左の内容が公開されています。</p>
      <dl className={styles.changes}>
        {changes.map(({ field, before: old, after: next }) => (
          <div key={field.name}>
            <dt>{field.label}</dt>
            <dd>
              <span className={styles.side}>公開中</span>
              <del>{old || "―"}</del>
            </dd>
            <dd>
              <span className={styles.side}>編集中</span>
              <ins>{next || "―"}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
