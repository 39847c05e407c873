import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type Ref, useEffect, useState } from "react";
import { call } from "@/api/client";
import { SearchSelect } from "@/kit/SearchSelect";
import { office } from "./client";

/** How long the typing must rest before it is asked for, and how many are shown. */
const REST_MS = 200;
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
  const [word, setWord] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setWord(typed.trim()), REST_MS);
    return () => clearTimeout(timer);
  }, [typed]);
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
      options={rows.map((row) => ({
        value: row.financialId,
        label: `${row.shortName || row.financialName}${row.financialCode && `（${row.financialCode}）`}`,
      }))}
      more={(found.data?.allCount ?? 0) > SHOWN}
    />
  );
}
