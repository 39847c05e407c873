import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { type Search, SearchSelect } from "@/kit/SearchSelect";
import type { Choice, NamedOptions } from "./choices";

/** What is known of one of very many by its id: null where there is no such thing. */
export const choiceQuery = (key: readonly string[], id: string, ask: () => Promise<Choice | null>) =>
  queryOptions({ queryKey: [...key, id], queryFn: ask, enabled: id !== "", staleTime: 60_000 });

/** The control of a condition that names one of very many, found by a word. */
export function NamedSelect({
  value,
  onChange,
  search,
  one,
  ...field
}: Omit<Parameters<NamedOptions["control"]>[0], "name"> & {
  error?: string;
  search: Search;
  one: (id: string) => ReturnType<typeof choiceQuery>;
}) {
  const client = useQueryClient();
  const chosen = useQuery(one(value)).data;
  return (
    <SearchSelect
      {...field}
      badge={false}
      value={value}
      valueLabel={chosen?.label ?? ""}
      onChange={(id, label) => {
        const row: Choice = { value: id, label };
        if (id) client.setQueryData(one(id).queryKey, row);
        onChange(id);
      }}
      search={search}
    />
  );
}
