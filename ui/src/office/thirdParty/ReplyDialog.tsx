import { Controller, useForm } from "react-hook-form";
import { call } from "@/api/client";
import { office, type Schemas } from "@/api/officeClient";
import { FileField } from "@/kit/FileField";
import { DeedDialog } from "../deed";
import { nameOf } from "./markName";

const REPLY_BYTES = 65_536;

/** A file as base64, as the server takes it. */
async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** Takes the reply of the time-stamping authority that came as a file. */
export function ReplyDialog({ mark, onClose }: { mark: Schemas["Mark"]; onClose: () => void }) {
  const form = useForm<{ reply: File | null }>({ defaultValues: { reply: null } });
  return (
    <DeedDialog
      title="応答のファイルを取り込む"
      label="確かめて保存する"
      consequence={`対象は、${nameOf(mark)}です。タイムスタンプ局から受け取った応答（.tsr）を、ハッシュ、番号、署名、時刻まで確かめてから保存します。合わないものは保存しません。`}
      form={form}
      fields={["reply"]}
      send={async ({ reply }) =>
        call(
          office.POST("/api/Office/SendStampReply", {
            body: { proofId: mark.proofId, reply: await base64Of(reply as File) },
          }),
        )
      }
      done={({ detail }) => detail}
      failed="取り込めませんでした。"
      onClose={onClose}
    >
      <Controller
        control={form.control}
        name="reply"
        rules={{ required: "応答のファイルを選んでください。" }}
        render={({ field, fieldState }) => (
          <FileField
            label="応答のファイル（.tsr）"
            required
            accept=".tsr"
            maxBytes={REPLY_BYTES}
            error={fieldState.error?.message}
            {...field}
          />
        )}
      />
    </DeedDialog>
  );
}
