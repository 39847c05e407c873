import type { Duty, DutyField, DutyGate, DutyKind, DutyLack, ReportText } from "@/api/duty";
import { GUARANTEE } from "./types";

/** The levels of a gate: how much a missing duty holds back a step (compliance.md 2). */
export const MUST = 2;

/** The step that comes next, and those that lie further ahead, as the server orders them. */
export function gatesInOrder(gates: readonly DutyGate[]): {
  next: readonly DutyGate[];
  later: readonly DutyGate[];
} {
  const first = gates[0]?.gate;
  return {
    next: gates.filter(({ gate }) => gate === first),
    later: gates.filter(({ gate, missingList }) => gate !== first && missingList.length > 0),
  };
}

/** What a step wants in one line, the required first: 「必須 買手調査（未実施）、警告 手数料（未実施）」. */
export function lackWords(lacks: readonly DutyLack[]): string {
  return inOrder(lacks)
    .map(({ levelLabel, kindLabel, stateLabel, waiver }) => {
      const state = waiver?.state === "confirmed" ? "省略を認めた" : stateLabel;
      return `${levelLabel} ${kindLabel}（${state}）`;
    })
    .join("、");
}

/** What is required before what is advised; otherwise the order of the screen. */
export function inOrder(lacks: readonly DutyLack[]): DutyLack[] {
  return [...lacks].sort((a, b) => b.level - a.level);
}

/** The states in the order in which a reader wants to know of them. */
const STATES = ["stopped", "expired", "waiting", "open", "missing", "done"] as const;

/** All duties in one line, but for what is recorded only on request: 「9件：期限切れ 1件、未実施 5件、済み 3件」. */
export function summaryWords(duties: readonly Duty[]): string {
  const owed = duties.filter(({ state }) => state !== "none");
  const parts = STATES.flatMap((state) => {
    const found = owed.filter((duty) => duty.state === state);
    return found[0] ? [`${found[0].stateLabel} ${found.length}件`] : [];
  });
  return `${owed.length}件：${parts.join("、")}`;
}

/** The duty that a step misses. */
export function dutyOfLack(duties: readonly Duty[], lack: DutyLack): Duty | undefined {
  return duties.find(
    ({ kind, record, companyId }) =>
      kind === lack.kind && record === lack.record && (companyId ?? "") === (lack.companyId ?? ""),
  );
}

/** Whether somebody may ask to go on without it: not of what only warns, nor of what stops everything. */
export function mayWaive(lack: DutyLack, duty: Duty | undefined): boolean {
  return (
    lack.level === MUST && duty?.state !== "stopped" && (!lack.waiver || lack.waiver.state === "refused")
  );
}

/** Why somebody may not confirm what a colleague did; undefined where he may. */
export function confirmBlock({
  canConfirm,
  notConfirm,
}: Pick<Duty, "canConfirm" | "notConfirm">): string | undefined {
  return canConfirm ? undefined : notConfirm || "別の承認者が確認します。";
}

/** The field with the choices that a record was made by: those of the version that it names, not of the one in force. */
export function fieldOf(field: DutyField, kind: Pick<DutyKind, "text">, used: Duty["text"]): DutyField {
  return used?.choiceList && field.key === kind.text?.fieldKey
    ? { ...field, choiceList: used.choiceList }
    : field;
}

/** What a form begins with: what stands, but nothing ticked of a version that was not the one of that record. */
export function firstValues(
  { fieldList, text }: Pick<DutyKind, "fieldList" | "text">,
  { values, text: used }: Pick<Duty, "values" | "text">,
): Record<string, string> {
  return Object.fromEntries(
    fieldList
      .filter(({ isWritten }) => !isWritten)
      .map(({ key }) => [
        key,
        text && key === text.fieldKey && used?.textId !== text.textId ? "" : (values?.[key] ?? ""),
      ]),
  );
}

/** The chosen keys of a field that are among its choices, in their order. */
export function chosenKeys(
  { choiceList }: Pick<DutyField, "choiceList">,
  value: string | undefined,
): string[] {
  const keys = value?.split(",") ?? [];
  return (choiceList ?? []).flatMap(({ key }) => (keys.includes(key) ? [key] : []));
}

/** What was recorded in one field, as its reader reads it. */
export function valueText(field: DutyField, value: string | undefined): string {
  if (!value) return "";
  const label = (key: string) => field.choiceList?.find((choice) => choice.key === key)?.label ?? key;
  switch (field.type) {
    case "choice":
      return label(value);
    case "choices": {
      const chosen = value.split(",");
      if (field.isAll && chosen.length === field.choiceList?.length) return `すべて（${chosen.length}項目）`;
      return chosen.map(label).join("、");
    }
    case "date":
      return value.replaceAll("-", "/");
    case "number":
      return `${Number(value).toLocaleString("ja-JP")}${field.unit ?? ""}`;
    default:
      return value;
  }
}

/** Who learns of what is recorded. */
export function toldWords({ kind, isForOwner }: Pick<DutyKind, "kind" | "isForOwner">): string {
  if (isForOwner)
    return "実名交渉の確認を依頼すると、売手だけがこの内容を読みます。相手やほかの金融機関、買手には伝わりません。";
  if (kind === GUARANTEE)
    return "自機関の記録です。金融機関に相談したことだけは開示台帳に残り、売手への報告にも載ります。相手の金融機関と買手には伝わりません。";
  return "自機関だけの記録です。相手やほかの金融機関、買手・売手には伝わりません。";
}

/** What a field that must not be empty asks for; the server's words. */
export function emptyWords({ label, type }: DutyField): string {
  return `${label}を${type === "choice" || type === "choices" ? "選んで" : "入力して"}ください。`;
}

/** Whether a field is asked for, by what is entered in the field on which it depends. */
export function isAsked(
  { onlyKey, onlyChoices }: Pick<DutyField, "onlyKey" | "onlyChoices">,
  values: Readonly<Record<string, string>>,
): boolean {
  return !onlyKey || (onlyChoices ?? []).includes(values[onlyKey] ?? "");
}

/** What is sent of a form: nothing that was entered before its field or choice was not asked for any more. */
export function askedValues(
  fields: readonly DutyField[],
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  const sent = (field: DutyField): string => {
    if (!isAsked(field, values)) return "";
    const value = values[field.key] ?? "";
    return field.type === "choices" ? chosenKeys(field, value).join() : value;
  };
  return Object.fromEntries(
    fields.filter(({ isWritten }) => !isWritten).map((field) => [field.key, sent(field)]),
  );
}

/** What a buyer was looked into for, by its class: what is of concern before what is not. */
export function reportClasses(items: ReportText["itemList"]): { label: string; items: string }[] {
  return [true, false].flatMap((isConcern) => {
    const found = items.filter((item) => item.isConcern === isConcern);
    return found[0]
      ? [{ label: found[0].resultLabel, items: found.map(({ label }) => label).join("、") }]
      : [];
  });
}
