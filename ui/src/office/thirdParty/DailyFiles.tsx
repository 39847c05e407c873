import type { Schemas } from "@/api/officeClient";
import { Button } from "@/kit/Button";
import { DescriptionList } from "@/kit/DescriptionList";
import { Heading } from "@/kit/Heading";
import panel from "@/kit/Panel.module.css";
import { formatTime } from "@/lib/dates";
import styles from "../office.module.css";
import { fetchFile } from "./MarkList";

/** What each command of the server's list shows. */
const SHOWS = [
  "公開鍵の指紋です。上の「公開鍵の指紋」と同じことを確かめます。",
  "ファイルのハッシュです。一覧の「一日の記録（SHA-256）」と同じことを確かめます。",
  "署名を確かめます。「Signature Verified Successfully」と出れば、1文字も変わっていません。",
  "1行目の「previous」に、前の日のファイルのハッシュがあります。前の日のファイルの sha256sum と同じことを確かめます。",
];

/** The signed files of the days: where they go, and how to check them without this program. */
export function DailyFiles({ daily }: { daily: Schemas["DailyShown"] }) {
  return (
    <section className={styles.section}>
      <Heading>一日の記録（署名したファイル）</Heading>
      {daily.problem && (
        <p className={panel.problem} role="alert">
          {formatTime(daily.problemAt)}　{daily.problem}
        </p>
      )}
      <p>
        監査ログと開示台帳のうち事務局が見られる行を、一日ごとにJSONLのファイルにします。入るのは、日時、操作、利用者や案件の番号だけです。名前、本文、接続元のアドレスは入りません。
      </p>
      <DescriptionList
        items={[
          {
            term: "保管先のフォルダ",
            value: daily.hasFolder
              ? "サーバの起動のときに指定したフォルダに、毎日書いています"
              : "指定されていません。サーバの管理者が、起動のときに -daily で指定できます",
          },
          { term: "公開鍵の指紋", value: <span className={styles.small}>{daily.fingerprint}</span> },
        ]}
      />
      <div className={styles.actions}>
        <Button onClick={() => fetchFile("GetDailyKey", {}, "tsunagu-daily.pem")}>公開鍵を取り出す</Button>
      </div>
      <Heading level={3}>確かめ方</Heading>
      <p>
        記録のファイル、署名、公開鍵を一つのフォルダに置き、次のコマンドを順に実行します。必要なのは sha256sum
        と openssl だけです。
      </p>
      <ol className={styles.links}>
        {daily.commandList.map((command, i) => (
          <li key={command}>
            <code>{command}</code>
            <p className={panel.note}>{SHOWS[i]}</p>
          </li>
        ))}
      </ol>
      <p className={panel.note}>
        ファイルだけで確かめられるのは、作ったあとに変わっていないことと、日のつながりです。金融機関だけが見られる行はファイルに入らず、サーバで{" "}
        <code>tsunagu check</code> を実行すると、すべての行とタイムスタンプを確かめます。
      </p>
    </section>
  );
}
