import { useForm } from "react-hook-form";
import { call } from "@/api/client";
import { office, type Schemas } from "@/api/officeClient";
import { Select } from "@/kit/Select";
import { TextField } from "@/kit/TextField";
import { DeedDialog } from "../deed";
import { toldText } from "../told";

export const TLS_MODES = [
  { value: "starttls", label: "STARTTLS（587番）" },
  { value: "tls", label: "TLS（465番）" },
  { value: "none", label: "暗号化しない（同じパソコンの中）" },
] as const;

type Tls = (typeof TLS_MODES)[number]["value"];

const FIELDS = ["host", "port", "tls", "user", "mailPassword", "from"] as const;

export function MailServerDialog({
  server,
  onClose,
}: {
  server: Schemas["OfficeMailServer"];
  onClose: () => void;
}) {
  const form = useForm({
    defaultValues: {
      host: server.host,
      port: server.port ? String(server.port) : "",
      tls: server.tls as string,
      user: server.user,
      mailPassword: "",
      from: server.from,
    },
  });
  const { errors } = form.formState;
  return (
    <DeedDialog
      title={server.host ? "メールサーバーを変更する" : "メールサーバーを設定する"}
      label={server.host ? "変更する" : "設定する"}
      consequence={`すべてのメールが、このメールサーバーを通ります。事務局に利用者がほかにもいるときは、ほかの承認者が確認してから変わります。${toldText("事務局の全員")}`}
      form={form}
      fields={FIELDS}
      send={({ port, tls, ...values }) =>
        call(
          office.PUT("/api/Office/UpdateMailServer", {
            body: {
              ...values,
              port: Number(port.normalize("NFKC")),
              tls: tls as Tls,
              version: server.version,
            },
          }),
        )
      }
      done={({ isWaiting }) =>
        isWaiting
          ? "変更を申し出ました。事務局のほかの承認者が確認すると変わります。"
          : "保存しました。テストメールで確かめてください。"
      }
      failed="保存できませんでした。"
      onClose={onClose}
      wide
    >
      <TextField
        label="メールサーバーの名前"
        badge={false}
        help={`メールの契約の説明にある「送信サーバー（SMTP）」です。${server.host ? "空にすると、メールの送信をやめます。" : ""}`}
        example="smtp.example.jp"
        autoComplete="off"
        error={errors.host?.message}
        {...form.register("host")}
      />
      <Select
        label="暗号化の方式"
        required
        options={TLS_MODES}
        error={errors.tls?.message}
        {...form.register("tls")}
      />
      <TextField
        label="ポート番号"
        size="short"
        help="空のときは、暗号化の方式の標準の番号になります。"
        inputMode="numeric"
        error={errors.port?.message}
        {...form.register("port", {
          validate: (typed) =>
            /^\d*$/.test(typed.normalize("NFKC").trim()) || "ポート番号は、数字で入力してください。",
        })}
      />
      <TextField
        label="ユーザ名"
        help="メールサーバーにログインする名前。ログインが要らないときは空にします。"
        autoComplete="off"
        error={errors.user?.message}
        {...form.register("user")}
      />
      <TextField
        label="メールサーバーのパスワード"
        type="password"
        help={
          server.hasPassword
            ? "変えないときは空のままにします。サーバーやユーザ名を変えるときは、もう一度入力してください。暗号化して保存し、二度と表示しません。"
            : "暗号化して保存し、二度と表示しません。"
        }
        autoComplete="new-password"
        error={errors.mailPassword?.message}
        {...form.register("mailPassword")}
      />
      <TextField
        label="差出人のアドレス"
        badge={false}
        type="email"
        help="メールサーバーが許しているアドレスにしてください。"
        example="noreply@example.jp"
        error={errors.from?.message}
        {...form.register("from")}
      />
    </DeedDialog>
  );
}

/** Confirms or drops a change that somebody else has asked for. */
export function DecideDialog({
  asked,
  confirms,
  onClose,
}: {
  asked: Schemas["AskedMailServer"];
  confirms: boolean;
  onClose: () => void;
}) {
  const form = useForm();
  return (
    <DeedDialog
      title={confirms ? "メールサーバーの変更を確認する" : "メールサーバーの変更を取りやめる"}
      label={confirms ? "確認する" : "変更を取りやめる"}
      consequence={
        confirms
          ? `${asked.userName}さんに、変更の内容と理由を電話などで確かめてください。確認すると、すべてのメールが ${asked.host || "（送信しない）"} を通ります。`
          : "いまの設定のままになります。"
      }
      form={form}
      send={() =>
        call(
          office.POST("/api/Office/DecideMailServer", {
            body: { isConfirmed: confirms, version: asked.version },
          }),
        )
      }
      done={
        confirms ? "メールサーバーを変更しました。テストメールで確かめてください。" : "変更を取りやめました。"
      }
      failed="操作できませんでした。"
      onClose={onClose}
    ></DeedDialog>
  );
}
