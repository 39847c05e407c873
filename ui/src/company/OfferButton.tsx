import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, call } from "@/api/client";
import { ApiError, failureMessage } from "@/api/errors";
import * as limits from "@/api/limits.gen";
import { listingSearchQuery } from "@/api/listing";
import { ALL } from "@/api/read";
import { rereadAfter } from "@/api/reread";
import { Button } from "@/kit/Button";
import { Dialog } from "@/kit/Dialog";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { Select } from "@/kit/Select";
import { TextArea } from "@/kit/TextArea";
import { FAILED } from "@/messages";

/** Offers a listing in charge to this buyer (domain.md 4: another bank's buyer through its bank). */
export function OfferButton({
  companyId,
  displayName,
  inCharge,
  onlyListing,
}: {
  companyId: string;
  displayName: string;
  inCharge: boolean;
  /**
   * The listing from whose candidates the reader has come: the id in the address is valid for that
   * listing only.
   */
  onlyListing?: string;
}) {
  const [open, setOpen] = useState(false);
  const [sellerBusinessId, setListing] = useState(onlyListing ?? "");
  const [offerMessage, setMessage] = useState("");
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const listings = useQuery({
    ...listingSearchQuery({ isOnlyPersonInCharge: true, isPublic: true, limit: ALL }),
    enabled: open,
  });
  const send = async () => {
    if (!sellerBusinessId) {
      setErrors({ sellerBusinessId: "オファーする案件を選んでください。" });
      return;
    }
    try {
      const sent = await call(
        api.POST("/api/BuyerNegotiation/LongListOfferSend", {
          body: { sellerBusinessId, companyIds: [companyId], offerMessage },
        }),
      );
      const skipped = sent.skippedList[0];
      if (skipped) {
        notify.error(`${FAILED.offer} ${skipped.reason}`);
        setErrors({ sellerBusinessId: skipped.reason }); // the dialog covers a part of the notification
        return;
      }
      notify.success("オファーを送りました。");
      setOpen(false);
      setMessage("");
      await rereadAfter("offer");
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setErrors(Object.fromEntries(error.errors.map((one) => [one.field, one.detail])));
      notify.error(failureMessage(FAILED.offer, error));
    }
  };
  return (
    <>
      <Button kind="primary" onClick={() => setOpen(true)}>
        オファーを送る
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={`${displayName}にオファーを送る`}
        consequence={
          inCharge
            ? "この買手の利用者に、案件の公開中の内容（匿名）とメッセージが届きます。"
            : "買手を担当する金融機関に届き、その金融機関が確認してから買手に伝わります。案件は公開中の内容（匿名）だけが表示されます。"
        }
        confirm={{ label: "オファーを送る", onConfirm: send }}
      >
        <div className={panel.stack}>
          <Select
            label="案件"
            required
            empty={
              listings.data?.sellerBusinessList.length === 0
                ? "公開中の担当案件がありません"
                : "選択してください"
            }
            options={(listings.data?.sellerBusinessList ?? [])
              .filter((row) => !onlyListing || row.sellerBusinessId === onlyListing)
              .map((row) => ({ value: row.sellerBusinessId, label: row.businessName }))}
            value={sellerBusinessId}
            error={errors.sellerBusinessId}
            onChange={(event) => {
              setListing(event.target.value);
              setErrors({});
            }}
          />
          <TextArea
            label="メッセージ"
            required
            rows={5}
            maxLength={limits.OfferInput.offerMessage.maxLength}
            help="企業名や地名など、売手が特定される言葉は書かないでください。"
            value={offerMessage}
            error={errors.offerMessage}
            onChange={(event) => setMessage(event.target.value)}
          />
        </div>
      </Dialog>
    </>
  );
}
