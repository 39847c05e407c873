import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import { type FieldValues, type Path, type UseFormReturn, useWatch } from "react-hook-form";
import { textPreviewQuery } from "@/api/office";
import panel from "@/kit/Panel.module.css";
import { Prose } from "@/kit/Prose";
import { TextArea } from "@/kit/TextArea";
import styles from "../office.module.css";

/** The pause in typing after which the preview is updated. */
const DEBOUNCE_MS = 400;

/** A field for a text in Markdown or simple HTML, with a live preview below. */
export function ProseField<T extends FieldValues>({
  form,
  name,
  label,
  rows,
  maxLength,
}: {
  form: UseFormReturn<T>;
  name: Path<T>;
  label: string;
  rows: number;
  maxLength: number;
}) {
  const title = useId();
  const typed: string = useWatch({ control: form.control, name });
  const [body, setBody] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setBody(typed), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const preview = useQuery({
    ...textPreviewQuery(body),
    placeholderData: keepPreviousData,
  });
  const error = form.formState.errors[name]?.message;
  return (
    <>
      <TextArea
        label={label}
        required
        rows={rows}
        maxLength={maxLength}
        help="空行で段落が分かれます。行頭の「# 」は見出し、「- 」は箇条書き、**語**は太字、[語](https://…) はリンクになります。「第1条」や「1. 」で始まる段落の1行目は見出しになります。"
        error={typeof error === "string" ? error : undefined}
        {...form.register(name)}
      />
      <section className={styles.preview} aria-labelledby={title}>
        <h3 id={title}>読む方に見える形</h3>
        {body.trim() === "" ? (
          <p className={panel.note}>{label}を入力すると、ここに表示されます。</p>
        ) : preview.isError ? (
          <p className={panel.note}>いま表示を確認できません。入力した内容は残っています。</p>
        ) : (
          preview.data && <Prose html={preview.data.html} />
        )}
      </section>
    </>
  );
}
