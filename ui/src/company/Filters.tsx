import { SlidersHorizontal } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "@/kit/Button";
import { Drawer } from "@/kit/Drawer";
import { isComposing } from "@/kit/Form";
import { IndustryChooser } from "@/kit/IndustryChooser";
import { RadioGroup } from "@/kit/RadioGroup";
import { RegionChooser } from "@/kit/RegionChooser";
import { Select } from "@/kit/Select";
import { TextField } from "@/kit/TextField";
import styles from "./company.module.css";
import {
  CHARGES,
  type Conditions,
  cleared,
  conditionErrors,
  type Scope,
  SHOWS,
  shortCodes,
  smallClasses,
} from "./conditions";
import type { Kind } from "./kinds";
import type { Masters } from "./masters";

/** The choice 上限なし, which is no lower bound (SPEC.md section 9). */
const NO_LIMIT = 8;

export interface FiltersProps {
  kind: Kind;
  scope: Scope;
  state: Conditions;
  set: (changes: Partial<Conditions>) => void;
  masters: Masters;
  /** Tells two instances on one page apart. */
  id: string;
}

/** Every condition of a company search that fits the kind and the scope (SPEC.md section 7). */
export function Filters({ kind, scope, state, set, masters, id }: FiltersProps) {
  const errors = conditionErrors(state, masters);
  const forBuyers = kind.kind === "buyer";
  const sales = masters.items.annualSalesSearch.items
    .filter((item) => item.key !== 0)
    .map((item) => ({ value: item.key, label: item.label }));
  const options = (list: "acquisitionPrice" | "salesPriceTo", except?: number) =>
    masters.items[list].items
      .filter((item) => item.key !== except)
      .map((item) => ({ value: item.key, label: item.label }));
  return (
    <div className={styles.filters}>
      {scope === "network" && (
        <RadioGroup
          label="担当"
          badge={false}
          column
          name={`${id}-charge`}
          value={state.charge}
          options={CHARGES}
          onChange={(event) => set({ charge: event.target.value })}
        />
      )}
      {forBuyers && scope === "own" && (
        <RadioGroup
          label="状態"
          badge={false}
          column
          name={`${id}-show`}
          value={state.show}
          options={SHOWS}
          onChange={(event) => set({ show: event.target.value })}
        />
      )}
      <Word
        label="企業名"
        help={scope === "network" ? "担当企業の中から探します。" : undefined}
        value={state.companyName}
        onChange={(companyName) => set({ companyName })}
      />
      {forBuyers && (
        <Word label="ニーズの言葉" value={state.needsName} onChange={(needsName) => set({ needsName })} />
      )}
      <Part title="企業の業種" chosen={state.industry.length}>
        <IndustryChooser
          label="企業の業種"
          badge={false}
          classes={masters.classes}
          value={smallClasses(state.industry, masters.classes)}
          onChange={(codes) => set({ industry: shortCodes(codes, masters.classes) })}
        />
      </Part>
      {forBuyers && (
        <Part title="希望する業種" chosen={state.needsIndustry.length}>
          <IndustryChooser
            label="希望する業種"
            badge={false}
            classes={masters.classes}
            value={smallClasses(state.needsIndustry, masters.classes)}
            onChange={(codes) => set({ needsIndustry: shortCodes(codes, masters.classes) })}
          />
        </Part>
      )}
      <Part title="所在地" chosen={state.prefecture.length}>
        <RegionChooser
          label="所在地"
          badge={false}
          regions={masters.regions}
          value={state.prefecture}
          onChange={(prefecture) => set({ prefecture })}
        />
      </Part>
      <Select
        label="年間売上高（下限）"
        badge={false}
        empty="指定なし"
        options={sales}
        value={state.annualSaleF || ""}
        onChange={(event) => set({ annualSaleF: Number(event.target.value) })}
      />
      <Select
        label="年間売上高（上限）"
        badge={false}
        empty="指定なし"
        options={sales}
        value={state.annualSaleT || ""}
        error={errors.annualSaleT}
        onChange={(event) => set({ annualSaleT: Number(event.target.value) })}
      />
      {forBuyers && (
        <>
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
        </>
      )}
    </div>
  );
}

/** A word that counts when it is finished: Enter, or leaving the field. */
function Word({
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
        if (event.key === "Enter" && !isComposing(event)) {
          event.preventDefault();
          finish();
        }
      }}
    />
  );
}

function Part({ title, chosen, children }: { title: string; chosen: number; children: ReactNode }) {
  return (
    <details open={chosen > 0 || undefined}>
      <summary>
        {title}
        {chosen > 0 && `（${chosen}）`}
      </summary>
      {children}
    </details>
  );
}

/** On narrow screens the conditions are chosen first and sent together with 検索. */
export function FilterDrawer({ count, ...props }: FiltersProps & { count: number }) {
  const { state, set, masters } = props;
  const [draft, setDraft] = useState<Conditions | null>(null);
  const wrong = draft ? Object.values(conditionErrors(draft, masters))[0] : undefined;
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
