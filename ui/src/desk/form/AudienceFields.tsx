import { useQuery } from "@tanstack/react-query";
import { type Control, Controller, type FieldValues, type Path, useWatch } from "react-hook-form";
import { otherInstitutionsQuery } from "@/api/institution";
import { EmptyState } from "@/kit/EmptyState";
import { RadioGroup } from "@/kit/RadioGroup";
import { Skeleton } from "@/kit/Skeleton";
import { TwoLevel } from "@/kit/TwoLevel";
import { user } from "@/session/session";
import { itemLabel, type Masters } from "../masters";
import type { Audience } from "./values";

export interface AudienceValues extends FieldValues {
  audience: Audience;
  restFinancial: string[];
}

/** The audience of a listing: all, all except some institutions, or the own institution only (domain.md 3.4). */
export function AudienceFields<T extends AudienceValues>({
  control,
  masters,
  error,
}: {
  control: Control<T>;
  masters: Masters;
  /** The error of the list of institutions. */
  error?: string;
}) {
  const audience = useWatch({ control, name: "audience" as Path<T> }) as Audience;
  return (
    <>
      <Controller
        control={control}
        name={"audience" as Path<T>}
        render={({ field: { ref: _, ...field } }) => (
          <RadioGroup
            {...field}
            label="公開範囲"
            required
            column
            options={[
              {
                value: "all",
                label: "加盟するすべての金融機関に公開する",
                help: "すべての加盟金融機関と、その取引先の買手が見られます。",
              },
              {
                value: "rest",
                label: "公開しない金融機関を選ぶ（公開先制限）",
                help: "選んだ金融機関とその取引先には、案件があること自体が見えません。",
              },
              {
                value: "limited",
                label: "自機関だけに公開する（自機関限定）",
                help: "自機関の職員と、自機関が担当する買手だけが見られます。",
              },
            ]}
          />
        )}
      />
      {audience === "rest" && (
        <Controller
          control={control}
          name={"restFinancial" as Path<T>}
          render={({ field: { ref: _, ...field } }) => (
            <Institutions {...field} masters={masters} error={error} />
          )}
        />
      )}
    </>
  );
}

function Institutions({
  masters,
  error,
  ...field
}: {
  masters: Masters;
  error?: string;
  name: string;
  value: string[];
  onChange: (value: string[]) => void;
  onBlur: () => void;
}) {
  const query = useQuery(otherInstitutionsQuery(user.value?.clientId ?? ""));
  if (query.isPending) return <Skeleton rows={3} />;
  if (!query.data)
    return (
      <EmptyState title="金融機関の一覧を取得できませんでした">
        通信の状態を確認して、画面を読み込み直してください。入力した内容は残っています。
      </EmptyState>
    );
  const types = [...new Set(query.data.map((row) => row.financialType))].sort((a, b) => a - b);
  return (
    <TwoLevel
      {...field}
      label="公開しない金融機関"
      required
      help="新しく加盟した金融機関は、自動的にこの一覧に加わります。公開してよいと確かめてから外します。"
      searchLabel="金融機関を探す"
      error={error}
      groups={types.map((type) => ({
        code: `type${type}`,
        name: itemLabel(masters.items.financialType.items, type) || "その他",
        items: query.data
          .filter((row) => row.financialType === type)
          .map((row) => ({ code: row.financialId, name: row.financialName, words: row.shortName })),
      }))}
    />
  );
}
