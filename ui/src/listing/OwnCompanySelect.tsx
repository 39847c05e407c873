import { useQuery, useQueryClient } from "@tanstack/react-query";
import { SearchSelect } from "@/kit/SearchSelect";
import type { Choice } from "@/search/choices";
import { companySearch, type OwnKind, ownCompanyQuery } from "./companies";

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
  const chosen = useQuery(ownCompanyQuery(kind, value)).data;
  return (
    <SearchSelect
      {...field}
      badge={false}
      value={value}
      valueLabel={chosen?.label ?? ""}
      onChange={(id, label) => {
        const row: Choice = { value: id, label };
        if (id) client.setQueryData(ownCompanyQuery(kind, id).queryKey, row);
        onChange(id);
      }}
      search={companySearch(kind)}
    />
  );
}
