import { hashKey, useQuery } from "@tanstack/react-query";
import { type Search, SearchSelect } from "@/kit/SearchSelect";
import type { Choice, IdChoiceOptions } from "./choices";

/** The query for one of very many by its id; null if it does not exist. */
type QueryById = (id: string) => {
  queryKey: readonly unknown[];
  // biome-ignore lint/suspicious/noExplicitAny: what the answer is, its own `select` knows.
  queryFn: (context: { signal: AbortSignal }) => Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: the same.
  select: (answer: any) => Choice | null;
};

/** Choices made from a list, by the key of the query that would find them: they need no call. */
const choicesByQuery = new Map<string, Choice>();

/** The name of one of very many by its id; undefined until it is loaded. */
export function useChoice(queryById: QueryById, id: string): Choice | null | undefined {
  const query = queryById(id);
  const chosenBefore = choicesByQuery.get(hashKey(query.queryKey));
  const { data } = useQuery({ ...query, enabled: id !== "" && !chosenBefore, staleTime: 60_000 });
  return chosenBefore ?? data;
}

/** The control of a condition with very many values, which are searched by a word. */
export function NamedSelect({
  value,
  onChange,
  search,
  queryById,
  ...field
}: Omit<Parameters<IdChoiceOptions["control"]>[0], "name"> & {
  error?: string;
  search: Search;
  queryById: QueryById;
}) {
  return (
    <SearchSelect
      {...field}
      badge={false}
      value={value}
      valueLabel={useChoice(queryById, value)?.label ?? ""}
      onChange={(id, label) => {
        if (id) choicesByQuery.set(hashKey(queryById(id).queryKey), { value: id, label });
        onChange(id);
      }}
      search={search}
    />
  );
}
