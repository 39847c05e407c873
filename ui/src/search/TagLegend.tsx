import { Info } from "lucide-react";
import { useState } from "react";
import { Button } from "@/kit/Button";
import { Dialog } from "@/kit/Dialog";
import { Tag, type TagName } from "@/kit/Tag";
import styles from "./TagLegend.module.css";

interface Meaning {
  text: string;
  /** Banks alone meet it: it tells who is in charge, or whom they register. */
  isBanks?: true;
}

/** What every tag means to the reader (SPEC.md section 4; domain.md 3 and 4). */
export const MEANINGS: Readonly<Record<TagName, Meaning>> = {
  New: { text: "新しく公開された案件です。" },
  Recommended: {
    text: "登録した買収ニーズとの一致度が高い案件です。業種を指定したニーズでは、同じ業種か隣接業種の案件に限ります。",
  },
  Offer: { text: "オファー（ご提案）が届いている案件です。" },
  Interested: { text: "興味ありとした案件です。" },
  IsReaded: { text: "一度開いたことがある案件です。" },
  Public: { text: "公開中の案件や買手です。成約した案件には「成約」と表示します。" },
  NonPublic: { text: "いまは公開されていない案件や買手です。" },
  FinancialNotApproved: { text: "買手本人の登録が済み、金融機関の承認を待っています。", isBanks: true },
  ChargeCompany: { text: "自機関が担当している企業です。", isBanks: true },
  ChargeSellerBusiness: { text: "自機関が担当している案件です。", isBanks: true },
  Limited: { text: "担当する金融機関とその買手だけに公開されている案件です。", isBanks: true },
  Rest: { text: "一部の金融機関には公開されていない案件です。" },
  AnonymousNegotiated: { text: "企業名を伏せたまま交渉しています。" },
  AnonymousHopeRealNameNegotiated: { text: "実名での交渉を希望し、売手側の承認を待っています。" },
  RealNameNegotiated: { text: "互いの企業名を開示して交渉しています。" },
  ConditionsNegotiated: { text: "価格や時期などの条件を交渉しています。" },
  ContractSigned: { text: "成約した案件です。" },
  BreakNegotiations: { text: "自社・担当先との交渉が終了した案件です。" },
  Will1: { text: "譲渡を決めており、企業概要書があります。" },
  Will2: { text: "譲渡を決めており、企業概要書を準備しています。" },
  Will3: { text: "譲渡を検討しています。" },
};

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
          {(Object.entries(MEANINGS) as [TagName, Meaning][])
            .filter(([, { isBanks }]) => isFIN || !isBanks)
            .map(([name, { text }]) => (
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
