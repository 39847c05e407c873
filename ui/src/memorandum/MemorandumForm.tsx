import { Plus } from "lucide-react";
import type { ReactNode, SubmitEvent } from "react";
import { Controller, type UseFormReturn, useFieldArray, useWatch } from "react-hook-form";
import { Button } from "@/kit/Button";
import { Form, FormActions } from "@/kit/Form";
import { Heading } from "@/kit/Heading";
import { NumberField } from "@/kit/NumberField";
import { Select } from "@/kit/Select";
import { TextField } from "@/kit/TextField";
import { count } from "@/lib/yen";
import styles from "./Memorandum.module.css";
import { Section } from "./Section";
import {
  computed,
  FIGURE_NAMES,
  FIGURES,
  type Memorandum,
  PERIODS,
  type PeriodValues,
  type Values,
} from "./values";

const OWN_SECTIONS = 10;

/** Sections in their order, and the three periods. */
export function MemorandumForm({
  form,
  memorandum,
  onSubmit,
  onFill,
  summary,
  actions,
}: {
  form: UseFormReturn<Values>;
  memorandum: Memorandum;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => unknown;
  onFill: () => void;
  summary: ReactNode;
  actions: ReactNode;
}) {
  const sections = useFieldArray({ control: form.control, name: "sections" });
  const { standardList, levelList, ownFloor } = memorandum;
  const left = standardList.filter(({ key }) => !sections.fields.some(({ itemKey }) => itemKey === key));
  const own = sections.fields.filter(({ itemKey }) => itemKey === "").length;
  return (
    <Form onSubmit={onSubmit} label="企業概要書">
      {summary}
      <div className={styles.acts}>
        <Button part="acts" onClick={onFill}>
          登録されている内容を空の章に取り込む
        </Button>
      </div>
      {sections.fields.map((field, index) => {
        const standard = standardList.find(({ key }) => key === field.itemKey);
        const floor = standard?.floor ?? ownFloor;
        return (
          <Section
            key={field.id}
            form={form}
            index={index}
            count={sections.fields.length}
            sellerBusinessId={memorandum.sellerBusinessId}
            standard={standard?.heading}
            levels={levelList.filter(({ level }) => level >= floor)}
            onMove={(to) => sections.move(index, to)}
            onRemove={() => sections.remove(index)}
          />
        );
      })}
      <div className={styles.acts}>
        {left.map(({ key, heading, default: level }) => (
          <Button
            key={key}
            icon={<Plus aria-hidden size={18} />}
            onClick={() =>
              sections.append({ itemKey: key, heading: "", text: "", level: String(level), pictures: [] })
            }
          >
            「{heading}」を加える
          </Button>
        ))}
        <Button
          icon={<Plus aria-hidden size={18} />}
          disabledReason={own >= OWN_SECTIONS ? `自由な見出しの章は${OWN_SECTIONS}までです。` : undefined}
          onClick={() =>
            sections.append({ itemKey: "", heading: "", text: "", level: String(ownFloor), pictures: [] })
          }
        >
          自由な見出しの章を加える
        </Button>
      </div>
      <section className={styles.section} aria-labelledby="memorandum-figures">
        <Heading id="memorandum-figures">三期の業績</Heading>
        <p>金額は千円です。分からないものは、空けておきます。マイナスは ▲ か - を付けます。</p>
        <Select
          label="業績の表を見せる段階"
          badge={false}
          help="秘密保持承諾後の買手には幅で、実名承認後の買手には金額で見せます。"
          options={levelList
            .filter(({ level }) => level >= 3)
            .map(({ level, label }) => ({ value: level, label }))}
          {...form.register("figuresLevel")}
        />
        <div className={styles.periods}>
          {PERIODS.map((name, index) => (
            <PeriodFields key={name} form={form} index={index} name={name} />
          ))}
        </div>
      </section>
      <FormActions>{actions}</FormActions>
    </Form>
  );
}

function PeriodFields({ form, index, name }: { form: UseFormReturn<Values>; index: number; name: string }) {
  const period = useWatch({ control: form.control, name: `periods.${index}` }) as PeriodValues;
  const { ebitda, ratio } = computed(period);
  return (
    <fieldset className={styles.section}>
      <legend className="visually-hidden">{name}</legend>
      <strong aria-hidden>{name}</strong>
      <TextField
        label="決算の年月"
        badge={false}
        example="2026-03"
        {...form.register(`periods.${index}.month`)}
      />
      {FIGURE_NAMES.map((figure) => (
        <Controller
          key={figure}
          control={form.control}
          name={`periods.${index}.${figure}`}
          rules={{ validate: (value) => !Number.isNaN(value) || "数字で入力してください。" }}
          render={({ field, fieldState }) => (
            <NumberField
              {...field}
              label={FIGURES[figure]}
              badge={false}
              unit="千円"
              error={fieldState.error?.message}
            />
          )}
        />
      ))}
      <p className={styles.computed}>
        EBITDA（営業利益＋減価償却費）：{ebitda === null ? "―" : `${count(ebitda)}千円`}
      </p>
      <p className={styles.computed}>自己資本比率：{ratio === null ? "―" : `${ratio.toFixed(1)}%`}</p>
    </fieldset>
  );
}
