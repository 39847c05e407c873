import { Download } from "lucide-react";
import { download } from "@/api/client";
import { ApiError, failureMessage } from "@/api/errors";
import { Button } from "@/kit/Button";
import { notify } from "@/kit/notify";
import { FAILED } from "@/messages";
import type { Overview } from "../types";

/** Downloads the signed paper that waits for the second user; the server logs the download. */
export function PaperDownload({ listing, fileName }: { listing: Overview; fileName: string }) {
  return (
    <Button
      icon={<Download aria-hidden size={18} />}
      onClick={async () => {
        try {
          await download("/api/SellerBusiness/DownloadPaperApproval", fileName, {
            query: { sellerBusinessId: listing.sellerBusinessId },
          });
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          notify.error(failureMessage(FAILED.attachment, error));
        }
      }}
    >
      承諾書を開く（ダウンロード）
    </Button>
  );
}
