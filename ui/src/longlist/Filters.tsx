import { SlidersHorizontal } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "@/kit/Button";
import { Checkbox } from "@/kit/Checkbox";
import { Drawer } from "@/kit/Drawer";
import { isComposing } from "@/kit/Form";
import { IndustryChooser } from "@/kit/IndustryChooser";
import { RadioGroup } from "@/kit/RadioGroup";
import { RegionChooser } from "@/kit/RegionChooser";
import { Select } from "@/kit/Select";
import { TextField } from "@/kit/TextField";
import {
  CHARGES,
  type Conditions,
  cleared,
  conditionErrors,
  fits,
  shortCodes,
  smallClasses,
} from "./conditions";
import styles from "./longlist.module.css";
import type { Names } from "./names";

/** The choice 上限なし, which is no lower bound (SPEC.md section 9). */
const NO_LIMIT = 8;

export interface FiltersProps {
  state: Conditions;
  set: (changes: Partial<Conditions>) => void;
  names: Names;
  /** Tells two instances on one page apart. */
  id: string;
}

/** Every condition on candidates (SPEC.md section 7). */
export function Filters({ state, set, names, id }: FiltersProps) {
  const errors = conditionErrors(state, names);
  const options = (list: "annualSalesSearch" | "acquisitionPrice" | "salesPriceTo", except?: number) =>
    names.items[list].items
      .filter((item) => item.key !== except)
      .map((item) => ({ value: item.key, label: item.label }));
  return (
    <div className={styles.filters}>
      <Select
        label="一致度"
        badge={false}
        empty="すべて"
        options={fits(names)}
        value={state.fit}
        onChange={(event) => set({ fit: event.target.value })}
      />
      <RadioGroup
        label="担当"
        badge={false}
        column
        name={`${id}-charge`}
        value={state.charge}
        options={CHARGES}
        onChange={(event) => set({ charge: event.target.value })}
      />
      <div>
        <Checkbox
          label="オファーを送れる買手だけ"
          checked={state.isOfferable}
          onChange={(event) => set({ isOfferable: event.target.checked })}
        />
        <Checkbox
          label="保存したリストの買手だけ"
          checked={state.isLongList}
          onChange={(event) => set({ isLongList: event.target.checked })}
        />
      </div>
      <Word label="ニーズの言葉" value={state.needsName} onChange={(needsName) => set({ needsName })} />
      <Part title="希望する業種" chosen={state.needsIndustry.length}>
        <IndustryChooser
          label="希望する業種"
          badge={false}
          classes={names.classes}
          value={smallClasses(state.needsIndustry, names.classes)}
          onChange={(codes) => set({ needsIndustry: shortCodes(codes, names.classes) })}
        />
      </Part>
      <Part title="買手の業種" chosen={state.industry.length}>
        <IndustryChooser
          label="買手の業種"
          badge={false}
          classes={names.classes}
          value={smallClasses(state.industry, names.classes)}
          onChange={(codes) => set({ industry: shortCodes(codes, names.classes) })}
        />
      </Part>
      <Part title="買手の所在地" chosen={state.prefecture.length}>
        <RegionChooser
          label="買手の所在地"
          badge={false}
          regions={names.regions}
          value={state.prefecture}
          onChange={(prefecture) => set({ prefecture })}
        />
      </Part>
      <Select
        label="買手の年間売上高（下限）"
        badge={false}
        empty="指定なし"
        options={options("annualSalesSearch", 0)}
        value={state.annualSaleF || ""}
        onChange={(event) => set({ annualSaleF: Number(event.target.value) })}
      />
      <Select
        label="買手の年間売上高（上限）"
        badge={false}
        empty="指定なし"
        options={options("annualSalesSearch", 0)}
        value={state.annualSaleT || ""}
        error={errors.annualSaleT}
        onChange={(event) => set({ annualSaleT: Number(event.target.value) })}
      />
      <Select
        label="希望価格（下限）"
        badge={false}
        empty="指定なし"
        options={options("acquisitionPrice", NO_LIMIT)}
        value={state.salesPrice || ""}
        onChange={(event) => set({ salesPrice: Number(event.target.value) })}
      />
      <Select
        label="希望価格（上限）"
        badge={false}
        empty="指定なし"
        options={options("salesPriceTo")}
        value={state.salesPriceTo || ""}
        error={errors.salesPriceTo}
        onChange={(event) => set({ salesPriceTo: Number(event.target.value) })}
      />
      <Word
        label="企業名"
        help="担当企業の中から探します。"
        value={state.companyName}
        onChange={(companyName) => set({ companyName })}
      />
    </div>
  );
}

/** A word that counts when it is finished: Enter, or leaving the field. */
export function Word({
  label,
  help,
  value,
  onChange,
}: {
  label: string;
  help?: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const [typed, setTyped] = useState({ text: value, of: value });
  const text = typed.of === value ? typed.text : value;
  const finish = () => text.trim() !== value && onChange(text.trim());
  return (
    <TextField
      label={label}
      help={help}
      badge={false}
      type="search"
      value={text}
      onChange={(event) => setTyped({ text: event.target.value, of: value })}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || isComposing(event)) return;
        event.preventDefault();
        finish();
      }}
    />
  );
}

/** Conditions with many choices stay folded until they are wanted; chosen ones keep them open. */
function Part({ title, chosen, children }: { title: string; chosen: number; children: ReactNode }) {
  return (
    <details open={chosen > 0 || undefined}>
      <summary>
        {title}
        {chosen > 0 && `（${chosen}件を指定中）`}
      </summary>
      {children}
    </details>
  );
}

/** Below the wide layout the conditions are chosen first and sent together with 検索. */
export function FilterDrawer({ count, ...props }: FiltersProps & { count: number }) {
  const { state, set, names } = props;
  const [draft, setDraft] = useState<Conditions | null>(null);
  const wrong = draft ? Object.values(conditionErrors(draft, names))[0] : undefined;
  return (
    <>
      <Button icon={<SlidersHorizontal aria-hidden size={18} />} onClick={() => setDraft(state)}>
        条件を指定する{count > 0 && `（${count}件を指定中）`}
      </Button>
      <Drawer open={draft !== null} onClose={() => setDraft(null)} title="条件を指定する" side="right">
        {draft && (
          <div className={styles.stack}>
            <Filters
              {...props}
              state={draft}
              set={(changes) => setDraft((now) => now && { ...now, ...changes })}
            />
            <Button
              kind="primary"
              wide
              disabledReason={wrong}
              onClick={() => {
                set({ ...draft, pageNumber: 1 });
                setDraft(null);
              }}
            >
              検索
            </Button>
            <Button kind="quiet" wide onClick={() => setDraft(cleared(draft))}>
              条件をすべて外す
            </Button>
          </div>
        )}
      </Drawer>
    </>
  );
}
