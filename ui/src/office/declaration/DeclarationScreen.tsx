import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { declarationVersionQuery, officeDeclarationQuery } from "@/api/office";
import { failureText, type Schemas } from "@/api/officeClient";
import { pageFetch } from "@/api/query";
import { Button } from "@/kit/Button";
import { Declaration } from "@/kit/Declaration";
import { Dialog } from "@/kit/Dialog";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { formatTime } from "@/lib/dates";
import styles from "../office.module.css";
import { officePage } from "../page";
import { DeclarationEditor } from "./DeclarationEditor";

type Office = Schemas["OfficeDeclaration"];

/** /office/declaration: what the network says of itself in public. Every version is kept. */
function DeclarationScreen() {
  const [editing, setEditing] = useState(false);
  const { data } = useQuery({ ...officeDeclarationQuery, ...pageFetch });
  return (
    <>
      <Heading level={1}>ネットワークの宣言</Heading>
      <p>
        成約に進む前に何を確かめるか、特定事業者リストの共有の仕組みに参加しているかを、ログインしていない方にも公開します。公開すると新しい版になり、これまでの版は残ります。
      </p>
      {!data ? (
        <Skeleton lines={10} />
      ) : editing || data.isSample ? (
        <>
          {data.isSample && (
            <p className={panel.warning}>
              まだ公開していません。下の内容は見本です。公開するまで、だれにも見えません。ネットワークの取り組みに合わせて直してください。
            </p>
          )}
          <DeclarationEditor
            key={data.declaration.version}
            office={data}
            onClose={data.isSample ? undefined : () => setEditing(false)}
          />
        </>
      ) : (
        <Published office={data} onEdit={() => setEditing(true)} />
      )}
    </>
  );
}

function Published({ office, onEdit }: { office: Office; onEdit: () => void }) {
  const [version, setVersion] = useState<number | null>(null);
  const { declaration, versionList } = office;
  return (
    <div className={styles.section}>
      <Heading actions={<Button onClick={onEdit}>新しい版を作る</Button>}>{declaration.title}</Heading>
      <p className={panel.note}>
        第{declaration.version}版　{formatTime(declaration.created)} 公開{"　"}
        <Link href="/declaration">公開しているページを見る</Link>
      </p>
      <Declaration texts={declaration} level={3} />
      <Heading level={3}>公開した版</Heading>
      <ul className={styles.links}>
        {versionList.map((v) => (
          <li key={v.version}>
            <Button kind="quiet" onClick={() => setVersion(v.version)}>
              第{v.version}版を読む
            </Button>
            　{v.title}　{formatTime(v.created)}　{v.userName}
          </li>
        ))}
      </ul>
      {version !== null && <VersionDialog version={version} onClose={() => setVersion(null)} />}
    </div>
  );
}

function VersionDialog({ version, onClose }: { version: number; onClose: () => void }) {
  const { data, error } = useQuery(declarationVersionQuery(version));
  return (
    <Dialog open wide onClose={onClose} title={`ネットワークの宣言　第${version}版`} cancelLabel="閉じる">
      {error && <p role="alert">{failureText(error, "この版を読み込めませんでした。")}</p>}
      {!data && !error && <Skeleton lines={8} />}
      {data && (
        <div className={styles.section}>
          <p className={panel.note}>{formatTime(data.created)} 公開</p>
          <Heading level={3}>{data.title}</Heading>
          <Declaration texts={data} level={3} />
        </div>
      )}
    </Dialog>
  );
}

export default officePage(DeclarationScreen);
