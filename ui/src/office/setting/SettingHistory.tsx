import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { settingChangesQuery } from "@/api/office";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { formatTime } from "@/lib/dates";
import { useUrlState } from "@/lib/urlstate";
import { OfficeList } from "../list";
import styles from "../office.module.css";

const DEFAULTS = { pageNumber: 1 };

/** The history of setting changes, of one kind or of all: who, when, old and new value. */
export function SettingHistory({ kind = "" }: { kind?: "" | "periods" }) {
  const { state, href } = useUrlState(DEFAULTS);
  const query = useQuery({
    ...settingChangesQuery({ kind, ...state }),
    placeholderData: keepPreviousData,
  });
  return (
    <section className={styles.section}>
      <Heading>変更の記録</Heading>
      <OfficeList
        query={query}
        page={state.pageNumber}
        href={(pageNumber) => href({ pageNumber })}
        caption="設定の変更の記録"
        rowKey={(row) => `${row.at} ${row.label}`}
        columns={[
          { key: "label", header: "項目", primary: true, cell: (row) => row.label },
          { key: "was", header: "変更前", cell: (row) => row.was },
          { key: "becomes", header: "変更後", cell: (row) => row.becomes },
          { key: "at", header: "日時", nowrap: true, cell: (row) => formatTime(row.at) },
          { key: "user", header: "変更した人", cell: (row) => row.userName || "―" },
        ]}
        empty={
          <EmptyState title="変更はまだありません">
            設定を変えると、だれが、いつ、何を変えたかが、ここに並びます。
          </EmptyState>
        }
      />
    </section>
  );
}
