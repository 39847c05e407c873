import type { Ref } from "react";
import { Button } from "@/kit/Button";
import { Field } from "@/kit/Field";
import { contrast, isLegible, OWN_COLOUR } from "@/lib/colour";
import styles from "../office.module.css";

/** The network's colour, with its contrast to white; "" stands for the product's standard colour. */
export function ColourField({
  value,
  onChange,
  onBlur,
  name,
  ref,
  error,
}: {
  value: string;
  onChange: (colour: string) => void;
  onBlur: () => void;
  name: string;
  ref: Ref<HTMLInputElement>;
  error?: string;
}) {
  const colour = value || OWN_COLOUR;
  const ratio = contrast(colour, "#ffffff").toFixed(1);
  const standardNote = value === "" && "標準の色です。";
  return (
    <Field
      label="ネットワークの色"
      help="ボタンとリンクの色になります。白い地の上で読める、濃い色を選んでください。"
      error={error}
      note={
        <span role="status">
          {standardNote}
          白との明るさの差は{ratio}対1で、
          {isLegible(colour) ? "読みやすい色です。" : "文字が読みにくい色です。もっと濃い色にしてください。"}
        </span>
      }
    >
      {(aria) => (
        <span className={styles.colour}>
          <input
            {...aria}
            ref={ref}
            type="color"
            name={name}
            value={colour}
            onChange={(event) => onChange(event.target.value)}
            onBlur={onBlur}
          />
          {value !== "" && (
            <Button kind="quiet" onClick={() => onChange("")}>
              標準の色に戻す
            </Button>
          )}
        </span>
      )}
    </Field>
  );
}
