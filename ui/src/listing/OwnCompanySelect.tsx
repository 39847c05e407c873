import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useRested } from "@/kit/rested";
import { SearchSelect } from "@/kit/SearchSelect";
import { companyOptionsQuery, type OwnKind, ownCompanyQuery } from "./companies";

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
  const word = useRested(typed);
  const { data: found, isPlaceholderData } = useQuery({
    ...companyOptionsQuery(kind, word),
    placeholderData: keepPreviousData,
  });
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
      isLate={!found || isPlaceholderData || typed.trim() !== word}
      more={found?.more}
    />
  );
}
