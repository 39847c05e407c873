import { useQuery } from "@tanstack/react-query";
import type { Ref } from "react";
import { call } from "@/api/client";
import { type Search, SearchSelect } from "@/kit/SearchSelect";
import { office } from "./client";

/** How many are shown. */
const SHOWN = 20;

/** One of the members, found by a part of the name, the kana or the code. */
export function InstitutionSelect({
  value,
  onChange,
  except,
  ...field
}: {
  label: string;
  value: string;
  onChange: (financialId: string) => void;
  onBlur?: () => void;
  /** A member that cannot be chosen. */
  except?: string;
  name?: string;
  required?: boolean;
  badge?: boolean;
  help?: string;
  error?: string;
  empty?: string;
  size?: "short" | "medium";
  ref?: Ref<HTMLInputElement>;
}) {
  const search: Search = {
    key: ["office", "institutionOptions", except ?? ""],
    ask: async (word) => {
      const query = { word, limit: SHOWN };
      const found = await call(office.GET("/api/Office/GetInstitutionList", { params: { query } }));
      return {
        options: found.institutionList
          .filter((row) => row.financialId !== except)
          .map((row) => ({
            value: row.financialId,
            label: `${row.shortName || row.financialName}${row.financialCode && `（${row.financialCode}）`}`,
          })),
        more: found.allCount > SHOWN,
      };
    },
  };
  const chosen = useQuery({
    queryKey: ["office", "institution", value],
    queryFn: () =>
      call(office.GET("/api/Office/GetInstitution", { params: { query: { financialId: value } } })),
    enabled: value !== "",
  });
  return (
    <SearchSelect
      {...field}
      value={value}
      valueLabel={value === "" ? "" : ((chosen.data?.shortName || chosen.data?.financialName) ?? "")}
      onChange={onChange}
      search={search}
    />
  );
}
