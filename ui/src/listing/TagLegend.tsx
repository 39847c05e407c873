import { Info } from "lucide-react";
import { useState } from "react";
import { Button } from "@/kit/Button";
import { Dialog } from "@/kit/Dialog";
import { Tag, type TagName } from "@/kit/Tag";
import styles from "./TagLegend.module.css";

/** What the tags of a listing mean to the reader (SPEC.md section 4; domain.md 3 and 4). */
const MEANINGS: readonly { name: TagName; text: string; finOnly?: boolean }[] = [
  { name: "New", text: "公開されて間もない案件です。" },
  { name: "Recommended", text: "登録した買収ニーズとの一致度が高い案件です。" },
  { name: "Offer", text: "オファー（ご提案）が届いている案件です。" },
  { name: "Interested", text: "興味ありとした案件です。" },
  { name: "IsReaded", text: "一度開いたことがある案件です。" },
  { name: "Public", text: "公開中の案件、または成約した案件です。" },
  { name: "NonPublic", text: "いまは公開されていない案件です。" },
  { name: "ChargeSellerBusiness", text: "自機関が担当している案件です。", finOnly: true },
  { name: "Limited", text: "担当する金融機関とその買手だけに公開されている案件です。", finOnly: true },
  { name: "Rest", text: "一部の金融機関には公開されていない案件です。" },
  { name: "AnonymousNegotiated", text: "企業名を伏せたまま交渉しています。" },
  { name: "AnonymousHopeRealNameNegotiated", text: "実名での交渉を希望し、売手側の承認を待っています。" },
  { name: "RealNameNegotiated", text: "互いの企業名を開示して交渉しています。" },
  { name: "ConditionsNegotiated", text: "価格や時期などの条件を交渉しています。" },
  { name: "ContractSigned", text: "成約した案件です。" },
  { name: "BreakNegotiations", text: "自社・担当先との交渉が終了した案件です。" },
  { name: "Will1", text: "譲渡を決めており、企業概要書があります。" },
  { name: "Will2", text: "譲渡を決めており、企業概要書を準備しています。" },
  { name: "Will3", text: "譲渡を検討しています。" },
];

/** A button that explains every tag. */
export function TagLegend({ isFIN }: { isFIN: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" icon={<Info aria-hidden size={18} />} onClick={() => setOpen(true)}>
        タグの見方
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="タグの見方">
        <dl className={styles.list}>
          {MEANINGS.filter(({ finOnly }) => isFIN || !finOnly).map(({ name, text }) => (
            <div key={name}>
              <dt>
                <Tag name={name} />
              </dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </Dialog>
    </>
  );
}
