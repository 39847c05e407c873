import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { SearchSelect } from "@/kit/SearchSelect";
import { companyOptionsQuery, type OwnKind, ownCompanyQuery } from "./companies";

/** How long the typing must rest before it is asked for. */
const REST_MS = 200;

/** What was typed, once the typing rests. */
export function useRested(typed: string): string {
  const [word, setWord] = useState(typed.trim());
  useEffect(() => {
    const timer = setTimeout(() => setWord(typed.trim()), REST_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return word;
}

/** One of the companies in charge, found by a part of its name: a bank can have thousands. */
export function OwnCompanySelect({
  kind,
  value,
  onChange,
  ...field
}: {
  kind: OwnKind;
  label: string;
  help?: string;
  empty: string;
  value: string;
  onChange: (companyId: string) => void;
}) {
  const client = useQueryClient();
  const [typed, setTyped] = useState("");
  const found = useQuery({
    ...companyOptionsQuery(kind, useRested(typed)),
    placeholderData: keepPreviousData,
  }).data;
  const chosen = useQuery(ownCompanyQuery(kind, value)).data;
  return (
    <SearchSelect
      {...field}
      badge={false}
      value={value}
      valueLabel={chosen?.label ?? ""}
      onChange={(id) => {
        const row = found?.options.find((option) => option.value === id);
        if (row) client.setQueryData(ownCompanyQuery(kind, id).queryKey, row);
        onChange(id);
      }}
      word={typed}
      onWord={setTyped}
      options={found?.options ?? []}
      more={found?.more}
    />
  );
}
