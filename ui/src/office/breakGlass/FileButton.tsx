import { Download } from "lucide-react";
import { save } from "@/api/client";
import { downloadBreakGlassFile } from "@/api/office";
import { failureText } from "@/api/officeClient";
import { Button } from "@/kit/Button";
import { notify } from "@/kit/notify";
import { reread } from "../deed";

/** Downloads a file that an opening shows, and rereads the opening, which then names it. */
export function FileButton({ openingId, fileId, name }: { openingId: string; fileId: string; name: string }) {
  return (
    <Button
      icon={<Download aria-hidden size={18} />}
      onClick={async () => {
        try {
          await save(await downloadBreakGlassFile(openingId, fileId), name);
        } catch (error) {
          notify.error(failureText(error, "ファイルを開けませんでした。"));
        }
        await reread();
      }}
    >
      ダウンロードする<span className="visually-hidden">：{name}</span>
    </Button>
  );
}
