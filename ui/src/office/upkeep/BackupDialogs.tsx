import { useForm } from "react-hook-form";
import { call, save } from "@/api/client";
import { office, type Schemas } from "@/api/officeClient";
import { RadioGroup } from "@/kit/RadioGroup";
import { TextField } from "@/kit/TextField";
import { formatTime } from "@/lib/dates";
import { DeedDialog } from "../deed";
import { toldText } from "../told";

export function BackupKeyDialog({ recipient, onClose }: { recipient: string; onClose: () => void }) {
  const form = useForm({ defaultValues: { recipient } });
  const { errors } = form.formState;
  return (
    <DeedDialog
      title={recipient ? "公開鍵を変更しますか" : "公開鍵を登録しますか"}
      label={recipient ? "公開鍵を変更する" : "公開鍵を登録する"}
      consequence={`これから作るバックアップに使います。いまあるバックアップは、作ったときの鍵のままです。${toldText("事務局の全員")}`}
      form={form}
      fields={["recipient"]}
      send={(body) => call(office.PUT("/api/Office/UpdateBackupKey", { body }))}
      done="バックアップの公開鍵を保存しました。次のバックアップから使います。"
      failed="保存できませんでした。"
      onClose={onClose}
      wide
    >
      <TextField
        label="公開鍵"
        badge={false}
        help="age1 で始まる文字を貼り付けてください。空にすると、暗号化をやめます。秘密鍵（AGE-SECRET-KEY-）は入力しないでください。"
        autoComplete="off"
        spellCheck={false}
        error={errors.recipient?.message}
        {...form.register("recipient")}
      />
    </DeedDialog>
  );
}

export function DownloadDialog({
  backup,
  onClose,
}: {
  backup: Schemas["OfficeBackup"];
  onClose: () => void;
}) {
  const form = useForm();
  return (
    <DeedDialog
      title={`${formatTime(backup.time)}のバックアップをダウンロードしますか`}
      label="ダウンロードする"
      consequence="暗号化されたファイルを、このパソコンに保存します。ダウンロードしたことは、監査ログに残ります。"
      form={form}
      send={async () => {
        const { response } = await office.POST("/api/Office/DownloadBackup", {
          body: { name: backup.name },
          parseAs: "stream",
        });
        await save(response, backup.name);
      }}
      done="バックアップを保存しました。"
      failed="ダウンロードできませんでした。"
      onClose={onClose}
    />
  );
}

export function ReleaseDialog({ count, onClose }: { count: number; onClose: () => void }) {
  const form = useForm({ defaultValues: { waiting: "drop" } });
  return (
    <DeedDialog
      title="メールの送信を再開しますか"
      label="送信を再開する"
      consequence="これから作られるメールは、いつもどおり送信します。"
      form={form}
      send={({ waiting }) =>
        call(office.POST("/api/Office/ReleaseMail", { body: { isDropped: waiting === "drop" } }))
      }
      done="メールの送信を再開しました。"
      failed="再開できませんでした。"
      onClose={onClose}
    >
      {count > 0 && (
        <RadioGroup
          label={`復元のときに送信を待っていた${count.toLocaleString("ja-JP")}通`}
          badge={false}
          column
          options={[
            {
              value: "drop",
              label: "送らない",
              help: "すでに届いている可能性があるため、おすすめします。「送信メール」の画面から、一通ずつ送れます。",
            },
            { value: "send", label: "送る", help: "同じメールが2回届くことがあります。" },
          ]}
          {...form.register("waiting")}
        />
      )}
    </DeedDialog>
  );
}
