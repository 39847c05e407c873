import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Controller, useForm, useWatch } from "react-hook-form";
import { call } from "@/api/client";
import { scoreWeightsQuery } from "@/api/office";
import { failureText, office, type Schemas } from "@/api/officeClient";
import { pageFetch } from "@/api/query";
import { Button } from "@/kit/Button";
import { Form, FormActions } from "@/kit/Form";
import { Heading } from "@/kit/Heading";
import { NumberField } from "@/kit/NumberField";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { useLeaveGuard } from "@/lib/leave";
import { reread } from "../deed";
import styles from "../office.module.css";

type Weights = Schemas["OfficeScoreWeights"];

/** The sum that the weights must have (domain.md 8). */
const TOTAL = 100;

/** The match score's weights. Each change creates a new version, which applies to everybody at once. */
export function ScoreWeightsBox() {
  const { data } = useQuery({
    ...scoreWeightsQuery,
    ...pageFetch,
  });
  return (
    <section className={panel.box}>
      <Heading>一致度の重み</Heading>
      <p>
        案件とニーズの合い方を100点で表すときの、項目ごとの配点です。変えると新しい版になり、すべての画面の点数がすぐに変わります。
      </p>
      <p className={panel.note}>
        業種が希望と同じ小分類なら満点、隣接業種ならその3分の2です。どちらでもない案件は、ほかの項目が合っても69点までで、「おすすめ」になりません（業種を問わないニーズを除く）。希望の言葉は、ニーズの文の言葉が案件の公開済みの表題と概要にあるかを比べます。
      </p>
      {data ? <WeightsForm key={data.version} weights={data} /> : <Skeleton lines={8} />}
    </section>
  );
}

function WeightsForm({ weights }: { weights: Weights }) {
  const [problem, setProblem] = useState<string>();
  const form = useForm<Record<string, number | null>>({
    defaultValues: Object.fromEntries(weights.weightList.map((w) => [w.item, w.weight])),
  });
  const { isDirty, isSubmitting } = form.formState;
  useLeaveGuard(isDirty);
  const values = useWatch({ control: form.control });
  const total = Object.values(values).reduce<number>((sum, n) => sum + (n || 0), 0);
  const save = form.handleSubmit(async (typed) => {
    if (total !== TOTAL) {
      setProblem(`合計を${TOTAL}にしてください（いまは${total}）。`);
      return;
    }
    setProblem(undefined);
    try {
      await call(
        office.PUT("/api/Office/UpdateScoreWeights", {
          body: {
            version: weights.version,
            weightList: weights.weightList.map((w) => ({ item: w.item, weight: typed[w.item] ?? 0 })),
          },
        }),
      );
    } catch (error) {
      setProblem(failureText(error, "重みを保存できませんでした。"));
      return;
    }
    form.reset(typed);
    notify.success("一致度の重みを保存しました。");
    await reread();
  });
  return (
    <Form onSubmit={save} label="一致度の重み">
      <p className={panel.note}>第{weights.version}版</p>
      <div className={styles.weights}>
        {weights.weightList.map((w) => (
          <Controller
            key={w.item}
            control={form.control}
            name={w.item}
            rules={{
              validate: (n) =>
                (n !== null && Number.isInteger(n) && n >= 0 && n <= TOTAL) ||
                "0から100までの整数で入力してください。",
            }}
            render={({ field, fieldState }) => (
              <NumberField
                label={w.label ?? w.item}
                badge={false}
                unit="点"
                {...field}
                error={fieldState.error?.message}
              />
            )}
          />
        ))}
      </div>
      <p role="status" className={total === TOTAL ? panel.note : panel.warning}>
        合計 {total}点{total !== TOTAL && `（${TOTAL}点にしてください）`}
      </p>
      {problem && (
        <p className={panel.problem} role="alert">
          {problem}
        </p>
      )}
      <FormActions>
        <Button type="submit" kind="primary" busy={isSubmitting}>
          新しい重みにする
        </Button>
      </FormActions>
    </Form>
  );
}
