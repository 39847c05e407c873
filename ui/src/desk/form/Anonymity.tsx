import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CircleCheck, ShieldAlert, ShieldQuestion } from "lucide-react";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { Controller, type UseFormReturn, useWatch } from "react-hook-form";
import { anonymityQuery } from "@/api/listing";
import { Button } from "@/kit/Button";
import { Rewording } from "@/kit/Rewording";
import { TextField } from "@/kit/TextField";
import type { Masters } from "../masters";
import type { AnonymityHit, AnonymityReport } from "../types";
import styles from "./Anonymity.module.css";
import { anonymityInput, distinctHits, isBinding, openHits, segmentsOf } from "./anonymity";
import type { ListingValues } from "./values";

/** The pause in typing after which the server is asked. */
const DELAY_MS = 600;

interface Check {
  report?: AnonymityReport;
  /** The texts of the report; its offsets refer to them. */
  texts: Readonly<Record<string, string>>;
  /** A newer text is being checked. */
  isChecking: boolean;
  failed: boolean;
  retry: () => void;
}

const Context = createContext<Check>({ texts: {}, isChecking: false, failed: false, retry: () => {} });

function useDebounced<T>(value: T, ms: number): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return debounced;
}

/** Runs the anonymity check on what is being typed, for all components inside (domain.md 3.3). */
export function AnonymityCheck({
  form,
  masters,
  children,
}: {
  form: UseFormReturn<ListingValues>;
  masters: Masters;
  children: ReactNode;
}) {
  const values = useWatch({ control: form.control }) as ListingValues;
  const typed = JSON.stringify(anonymityInput(values, masters.regions));
  const debouncedInput = useDebounced(typed, DELAY_MS);
  const input = useMemo(
    () => JSON.parse(debouncedInput) as ReturnType<typeof anonymityInput>,
    [debouncedInput],
  );
  const query = useQuery({
    ...anonymityQuery(input),
    enabled: Object.keys(input.texts).length > 0 || (input.industryTypes?.length ?? 0) > 0,
    placeholderData: keepPreviousData,
    throwOnError: false,
  });
  const { data, isError, isFetching, refetch } = query;
  const check = useMemo<Check>(
    () => ({
      report: isError ? undefined : data?.report,
      texts: data?.input.texts ?? {},
      isChecking: isFetching || typed !== debouncedInput,
      failed: isError,
      retry: () => void refetch(),
    }),
    [data, isError, isFetching, refetch, typed, debouncedInput],
  );
  return <Context.Provider value={check}>{children}</Context.Provider>;
}

/**
 * The hits in one field: the text with marked places, the reasons, a suggested wording, or the
 * line that justifies them.
 */
export function FieldHits({ name, form }: { name: string; form: UseFormReturn<ListingValues> }) {
  const { report, texts } = useContext(Context);
  const hits = report?.hits.filter((hit) => hit.field === name) ?? [];
  const now = String(useWatch({ control: form.control, name: name as "description" }) ?? "");
  return (
    <>
      <Rewording
        now={now}
        checked={texts[name] ?? ""}
        hits={hits}
        onText={(text) => {
          form.setValue(name as "description", text, { shouldDirty: true, shouldTouch: true });
          // The counter of the field listens to what is typed.
          for (const field of document.getElementsByName(name))
            field.dispatchEvent(new Event("input", { bubbles: true }));
        }}
      />
      {hits.length > 0 && <Hits hits={hits} text={texts[name] ?? ""} form={form} />}
    </>
  );
}

function Hits({
  hits,
  text,
  form,
}: {
  hits: readonly AnonymityHit[];
  text: string;
  form: UseFormReturn<ListingValues>;
}) {
  return (
    <div className={styles.hits} data-warning={hits.every((hit) => !isBinding(hit)) || undefined}>
      <p className={styles.title}>
        <ShieldAlert aria-hidden size={18} />
        企業が特定されるおそれのある表現（{distinctHits(hits).length}件）
      </p>
      <p className={styles.text}>
        {segmentsOf(text, hits).map((piece) =>
          piece.hit ? <mark key={piece.at}>{piece.text}</mark> : <span key={piece.at}>{piece.text}</span>,
        )}
      </p>
      <HitList hits={hits} form={form} />
    </div>
  );
}

/** Hits with their reasons; a binding one needs a line that justifies it. */
function HitList({ hits, form }: { hits: readonly AnonymityHit[]; form: UseFormReturn<ListingValues> }) {
  return (
    <ul className={styles.list}>
      {distinctHits(hits).map((hit) => (
        <li key={hit.key}>
          <p>
            <strong>「{hit.text}」</strong> {hit.why}
          </p>
          <p className={styles.suggestion}>{hit.suggestion}</p>
          {isBinding(hit) ? (
            <Controller
              control={form.control}
              name="justifications"
              render={({ field }) => (
                <JustificationField
                  hit={hit}
                  value={field.value[hit.key] ?? hit.justification}
                  onChange={(line) => field.onChange({ ...field.value, [hit.key]: line })}
                />
              )}
            />
          ) : (
            <p className={styles.suggestion}>
              {hit.isMild
                ? "注意です。直さなくても、理由を書かなくても依頼できます。"
                : "秘密保持契約の承諾後に表示される項目です。直さなくても依頼できます。"}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The line that justifies a hit. */
export function JustificationField({
  hit,
  value,
  error,
  onChange,
}: {
  hit: AnonymityHit;
  value: string;
  error?: string;
  onChange: (line: string) => void;
}) {
  return (
    <TextField
      label={`「${hit.text}」を残す理由`}
      badge={false}
      help="直す場合は入力しません。例：同じ名前の企業が全国に多数ある。"
      name={`justifications.${hit.key}`}
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** The result of the check as a whole, and how many companies match what is published. */
export function AnonymitySummary({ form }: { form: UseFormReturn<ListingValues> }) {
  const { report, isChecking, failed, retry } = useContext(Context);
  const justifications = useWatch({ control: form.control, name: "justifications" });
  if (failed)
    return (
      <div className={styles.summary} data-state="unknown">
        <p role="status">
          匿名化チェックを行えませんでした。保存はできます。売手に承認を依頼するときに、もう一度チェックします。
        </p>
        <Button onClick={retry}>もう一度チェックする</Button>
      </div>
    );
  const open = openHits(report?.hits ?? [], justifications);
  const warnings = distinctHits(report?.hits.filter((hit) => !isBinding(hit)) ?? []).length;
  const hasTooFewMatches = report?.coordinates?.ok === false;
  const state = !report ? "unknown" : open.length > 0 ? "open" : hasTooFewMatches ? "thin" : "passed";
  return (
    <section className={styles.summary} data-state={state} aria-label="匿名化チェック">
      <p role="status" className={styles.title}>
        {state === "passed" ? (
          <CircleCheck aria-hidden size={18} />
        ) : state === "open" || state === "thin" ? (
          <ShieldAlert aria-hidden size={18} />
        ) : (
          <ShieldQuestion aria-hidden size={18} />
        )}
        {state === "unknown"
          ? "匿名化チェック：入力を始めると、企業が特定されるおそれのある表現を調べます。"
          : state === "open"
            ? `匿名化チェック：直すか理由を書く表現が${open.length}件あります。`
            : hasTooFewMatches
              ? "匿名化チェック：表現に問題はありませんが、同じ条件の企業が少なく、推測されるおそれがあります。"
              : "匿名化チェック：問題は見つかっていません。"}
        {state !== "unknown" && warnings > 0 && `（ほかに注意${warnings}件）`}
        {isChecking && report && <span className={styles.checking}>確認しています…</span>}
      </p>
      {report?.coordinates && <Coordinates coordinates={report.coordinates} />}
    </section>
  );
}

function Coordinates({ coordinates }: { coordinates: NonNullable<AnonymityReport["coordinates"]> }) {
  const { visible, own, ok, proposal, note, wider } = coordinates;
  return (
    <div className={styles.coordinates}>
      <p>
        同じ業種・地域・売上高の企業：あなたが見られる範囲（公開中の案件・公開中の買手・自機関の顧客）で
        <strong>{visible.toLocaleString("ja-JP")}社</strong>、うち自機関の顧客
        <strong>{own.toLocaleString("ja-JP")}社</strong>（この企業も、条件に合えば含みます）。
        他機関の未公開の企業や案件は数えていません。
      </p>
      {!ok && proposal && <p className={styles.proposal}>{proposal}</p>}
      {!ok && wider.length > 0 && (
        <ul className={styles.wider}>
          {wider.map((option) => (
            <li key={option.kind + option.label}>
              {option.label}：{option.visible.toLocaleString("ja-JP")}社、うち自機関の顧客
              {option.own.toLocaleString("ja-JP")}社
            </li>
          ))}
        </ul>
      )}
      {note && <p className={styles.suggestion}>{note}</p>}
    </div>
  );
}
