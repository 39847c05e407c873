import { FileDown } from "lucide-react";
import { useState } from "react";
import { download } from "@/api/client";
import { ApiError, failureMessage } from "@/api/errors";
import { Button } from "@/kit/Button";
import { CsvDialog } from "@/kit/CsvDialog";
import { notify } from "@/kit/notify";
import type { Kind } from "./kinds";

/** The file with the head row alone, to be filled in. */
export function TemplateButton({ kind }: { kind: Kind }) {
  const [open, setOpen] = useState(false);
  const noun = kind.kind === "seller" ? "Seller" : "Buyer";
  return (
    <>
      <Button icon={<FileDown aria-hidden size={18} />} onClick={() => setOpen(true)}>
        ひな形を保存する
      </Button>
      {open && (
        <CsvDialog
          title={`${kind.name}のひな形を保存する`}
          label="ひな形を保存する"
          onClose={() => setOpen(false)}
          onWrite={async (encoding) => {
            try {
              await download(`/api/Csv/${noun}CompanyTemplate`, "COMPANY_TEMPLATE.csv", {
                query: { encoding },
              });
              notify.success("ひな形を保存しました。2行目から入力してください。");
              return true;
            } catch (error) {
              if (!(error instanceof ApiError)) throw error;
              notify.error(failureMessage(kind.failed.template, error));
              return false;
            }
          }}
        >
          <p>見出しだけのCSVです。2行目から、1行に1社ずつ入力してください。</p>
        </CsvDialog>
      )}
    </>
  );
}
