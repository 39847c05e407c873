import { useEffect, useState } from "react";
import { api, call } from "@/api/client";
import { useEnumerations } from "@/api/enumerations";
import { ApiError } from "@/api/errors";
import type { components } from "@/api/schema.gen";
import { Heading } from "@/kit/Heading";
import panel from "@/kit/Panel.module.css";
import { PasscodeForm } from "@/kit/PasscodeForm";
import { forgetKey, hideKey, takeKey } from "@/lib/mailedKey";
import styles from "./account.module.css";
import { PasswordIsSet, type SetAnswer, SetForm } from "./PasswordSetForm";

const STORED = "letter";

type Opened = components["schemas"]["PasswordKeyAnswer"] & { passcode: string };

/** Sets the first password by a letter: its link, and the code that was told by another way (/letter?key=…). */
export default function LetterScreen() {
  const [key] = useState(() => takeKey(STORED));
  const [opened, setOpened] = useState<Opened | null>(null);
  const [done, setDone] = useState<SetAnswer | null>(null);
  useEffect(hideKey, []);
  if (done) return <PasswordIsSet {...done} />;
  if (!opened) return <CodeForm linkKey={key} onOpen={setOpened} />;
  return (
    <SetForm
      linkKey={key}
      {...opened}
      onDone={(answer) => {
        forgetKey(STORED);
        setDone(answer);
      }}
      onInvalid={() => setOpened(null)}
    />
  );
}

function CodeForm({ linkKey, onOpen }: { linkKey: string; onOpen: (opened: Opened) => void }) {
  const digits = useEnumerations()?.limits.passcodeDigits ?? 8;
  if (!linkKey)
    return (
      <>
        <Heading level={1}>招待状のリンクから開いてください</Heading>
        <div className={panel.box}>
          <p>
            このページは、招待状に印刷されたQRコードを読み取るか、リンクをすべて入力して開きます。途中で切れたリンクでは開けません。
          </p>
          <p>うまく開けないときは、招待状を渡した担当者にご連絡ください。</p>
        </div>
      </>
    );
  return (
    <>
      <Heading level={1}>招待状をお持ちの方</Heading>
      <div className={panel.box}>
        <p>
          招待状を渡した担当者が、電話などでお伝えした確認コード（{digits}
          桁の数字）を入力してください。招待状には書かれていません。
        </p>
        <PasscodeForm
          label="確認コード"
          digits={digits}
          submitLabel="次へ進む"
          open={async (passcode) => {
            try {
              const found = await call(
                api.POST("/api/Public/GetPasswordKey", { body: { key: linkKey, passcode } }),
              );
              onOpen({ ...found, passcode });
              return "";
            } catch (error) {
              if (!(error instanceof ApiError)) throw error;
              return error.detail || "開けませんでした。もう一度お試しください。";
            }
          }}
        />
        <ul className={styles.list}>
          <li>5回誤ると、招待状は使えなくなります。</li>
          <li>確認コードがわからないときや、期限が過ぎたときは、招待状を渡した担当者にご連絡ください。</li>
        </ul>
      </div>
    </>
  );
}
