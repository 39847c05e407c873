import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Button } from "@/kit/Button";
import { DataList } from "@/kit/DataList";
import { EmptyState } from "@/kit/EmptyState";
import { Form } from "@/kit/Form";
import { Pagination } from "@/kit/Pagination";
import { Select } from "@/kit/Select";
import { Skeleton } from "@/kit/Skeleton";
import { TextField } from "@/kit/TextField";
import { Score } from "@/search/Score";
import { WidenedWords } from "@/search/WidenedWords";
import { widenedOf } from "@/search/widened";
import { industryNames, type Masters, prefectureName } from "../masters";
import type { BuyerConditions, BuyerList } from "../queries";
import type { Partner } from "../types";
import { traits } from "./partners";

/** The search for buyers of the network by their needs, with a check box for each. */
export function BuyerSearch({
  query,
  conditions,
  onConditions,
  page,
  pageHref,
  chosen,
  onChoose,
  offered,
  salesLabel,
  masters,
}: {
  query: UseQueryResult<BuyerList>;
  conditions: BuyerConditions;
  onConditions: (conditions: BuyerConditions) => void;
  page: number;
  pageHref: (page: number) => string;
  /** The names of the chosen buyers of all pages, by company id. */
  chosen: ReadonlyMap<string, string>;
  onChoose: (chosen: ReadonlyMap<string, string>) => void;
  offered: ReadonlyMap<string, Partner>;
  salesLabel: (key: number) => string;
  masters: Masters;
}) {
  const { industry, prefecture, needsName, without } = conditions;
  const [draft, setDraft] = useState({ industry, prefecture, needsName });
  // Back and Forward change the conditions in the address.
  useEffect(() => setDraft({ industry, prefecture, needsName }), [industry, prefecture, needsName]);
  const rows = query.data?.companyList ?? [];
  /** The name of a buyer; buyers called 匿名 are distinguished by their other data. */
  const nameOf = (row: (typeof rows)[number]) =>
    [row.displayName, traits(row, masters)].filter(Boolean).join("・");
  const choose = (selected: Set<string>) => {
    const here = new Map(rows.map((row) => [row.companyId, nameOf(row)]));
    const next = new Map([...chosen].filter(([id]) => !here.has(id)));
    for (const id of selected) {
      const name = here.get(id) ?? chosen.get(id);
      if (name !== undefined) next.set(id, name);
    }
    onChoose(next);
  };
  return (
    <>
      <Form row label="買手を探す" onSubmit={() => onConditions({ ...draft, without })}>
        <Select
          label="希望する業種"
          badge={false}
          empty="指定しない"
          value={draft.industry}
          onChange={(event) => setDraft({ ...draft, industry: event.target.value })}
          options={masters.classes.map(({ code, name }) => ({ value: code, label: name }))}
        />
        <Select
          label="買手の所在地"
          badge={false}
          empty="指定しない"
          value={draft.prefecture}
          onChange={(event) => setDraft({ ...draft, prefecture: event.target.value })}
          options={masters.regions
            .flatMap((region) => region.items)
            .map(({ code, name }) => ({ value: code, label: name }))}
        />
        <TextField
          label="ニーズの言葉"
          badge={false}
          size="medium"
          value={draft.needsName}
          onChange={(event) => setDraft({ ...draft, needsName: event.target.value })}
        />
        <Button type="submit">検索する</Button>
      </Form>
      {query.isPending ? (
        <Skeleton rows={4} />
      ) : query.isError ? (
        <EmptyState
          title="買手を検索できませんでした"
          action={<Button onClick={() => query.refetch()}>もう一度検索する</Button>}
        >
          通信の状態を確認して、もう一度お試しください。
        </EmptyState>
      ) : (
        <>
          <WidenedWords
            list={widenedOf(query.data)}
            text={needsName}
            without={without}
            isEmpty={query.data.allCount === 0}
            onChange={(change) =>
              onConditions({
                industry,
                prefecture,
                needsName: change.text ?? needsName,
                without: change.without ?? without,
              })
            }
          />
          <DataList
            caption="買手"
            rows={rows}
            stale={query.isPlaceholderData}
            rowKey={(row) => row.companyId}
            rowName={nameOf}
            rowHref={(row) => `/buyer-company/${row.companyId}`}
            selected={new Set(chosen.keys())}
            onSelect={choose}
            empty={
              <EmptyState title="条件に合う買手はいません">
                業種や所在地の条件を外すと、見つかることがあります。
              </EmptyState>
            }
            columns={[
              {
                key: "name",
                header: "買手",
                primary: true,
                cell: (row) => row.displayName,
                under: (row) =>
                  [
                    industryNames(masters.classes, row.industryType).join("、"),
                    prefectureName(masters.regions, row.location?.prefecturecode ?? ""),
                    salesLabel(row.salesAmount) && `年間売上高 ${salesLabel(row.salesAmount)}`,
                  ]
                    .filter(Boolean)
                    .join("・"),
              },
              {
                key: "needs",
                header: "ニーズ",
                cell: (row) => [...new Set(row.needsList?.map((needs) => needs.title))].join("、") || "―",
              },
              {
                key: "score",
                header: "一致度",
                cell: (row) =>
                  row.score === undefined ? (
                    "―"
                  ) : (
                    <Score
                      score={row.score}
                      band={row.scoreBand}
                      reasons={row.reasons ?? []}
                      isRecommended={row.score >= masters.limits.recommendedScore}
                      name={nameOf(row)}
                    />
                  ),
              },
              {
                key: "offer",
                header: "この案件",
                cell: (row) => {
                  const partner = offered.get(row.companyId);
                  if (!partner) return "―";
                  return partner.offerSendStatus
                    ? `オファー${partner.offerSendStatusLabel}`
                    : partner.statusLabel;
                },
              },
            ]}
          />
          <p role="status">選択中 {chosen.size}社（ページを移っても残ります）</p>
          <Pagination page={page} allCount={query.data.allCount} href={pageHref} />
        </>
      )}
    </>
  );
}
