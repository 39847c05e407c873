import { FileSpreadsheet } from "lucide-react";
import { download } from "@/api/client";
import { failureMessage } from "@/api/errors";
import { FileButton } from "@/kit/CsvButton";
import { FAILED_OWN } from "@/messages";

/** What the owner reads of the bank's own buyers. */
const NAMES = [
  {
    value: "anonymous",
    label: "載せない",
    help: "どの買手も「匿名」と番号で載せます。迷ったときは、こちら。",
  },
  {
    value: "named",
    label: "自機関の買手の名前を載せる",
    help: "ほかの金融機関の買手は匿名のままです。自機関の買手に、名前を伝えてよいことを確かめてから選んでください。",
  },
] as const;

/** Buyers of a listing as a table for its owner, with whom not to approach (papers.md 2). */
export function OwnerListButton({
  sellerBusinessId,
  companyIds,
}: {
  sellerBusinessId: string;
  companyIds: readonly string[];
}) {
  return (
    <FileButton
      icon={<FileSpreadsheet aria-hidden size={18} />}
      label="オーナーに見せる表を作る"
      title="オーナーに見せる表を作る（Excel）"
      legend="自機関の買手の名前"
      formats={NAMES}
      write={(names) =>
        download("/api/SellerCompany/ExportOwnerLongList", "OWNER_LONGLIST.xlsx", {
          body: { sellerBusinessId, companyIds, isNamed: names === "named" },
        })
      }
      saved="オーナーに見せる表を保存しました。渡す前に内容を確かめてください。取扱いにご注意ください。"
      failure={(error) => failureMessage(FAILED_OWN.ownerLongList, error)}
    >
      <p>
        {companyIds.length.toLocaleString("ja-JP")}
        社のうち、いま候補に当てはまる買手を、一致度の高い順に載せます。業種、地域、売上高、希望、一致の理由と、オーナーが「打診してよい／打診しない」を書き込む欄が入ります。2枚目のシートは、登録済みの「打診しない先」です。
      </p>
    </FileButton>
  );
}
