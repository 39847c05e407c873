import { Download, Printer } from "lucide-react";
import { useState } from "react";
import { save } from "@/api/client";
import { network } from "@/api/network";
import { Button } from "@/kit/Button";
import { Checkbox } from "@/kit/Checkbox";
import panel from "@/kit/Panel.module.css";
import styles from "./signin.module.css";

/**
 * Shows the recovery codes, which cannot be shown again. The user continues after confirming that the
 * codes are stored elsewhere.
 */
export function CodesPanel({
  codes,
  label,
  onDone,
}: {
  codes: readonly string[];
  /** The label of the button that continues. */
  label: string;
  onDone: () => void;
}) {
  const [confirmed, setConfirmed] = useState(false);
  const [submitted, setSubmitted] = useState(false);
  const text = `${network.value.networkName}　リカバリーコード\r\n\r\n${codes.join("\r\n")}\r\n\r\nスマートフォンをなくしたとき、確認コードの代わりに1つずつ使えます。\r\n`;
  return (
    <section className={panel.section} aria-labelledby="codes">
      <h2 id="codes">リカバリーコード</h2>
      <p>
        スマートフォンをなくしたときや、機種を替えたときに、確認コードの代わりに使えるコードです。1つのコードで1回ログインできます。
      </p>
      <p className={panel.warning}>
        <strong>この画面を閉じると、二度と表示できません。</strong>
        印刷するか書き写して、スマートフォンとは別の、人の目に触れない場所に保管してください。
      </p>
      <ol className={styles.codes} aria-label="リカバリーコード">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={`${styles.actions} ${styles.noPrint}`}>
        <Button icon={<Printer aria-hidden size={18} />} onClick={() => window.print()}>
          印刷する
        </Button>
        <Button
          icon={<Download aria-hidden size={18} />}
          onClick={() => save(new Response(text), "リカバリーコード.txt")}
        >
          ファイルに保存する
        </Button>
      </div>
      <div className={styles.noPrint}>
        <Checkbox
          label="リカバリーコードを控えました"
          checked={confirmed}
          error={submitted && !confirmed ? "コードを控えてから、チェックを入れてください。" : undefined}
          onChange={(event) => setConfirmed(event.target.checked)}
        />
      </div>
      <div className={`${styles.actions} ${styles.noPrint}`}>
        <Button kind="primary" onClick={() => (confirmed ? onDone() : setSubmitted(true))}>
          {label}
        </Button>
      </div>
    </section>
  );
}
