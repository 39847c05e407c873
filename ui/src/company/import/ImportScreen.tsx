import { useQuery } from "@tanstack/react-query";
import { importQuery, latestImportQuery } from "@/api/import";
import { pageFetch } from "@/api/query";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { Skeleton } from "@/kit/Skeleton";
import { useUrlState } from "@/lib/urlstate";
import styles from "../company.module.css";
import { useKind } from "../kinds";
import { ImportFile } from "./ImportFile";
import { ImportResult } from "./ImportResult";
import { importPath } from "./imports";

const STATE = { importId: "", columns: 0 };

/** A file of companies is chosen, read, looked at and registered: /buyer-company-manage/import. */
export default function ImportScreen() {
  const kind = useKind();
  const { state } = useUrlState(STATE);
  return (
    <>
      <Heading level={1}>{kind.name}のCSVを読み込む</Heading>
      {state.importId ? (
        <StoredImport key={state.importId} importId={state.importId} isMapping={state.columns === 1} />
      ) : (
        <>
          <UnfinishedImport />
          <ImportFile kind={kind} />
        </>
      )}
    </>
  );
}

function StoredImport({ importId, isMapping }: { importId: string; isMapping: boolean }) {
  const kind = useKind();
  const { data } = useQuery({ ...importQuery(importId), ...pageFetch });
  return data ? <ImportResult kind={kind} one={data} isMapping={isMapping} /> : <Skeleton rows={4} />;
}

/** A user who left while a file was read, or before it was registered, can continue here. */
function UnfinishedImport() {
  const kind = useKind();
  const latest = useQuery(latestImportQuery(kind.clientType)).data ?? "";
  const one = useQuery({ ...importQuery(latest), enabled: latest !== "" }).data;
  if (!one || one.state === "done" || one.state === "failed") return null;
  return (
    <section className={styles.notice} data-kind="waiting" aria-label="前回の読み込み">
      <p>
        前回の読み込み「{one.fileName}」
        {one.state === "writing" ? "を登録しています。" : "が、登録されないまま残っています。"}
      </p>
      <div className={styles.actions}>
        <Link href={`${importPath(kind)}?importId=${one.importId}`} button="secondary">
          続きを見る
        </Link>
      </div>
    </section>
  );
}
