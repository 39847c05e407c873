import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type Ref, useState } from "react";
import { call } from "@/api/client";
import { useRested } from "@/kit/rested";
import { SearchSelect } from "@/kit/SearchSelect";
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
  const [typed, setTyped] = useState("");
  const word = useRested(typed);
  const found = useQuery({
    queryKey: ["office", "institutionOptions", word],
    queryFn: () =>
      call(office.GET("/api/Office/GetInstitutionList", { params: { query: { word, limit: SHOWN } } })),
    placeholderData: keepPreviousData,
  });
  const chosen = useQuery({
    queryKey: ["office", "institution", value],
    queryFn: () =>
      call(office.GET("/api/Office/GetInstitution", { params: { query: { financialId: value } } })),
    enabled: value !== "",
  });
  const rows = (found.data?.institutionList ?? []).filter((row) => row.financialId !== except);
  return (
    <SearchSelect
      {...field}
      value={value}
      valueLabel={value === "" ? "" : ((chosen.data?.shortName || chosen.data?.financialName) ?? "")}
      onChange={onChange}
      word={typed}
      onWord={setTyped}
      isLate={!found.data || found.isPlaceholderData || typed.trim() !== word}
      options={rows.map((row) => ({
        value: row.financialId,
        label: `${row.shortName || row.financialName}${row.financialCode && `（${row.financialCode}）`}`,
      }))}
      more={(found.data?.allCount ?? 0) > SHOWN}
    />
  );
}
