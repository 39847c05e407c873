import { type UseFormReturn, useForm } from "react-hook-form";
import { call } from "@/api/client";
import * as limits from "@/api/limits.gen";
import { office, type Schemas } from "@/api/officeClient";
import { TextArea } from "@/kit/TextArea";
import { DeedDialog } from "./deed";

type Row = Schemas["OfficeListingRow"];

/** The office's actions on a listing. Each needs a reason and cannot be undone here. */
const DEEDS = {
  stop: {
    path: "/api/Office/StopSellerBusiness",
    title: "案件を無効にする",
    label: "無効にする",
    consequence:
      "は、すぐに検索と画面から消えます。進行中の交渉は「売却中止」で終了し、関係する金融機関と買手に知らされます。元に戻せるのは担当の金融機関だけで、終了した交渉は戻りません。",
    done: "案件を無効にしました。",
    failed: "案件を無効にできませんでした。",
  },
  reopen: {
    path: "/api/Office/ReopenSellerBusiness",
    title: "成約を取り消す",
    label: "成約を取り消す",
    consequence:
      "は、すぐに公開中へ戻り、成約した交渉は条件交渉へ戻ります。関係する金融機関と買手に知らされます。成約のときに「募集終了」で終了した他の交渉と、取り下げられたオファーは戻りません。",
    done: "成約を取り消しました。",
    failed: "成約を取り消せませんでした。",
  },
} as const;

export type ListingDeed = keyof typeof DEEDS;

export function ListingDialog({ row, deed, onClose }: { row: Row; deed: ListingDeed; onClose: () => void }) {
  const form = useForm({ defaultValues: { comment: "" } });
  const { path, consequence, ...texts } = DEEDS[deed];
  return (
    <DeedDialog
      {...texts}
      danger
      consequence={
        <p>
          「{row.businessName || row.caseNumber}」（{row.financialName}）{consequence}
        </p>
      }
      form={form}
      fields={["comment"]}
      send={({ comment }) =>
        call(
          office.POST(path, {
            body: { sellerBusinessId: row.sellerBusinessId, version: row.version, comment },
          }),
        )
      }
      onClose={onClose}
    >
      <Reason form={form} />
    </DeedDialog>
  );
}

function Reason({ form }: { form: UseFormReturn<{ comment: string }> }) {
  return (
    <TextArea
      label="理由"
      required
      maxLength={limits.OfficeDeed.comment.maxLength}
      help="担当の金融機関に表示されます。企業名や個人名は書かないでください。"
      error={form.formState.errors.comment?.message}
      {...form.register("comment")}
    />
  );
}
