import { useState } from "react";
import { call } from "@/api/client";
import { ApiError } from "@/api/errors";
import { loadNetwork, network } from "@/api/network";
import { failureText, office } from "@/api/officeClient";
import { Button } from "@/kit/Button";
import { FileField } from "@/kit/FileField";
import { Form, FormActions } from "@/kit/Form";
import { Heading } from "@/kit/Heading";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import styles from "../office.module.css";

/** The server's limit. */
const MAX_BYTES = 2 * 1024 * 1024;

/** Uploads or deletes the network's logo, which headers, printed sheets and mails show. */
export function LogoBox() {
  const [file, setFile] = useState<File | null>(null);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const { logo } = network.value;
  const save = async (picture: string | undefined, successText: string) => {
    setBusy(true);
    setError(undefined);
    try {
      await call(office.POST("/api/Office/SaveLogo", { body: { picture } }));
      await loadNetwork();
      setFile(null);
      notify.success(successText);
    } catch (failure) {
      const refused = failure instanceof ApiError && failure.errors?.find((e) => e.field === "picture");
      if (refused) setError(refused.detail);
      else notify.error(failureText(failure, "ロゴを登録できませんでした。"));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={panel.box}>
      <Heading>ロゴ</Heading>
      <p>画面の上部、印刷する資料、メールに、ネットワークの名前とともに表示されます。</p>
      {logo && (
        <p className={styles.logo}>
          <img src={logo} alt="いまのロゴ" />
        </p>
      )}
      <Form
        label="ロゴ"
        onSubmit={async () => {
          if (!file) setError("ロゴの画像を選んでください。");
          else await save(await base64(file), "ロゴを登録しました。");
        }}
      >
        <FileField
          label="ロゴの画像"
          required
          value={file}
          onChange={(next) => {
            setError(undefined);
            setFile(next);
          }}
          help="PNG または JPEG。横長で、背景が白または透明のものが合います。大きい画像は自動で小さくします。"
          accept=".png,.jpg,.jpeg"
          maxBytes={MAX_BYTES}
          error={error}
        />
        <FormActions>
          <Button type="submit" kind="primary" busy={busy}>
            ロゴを登録する
          </Button>
          {logo && (
            <Button busy={busy} onClick={() => save(undefined, "ロゴを削除しました。")}>
              ロゴを削除する
            </Button>
          )}
        </FormActions>
      </Form>
    </section>
  );
}

/** A file's bytes in base64, as the JSON body needs them. */
async function base64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let offset = 0; offset < bytes.length; offset += 0x8000)
    text += String.fromCharCode(...bytes.subarray(offset, offset + 0x8000));
  return btoa(text);
}
