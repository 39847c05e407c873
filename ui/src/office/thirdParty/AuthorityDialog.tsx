import { useForm } from "react-hook-form";
import { call } from "@/api/client";
import { office, type Schemas } from "@/api/officeClient";
import { Checkbox } from "@/kit/Checkbox";
import { TextArea } from "@/kit/TextArea";
import { TextField } from "@/kit/TextField";
import { DeedDialog } from "../deed";

const FIELDS = ["address", "ca", "crl", "policy"] as const;

/** Sets the time-stamping authority. */
export function AuthorityDialog({
  authority,
  onClose,
}: {
  authority: Schemas["AuthorityShown"];
  onClose: () => void;
}) {
  const { isOn, address, ca, crl, policy } = authority;
  const form = useForm({ defaultValues: { isOn, address, ca, crl, policy } });
  const { errors } = form.formState;
  return (
    <DeedDialog
      title="タイムスタンプ局を設定する"
      label="保存する"
      consequence="局の契約の案内にある内容を入力してください。保存したあとの証明から使います。"
      form={form}
      fields={FIELDS}
      send={(values) =>
        call(
          office.PUT("/api/Office/UpdateStampAuthority", {
            body: { ...values, version: authority.version },
          }),
        )
      }
      done="保存しました。「いま押す」で確かめてください。"
      failed="保存できませんでした。"
      onClose={onClose}
      wide
    >
      <Checkbox
        label="毎日、自動で押す"
        help="インターネットに出られないときは外し、ファイルでやり取りします。"
        {...form.register("isOn")}
      />
      <TextField
        label="局のアドレス"
        badge={false}
        help="自動で押すときに使います。"
        example="https://tsa.example.jp/tsr"
        autoComplete="off"
        error={errors.address?.message}
        {...form.register("address")}
      />
      <TextArea
        label="認証局の証明書（PEM）"
        badge={false}
        help="局の証明書を発行した認証局のもの。替わったときは、古いものの下に続けて貼り付けます。"
        rows={5}
        spellCheck={false}
        error={errors.ca?.message}
        {...form.register("ca")}
      />
      <TextField
        label="ポリシー（OID）"
        help="局から指定がなければ空のままにします。"
        autoComplete="off"
        error={errors.policy?.message}
        {...form.register("policy")}
      />
      <TextArea
        label="失効リスト（CRL）"
        help="認証局の失効リストの PEM。貼り付けると、失効した証明書のタイムスタンプを受け付けません。"
        rows={3}
        spellCheck={false}
        error={errors.crl?.message}
        {...form.register("crl")}
      />
    </DeedDialog>
  );
}
