import { useForm } from "react-hook-form";
import { call } from "@/api/client";
import * as limits from "@/api/limits.gen";
import { office, type Schemas } from "@/api/officeClient";
import { Checkbox } from "@/kit/Checkbox";
import { Select } from "@/kit/Select";
import { TextArea } from "@/kit/TextArea";
import { TextField } from "@/kit/TextField";
import { DeedDialog } from "../deed";
import type { Setting } from "./SettingList";

const FIELDS = [
  "issuer",
  "clientId",
  "clientSecret",
  "domainList",
  "acrList",
  "amrList",
  "groupClaim",
  "groupList",
  "isPasswordForbidden",
  "emergencyUserId",
] as const;

const lines = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** Writes the setting that is on its way; `base` is what the form begins with. */
export function SettingDialog({
  next,
  base,
  people,
  onClose,
}: {
  next: Setting | null;
  base: Setting | null;
  people: Schemas["OwnDirectorySetting"]["emergencyList"];
  onClose: () => void;
}) {
  const form = useForm({
    defaultValues: {
      issuer: base?.issuer ?? "",
      clientId: base?.clientId ?? "",
      clientSecret: "",
      domainList: (base?.domainList ?? []).join("\n"),
      acrList: (base?.acrList ?? []).join("\n"),
      amrList: (base?.amrList ?? []).join("\n"),
      groupClaim: base?.groupClaim ?? "",
      groupList: (base?.groupList ?? []).join("\n"),
      isPasswordForbidden: base?.isPasswordForbidden ?? false,
      emergencyUserId: base?.emergencyUserId ?? "",
    },
  });
  const { errors } = form.formState;
  return (
    <DeedDialog
      title="認証基盤の設定を書く"
      label="準備中として保存する"
      consequence="まだ何も変わりません。保存したあと、「試しにログイン」ができてから事務局の確認に出し、事務局が確認すると有効になります。それまでは、今の設定が続きます。"
      form={form}
      fields={FIELDS}
      send={({ domainList, acrList, amrList, groupList, ...values }) =>
        call(
          office.POST("/api/Office/SaveDirectory", {
            body: {
              ...values,
              domainList: lines(domainList),
              acrList: lines(acrList),
              amrList: lines(amrList),
              groupList: lines(groupList),
              version: next?.version ?? 0,
            },
          }),
        )
      }
      done="準備中として保存しました。次に、「試しにログイン」を押してください。"
      failed="保存できませんでした。"
      onClose={onClose}
      wide
    >
      <TextField
        label="発行者（issuer）のアドレス"
        required
        help="認証基盤の担当部署に聞いてください。https:// で始まります。"
        example="https://login.bank.example.jp"
        maxLength={limits.DirectoryInput.issuer.maxLength}
        autoComplete="off"
        error={errors.issuer?.message}
        {...form.register("issuer")}
      />
      <TextField
        label="client ID"
        required
        help="認証基盤に登録した、つなぐの番号です。"
        maxLength={limits.DirectoryInput.clientId.maxLength}
        autoComplete="off"
        error={errors.clientId?.message}
        {...form.register("clientId")}
      />
      <TextField
        label="client secret"
        required={base === null}
        type="password"
        help={
          base
            ? "変えないときは空のままにします。発行者か client ID を変えるときは、もう一度入力してください。暗号化して保存し、二度と表示しません。"
            : "暗号化して保存し、二度と表示しません。"
        }
        maxLength={limits.DirectoryInput.clientSecret.maxLength}
        autoComplete="new-password"
        error={errors.clientSecret?.message}
        {...form.register("clientSecret")}
      />
      <TextArea
        label="ログインIDのメールアドレスの、@より後ろ"
        required
        help="1行に一つ。ログイン画面は、これだけで金融機関を見分けます。ほかの金融機関と同じものは使えません。"
        example="bank.example.jp"
        rows={2}
        error={errors.domainList?.message}
        {...form.register("domainList")}
      />
      <TextArea
        label="求める認証の強さ（acr）"
        help="1行に一つ。いずれか一つを満たす人だけがログインできます。空のときは問いません。"
        rows={2}
        error={errors.acrList?.message}
        {...form.register("acrList")}
      />
      <TextArea
        label="求める認証の方法（amr）"
        help="1行に一つ。すべてを満たす人だけがログインできます。空のときは問いません。"
        example="mfa"
        rows={2}
        error={errors.amrList?.message}
        {...form.register("amrList")}
      />
      <TextField
        label="グループが入っている項目の名前"
        help="IDトークンの項目（claim）の名前です。グループを問わないときは空にします。"
        example="groups"
        maxLength={limits.DirectoryInput.groupClaim.maxLength}
        autoComplete="off"
        error={errors.groupClaim?.message}
        {...form.register("groupClaim")}
      />
      <TextArea
        label="利用できるグループ"
        help="1行に一つ。いずれか一つに入っている人だけがログインできます。"
        rows={2}
        error={errors.groupList?.message}
        {...form.register("groupList")}
      />
      <Checkbox
        label="自機関の利用者と管理者の、パスワードでのログインを禁止する"
        help="有効になると、パスワードで開いたログインはその場で終わります。社内のアカウントと結び付いていない方は、案内のメールから結び付けるまで、ログインできません。"
        {...form.register("isPasswordForbidden")}
      />
      <Select
        label="緊急用の一人"
        help="禁止していても、認証基盤が止まったときにパスワードでログインできる一人です。ログインすると、管理者と事務局にメールで知らせます。"
        empty="選ばない"
        options={people.map(({ userId, userName }) => ({ value: userId, label: userName }))}
        error={errors.emergencyUserId?.message}
        {...form.register("emergencyUserId")}
      />
    </DeedDialog>
  );
}
