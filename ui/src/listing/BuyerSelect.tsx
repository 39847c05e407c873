import { Select } from "@/kit/Select";
import { useOwnBuyers } from "./buyers";

/** For which of its own buyers a bank looks: scores and flags are then that buyer's (domain.md 8). */
export function BuyerSelect({ value, onChange }: { value: string; onChange: (companyId: string) => void }) {
  const buyers = useOwnBuyers(true);
  return (
    <Select
      label="一致度を見る買手"
      badge={false}
      help="担当の買手を選ぶと、その買手から見た一致度と交渉の状況を表示します。"
      empty="選ばない"
      options={(buyers.data?.companyList ?? []).map(({ companyId, displayName }) => ({
        value: companyId,
        label: displayName,
      }))}
      error={buyers.isError ? "買手の一覧を取得できませんでした。画面を読み込み直してください。" : undefined}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
