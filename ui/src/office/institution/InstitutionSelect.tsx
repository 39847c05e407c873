import { useQuery } from "@tanstack/react-query";
import type { Ref } from "react";
import { officeInstitutionQuery, officeInstitutionsQuery } from "@/api/office";
import type { Schemas } from "@/api/officeClient";
import { type Search, SearchSelect } from "@/kit/SearchSelect";
import { isRunning } from "./InstitutionState";

type InstitutionList = { rows: readonly Schemas["OfficeInstitutionRow"][]; allCount: number };

/** How many hits are shown. */
const MAX_HITS = 20;

/** Selects a member institution, found by a part of its name, kana or code. */
export function InstitutionSelect({
  value,
  onChange,
  except,
  runningOnly,
  ...field
}: {
  label: string;
  value: string;
  onChange: (financialId: string) => void;
  onBlur?: () => void;
  /** A member that cannot be chosen. */
  except?: string;
  /** Whether only members that take part now can be chosen. */
  runningOnly?: boolean;
  name?: string;
  required?: boolean;
  badge?: boolean;
  help?: string;
  error?: string;
  empty?: string;
  size?: "short" | "medium";
  ref?: Ref<HTMLInputElement>;
}) {
  const search: Search = (word) => ({
    ...officeInstitutionsQuery({ word, limit: MAX_HITS }),
    select: ({ rows, allCount }: InstitutionList) => ({
      options: rows
        .filter((row) => row.financialId !== except && (!runningOnly || isRunning(row)))
        .map((row) => ({
          value: row.financialId,
          label: `${row.shortName || row.financialName}${row.financialCode && `（${row.financialCode}）`}`,
        })),
      more: allCount > MAX_HITS,
    }),
  });
  const chosen = useQuery({
    ...officeInstitutionQuery(value),
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
