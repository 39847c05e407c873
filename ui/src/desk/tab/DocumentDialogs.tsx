import { useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { codesOf, useEnumerations } from "@/api/enumerations";
import { DateField } from "@/kit/DateField";
import { FileField } from "@/kit/FileField";
import { Progress } from "@/kit/Progress";
import { RadioGroup } from "@/kit/RadioGroup";
import { Select } from "@/kit/Select";
import { TextField } from "@/kit/TextField";
import { FAILED_OWN } from "@/messages";
import { DeedDialog } from "@/negotiation/dialog/DeedDialog";
import {
  changeDocument,
  type Document,
  type DocumentBuyer,
  deleteDocument,
  grantDocument,
  revokeDocument,
  uploadDocument,
} from "./documents";

interface FileValues {
  kind: string;
  title: string;
  file: File | null;
}

/** Registers a document, or changes one: its name, its kind, or its file. */
export function FileDialog({
  sellerBusinessId,
  document,
  maxTitle,
  onClose,
}: {
  sellerBusinessId: string;
  /** The document to change; undefined for a new one. */
  document: Document | undefined;
  maxTitle: number;
  onClose: () => void;
}) {
  const all = useEnumerations();
  const [share, setShare] = useState<number | null>(null);
  const form = useForm<FileValues>({
    shouldFocusError: false,
    defaultValues: { kind: String(document?.kind ?? ""), title: document?.title ?? "", file: null },
  });
  const { errors } = form.formState;
  const granted = document?.grants.length ?? 0;
  return (
    <DeedDialog<FileValues>
      wide
      title={document ? `「${document.title}」を差し替える・名前を変える` : "資料を登録する"}
      consequence={
        document
          ? [
              granted > 0
                ? `開示している${granted}社の買手側には、差し替えたあとも引き続き開示されます。ファイルを差し替えたことが、交渉の画面に表示されます。`
                : "まだ、だれにも開示していません。",
              "前の版は、だれも開けなくなります。",
            ]
          : ["登録しただけでは、自機関のほかには見えません。登録のあとで、開示する買手を選びます。"]
      }
      label={document ? "この内容に変える" : "登録する"}
      failed={FAILED_OWN.documentSave}
      done={document ? "資料を更新しました。" : "資料を登録しました。"}
      form={form}
      fields={["kind", "title", "file"]}
      draft={
        document ? `document.${document.documentId}.${document.version}` : `document.${sellerBusinessId}`
      }
      omit={["file"]}
      send={async (values) => {
        try {
          setShare(values.file ? 0 : null);
          if (document) await changeDocument(document, values, setShare);
          else await uploadDocument(sellerBusinessId, values, setShare);
        } finally {
          setShare(null);
        }
      }}
      onClose={onClose}
    >
      <Select
        label="資料の種類"
        required
        empty="選んでください"
        help="開示したとき、種類だけが交渉のメッセージ欄にも表示されます。"
        options={codesOf(all, "documentKind").map(({ code, label }) => ({ value: code, label }))}
        error={errors.kind?.message}
        {...form.register("kind", { required: "資料の種類を選んでください。" })}
      />
      <TextField
        label="資料の名前"
        required
        maxLength={maxTitle}
        help="開示した買手と買手側金融機関に、この名前で表示されます。ほかの買手の名前は書かないでください。"
        example="決算書（直近3期）"
        error={errors.title?.message}
        {...form.register("title", { required: "資料の名前を入力してください。" })}
      />
      <Controller
        control={form.control}
        name="file"
        rules={{
          validate: (file) => file !== null || document !== undefined || "資料のファイルを選んでください。",
        }}
        render={({ field }) => (
          <FileField
            {...field}
            label={document ? "新しいファイル" : "ファイル"}
            required={!document}
            help={
              "PDF・画像（PNG・JPEG）・テキストは、サーバーがページの画像にし、透かしを入れて画面に表示できます。" +
              "Word・Excel・PowerPointは、ダウンロードだけになります。" +
              (document ? "名前だけを変えるときは、選ばなくてかまいません。" : "")
            }
            accept={all?.limits.attachmentTypes.map((type) => `.${type}`).join(",")}
            maxBytes={all?.limits.attachmentBytes}
            error={errors.file?.message}
          />
        )}
      />
      {share !== null && (
        <Progress
          label={share < 1 ? `送信しています（${Math.floor(share * 100)}%）` : "保存しています"}
          percent={share * 100}
        />
      )}
    </DeedDialog>
  );
}

export function DeleteDialog({ document, onClose }: { document: Document; onClose: () => void }) {
  const granted = document.grants.length;
  return (
    <DeedDialog
      irrevocable
      title={`「${document.title}」を削除しますか`}
      consequence={[
        granted > 0
          ? `開示している${granted}社の買手側は、いますぐ開けなくなります。開示が終わったことが、交渉の画面に表示されます。`
          : "どの買手にも開示していません。",
        "ダウンロードされたファイルは、取り戻せません。",
        "開示台帳の記録は残ります。",
      ]}
      label="削除する"
      failed={FAILED_OWN.documentDelete}
      done="資料を削除しました。"
      form={useForm({ shouldFocusError: false })}
      fields={[]}
      draft={`document.${document.documentId}.delete`}
      send={() => deleteDocument(document)}
      onClose={onClose}
    />
  );
}

interface GrantValues {
  isDownload: string;
  until: string;
}

/** Grants a document to one buyer and its institution, or changes the terms of the grant. */
export function GrantDialog({
  document,
  buyer,
  onClose,
}: {
  document: Document;
  buyer: DocumentBuyer;
  onClose: () => void;
}) {
  const now = document.grants.find((grant) => grant.buyerNegotiationId === buyer.buyerNegotiationId);
  const form = useForm<GrantValues>({
    shouldFocusError: false,
    defaultValues: {
      isDownload: String(now?.isDownload ?? !document.isViewable),
      until: now?.until ?? "",
    },
  });
  const { errors } = form.formState;
  const readers = `${buyer.displayName}と、担当の${buyer.financialName || "金融機関"}`;
  return (
    <DeedDialog<GrantValues>
      wide
      title={
        now
          ? `${buyer.displayName}に「${document.title}」を開示する条件を変える`
          : `${buyer.displayName}に「${document.title}」を開示しますか`
      }
      consequence={[
        `${readers}が、この資料（第${document.edition}版。差し替えたあとは新しい版）を開けるようになります。ほかの買手には、開示したことも見えません。`,
        "開いた人、日時、場所（IPアドレス）は、すべて開示台帳に記録されます。",
        "交渉が終わると、開示も終わります。",
      ]}
      label={now ? "条件を変える" : "開示する"}
      failed={FAILED_OWN.documentGrant}
      done={now ? "開示の条件を変えました。" : "資料を開示しました。"}
      form={form}
      fields={["isDownload", "until"]}
      draft={`document.${document.documentId}.${buyer.buyerNegotiationId}`}
      send={({ isDownload, until }) =>
        grantDocument(document, buyer, { isDownload: isDownload === "true", until })
      }
      onClose={onClose}
    >
      <RadioGroup
        label="できること"
        required
        column
        options={[
          {
            value: "false",
            label: "画面での閲覧だけ",
            disabled: !document.isViewable,
            help: document.isViewable
              ? "見た人の名前・所属・日時を透かしとして焼き込んだ、ページの画像だけを表示します。元のファイルは渡りません。ただし、画面の撮影までは防げません。"
              : "Word・Excel・PowerPointは画面に表示できないため、選べません。PDFに差し替えると選べます。",
          },
          {
            value: "true",
            label: document.isViewable ? "閲覧とダウンロード" : "ダウンロード",
            help: "ダウンロードしたファイルには透かしが入りません。開示を取り消しても、手元のファイルは消せません。",
          },
        ]}
        error={errors.isDownload?.message}
        {...form.register("isDownload")}
      />
      <DateField
        label="期限"
        remaining
        help="この日の終わりまで開けます。空欄は、交渉が続くあいだです。"
        error={errors.until?.message}
        {...form.register("until")}
      />
    </DeedDialog>
  );
}

export function RevokeDialog({
  document,
  buyer,
  onClose,
}: {
  document: Document;
  buyer: DocumentBuyer;
  onClose: () => void;
}) {
  const grant = document.grants.find((g) => g.buyerNegotiationId === buyer.buyerNegotiationId);
  return (
    <DeedDialog
      irrevocable={grant !== undefined && grant.downloadCount > 0}
      title={`${buyer.displayName}への「${document.title}」の開示を取り消しますか`}
      consequence={[
        `${buyer.displayName}と、担当の${buyer.financialName || "金融機関"}は、いますぐ開けなくなります。開示が終わったことが、交渉の画面に表示されます。`,
        grant && grant.downloadCount > 0
          ? `すでに${grant.downloadCount}回ダウンロードされています。手元のファイルは取り戻せません。必要なら、廃棄を依頼してください。`
          : "これまでに見られた内容は、取り戻せません。",
        "もう一度開示することはできます。開示台帳の記録は残ります。",
      ]}
      label="開示を取り消す"
      failed={FAILED_OWN.documentRevoke}
      done="開示を取り消しました。"
      form={useForm({ shouldFocusError: false })}
      fields={[]}
      draft={`document.${document.documentId}.${buyer.buyerNegotiationId}.revoke`}
      send={() => revokeDocument(document, buyer)}
      onClose={onClose}
    />
  );
}
