import { useQuery } from "@tanstack/react-query";
import { mergersQuery } from "@/api/office";
import { Link } from "@/kit/Link";
import panel from "@/kit/Panel.module.css";

/** Reminds whoever can confirm a merger of the one that waits for him; nothing if there is none. */
export function MergerTask() {
  const { data } = useQuery(mergersQuery({ pageNumber: 1 }));
  const merger = data?.rows.find((row) => row.sides.some((side) => side.canConfirm));
  if (!merger) return null;
  return (
    <p className={panel.warning}>
      金融機関の合併が、あなたの確認を待っています。
      <Link href={`/office/mergers/${merger.mergerId}`}>内容を見て確認する</Link>
    </p>
  );
}
