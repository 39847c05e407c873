import type { ReactNode } from "react";
import { Checkbox } from "@/kit/Checkbox";
import { DateField } from "@/kit/DateField";
import { IndustryChooser } from "@/kit/IndustryChooser";
import { RadioGroup } from "@/kit/RadioGroup";
import { RegionChooser } from "@/kit/RegionChooser";
import { Select } from "@/kit/Select";
import { BuyerSelect } from "./BuyerSelect";
import { CHARGE, type Conditions, conditionErrors, FLAGS, shortCodes, smallClasses } from "./conditions";
import styles from "./Filters.module.css";
import type { Names } from "./names";

/** The item of the acquisition price that has no amount; no lower bound (SPEC.md section 9). */
const NO_LIMIT = 8;

export interface FiltersProps {
  state: Conditions;
  set: (changes: Partial<Conditions>) => void;
  names: Names;
  /** Banks have conditions of their own: who is in charge, and for which buyer they look. */
  isFIN: boolean;
  /** Tells two instances on one page apart. */
  id: string;
}

/** Every condition of the search but the free word (SPEC.md section 7). */
export function Filters({ state, set, names, isFIN, id }: FiltersProps) {
  const errors = conditionErrors(state, names.items);
  const prices = names.items.acquisitionPrice.items.map(({ key, label }) => ({ value: key, label }));
  const charge = CHARGE.find(({ key }) => state[key])?.key ?? "";
  return (
    <div className={styles.filters}>
      <div className={styles.part}>
        <fieldset className={styles.ticks}>
          <legend>案件の状態</legend>
          {FLAGS.map(({ key, label }) => (
            <Checkbox
              key={key}
              label={label}
              checked={state[key]}
              onChange={(event) => set({ [key]: event.target.checked })}
            />
          ))}
        </fieldset>
      </div>
      {isFIN && (
        <div className={styles.part}>
          <RadioGroup
            label="担当"
            badge={false}
            column
            name={`${id}-charge`}
            value={charge}
            options={[
              { value: "", label: "すべて" },
              ...CHARGE.map(({ key, label }) => ({ value: key, label })),
            ]}
            onChange={(event) =>
              set(Object.fromEntries(CHARGE.map(({ key }) => [key, key === event.target.value])))
            }
          />
        </div>
      )}
      <Part title="業種" chosen={state.industryTypes.length}>
        <IndustryChooser
          label="業種"
          badge={false}
          classes={names.classes}
          value={smallClasses(state.industryTypes, names.classes)}
          onChange={(codes) => set({ industryTypes: shortCodes(codes, names.classes) })}
        />
      </Part>
      <Part title="地域" chosen={state.location.length}>
        <RegionChooser
          label="地域"
          badge={false}
          help="地域だけを公開している案件は、その地域に含まれれば見つかります。"
          regions={names.regions}
          value={state.location}
          onChange={(location) => set({ location })}
        />
      </Part>
      <Part title="売上高" chosen={state.salesAmount.length}>
        <fieldset className={styles.ticks}>
          <legend className="visually-hidden">売上高</legend>
          {names.items.salesAmount.items.map((item) => {
            const key = String(item.key);
            return (
              <Checkbox
                key={key}
                label={item.label}
                checked={state.salesAmount.includes(key)}
                onChange={(event) =>
                  set({
                    salesAmount: event.target.checked
                      ? [...state.salesAmount, key].sort()
                      : state.salesAmount.filter((other) => other !== key),
                  })
                }
              />
            );
          })}
        </fieldset>
      </Part>
      <div className={styles.part}>
        <fieldset className={styles.range}>
          <legend>希望価格</legend>
          <Select
            label="下限"
            badge={false}
            empty="指定なし"
            options={prices.filter(({ value }) => value !== NO_LIMIT)}
            value={state.salesPrice || ""}
            onChange={(event) => set({ salesPrice: Number(event.target.value) })}
          />
          <Select
            label="上限"
            badge={false}
            empty="指定なし"
            help="金額が「応相談」の案件は、いつも表示されます。"
            options={prices}
            value={state.salesPriceTo || ""}
            error={errors.salesPriceTo}
            onChange={(event) => set({ salesPriceTo: Number(event.target.value) })}
          />
        </fieldset>
      </div>
      <div className={styles.part}>
        <Select
          label="従業員数"
          badge={false}
          empty="指定なし"
          options={names.items.peoples.items.map((item) => ({
            value: item.filterValue ?? "",
            label: item.label,
          }))}
          value={state.numberOfManagers}
          onChange={(event) => set({ numberOfManagers: event.target.value })}
        />
      </div>
      <div className={styles.part}>
        <DateField
          label="公開期限"
          badge={false}
          help="この日以降も公開されている案件"
          value={state.dueDate}
          onChange={(event) => set({ dueDate: event.target.value })}
        />
      </div>
      {isFIN && (
        <div className={styles.part}>
          <BuyerSelect value={state.buyerCompanyId} onChange={(buyerCompanyId) => set({ buyerCompanyId })} />
        </div>
      )}
    </div>
  );
}

/** Conditions with many choices stay folded until they are wanted; chosen ones keep them open. */
function Part({ title, chosen, children }: { title: string; chosen: number; children: ReactNode }) {
  return (
    <details className={styles.part} open={chosen > 0 || undefined}>
      <summary className={styles.summary}>
        {title}
        {chosen > 0 && <span className={styles.count}>{chosen}件を指定中</span>}
      </summary>
      {children}
    </details>
  );
}
