import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { useLocation } from "wouter";
import { dealUsers, usersQuery } from "@/api/user";
import { Button } from "@/kit/Button";
import { EmptyState } from "@/kit/EmptyState";
import { Segments } from "@/kit/Segments";
import { useRawSearch } from "@/lib/location";
import { keepOwnScope, type OwnScope, readOwnScope } from "@/lib/ownScope";
import { isFIN } from "@/session/session";
import { type Choice, choice } from "./choices";
import type { ORDER } from "./companies";
import type { Filter } from "./filter";
import { days } from "./words";

/*
 * Who works on a record, and when next: the conditions of the own institution's lists, and the switch between the
 * user's own work and the whole institution's (team.md 1).
 */

/** The conditions as the address holds them. */
export const IN_CHARGE = { personInCharge: "", nextActionF: "", nextActionT: "" };

type InCharge = typeof IN_CHARGE & typeof ORDER;

/** 担当者 in the address: the user himself, nobody, everybody; else the id of a user. */
const ME = "me";
const NONE = "none";
/**
 * Everybody, said expressly. An address without conditions opens on the user's own work, so that taking the condition
 * off must leave one. It is not sent.
 */
const ALL = "all";

const FIXED: readonly Choice[] = [
  { value: ME, label: "自分の担当" },
  { value: NONE, label: "担当者なし" },
];

/**
 * The filters 担当者 and 次回対応日. `people` are the users to choose from, undefined while they load.
 * @param suffix for a list with other institutions' records too, which does not open on the user's own
 */
export function inChargeFilters(people: readonly Choice[] | undefined, suffix = ""): Filter<InCharge>[] {
  const isOwnList = suffix === "";
  const person = choice<InCharge>(
    "personInCharge",
    `担当者${suffix}`,
    () => people && [...FIXED, ...people, ...(isOwnList ? [{ value: ALL, label: "機関全体" }] : [])],
    { empty: "指定なし" },
  );
  const cleared = { personInCharge: isOwnList ? ALL : "" };
  return [
    {
      ...person,
      cleared,
      // Those that are no users have their words at once.
      chips: ({ personInCharge }) =>
        [...FIXED, ...(people ?? [])]
          .filter(({ value }) => value === personInCharge)
          .map((one) => ({
            key: "personInCharge",
            label: `${person.label}：${one.label}`,
            without: cleared,
            isOnSwitch: isOwnList && one.value === ME,
          })),
    },
    days<InCharge>("nextActionF", "nextActionT", `次回対応日${suffix}`),
  ];
}

/** The part of a query. */
export function inChargeQuery(state: typeof IN_CHARGE) {
  return {
    personInCharge: state.personInCharge === ALL ? undefined : state.personInCharge || undefined,
    nextActionF: state.nextActionF || undefined,
    nextActionT: state.nextActionT || undefined,
  };
}

/** The orders that the own institution's lists have besides their own. */
export const IN_CHARGE_SORTS = [
  { propertyName: "nextAction", isDescending: false, label: "次回対応日が近い順" },
  { propertyName: "nextAction", isDescending: true, label: "次回対応日が遠い順" },
  { propertyName: "personInCharge", isDescending: false, label: "担当者の順" },
  { propertyName: "personInCharge", isDescending: true, label: "担当者の逆順" },
] as const;

/** A user who has not signed in yet, and one who may act (SPEC.md section 3). */
const [UNAPPROVED, ENABLED] = [1, 2];

/**
 * The users of the own bank as choices, also those who may not act any more: what they leave behind is looked for.
 * undefined while they load, and for everybody else.
 */
export function usePeople(): readonly Choice[] | undefined {
  const users = useQuery({ ...usersQuery("bank", ""), select: dealUsers, enabled: isFIN.value });
  return useMemo(
    () =>
      users.data
        ?.filter(({ status }) => status !== UNAPPROVED)
        .map(({ userId, userName, status }) => ({
          value: userId,
          label: status === ENABLED ? userName : `${userName}（利用停止）`,
        })),
    [users.data],
  );
}

/**
 * An address without any condition opens on what was chosen last. Conditions that are there, of a link, a saved search
 * or a shared address, stand as they are.
 *
 * @returns whether the list can be shown
 */
export function useOpensOnOwn(): boolean {
  const [path, navigate] = useLocation();
  const isBare = useRawSearch() === "" && readOwnScope() === "mine";
  useEffect(() => {
    if (isBare) navigate(`${path}?personInCharge=${ME}`, { replace: true });
  }, [isBare, path, navigate]);
  return !isBare;
}

const SCOPES = [
  { value: "mine", label: "自分の担当" },
  { value: "all", label: "機関全体" },
] as const;

/** The switch between the user's own work and the whole institution's. */
export function ScopeSwitch({
  value,
  onChange,
}: {
  /** undefined: another user's, or nobody's. */
  value: OwnScope | undefined;
  onChange: (scope: OwnScope) => void;
}) {
  return (
    <Segments<OwnScope | "other">
      label="だれの担当を表示するか"
      value={value ?? "other"}
      options={SCOPES}
      onChange={(scope) => {
        if (scope === "other") return;
        keepOwnScope(scope);
        onChange(scope);
      }}
    />
  );
}

/** The switch of a list, which is its condition 担当者. */
export function ListScope<C extends typeof IN_CHARGE>({
  state,
  set,
}: {
  state: C;
  set: (changes: Partial<C>) => void;
}) {
  const { personInCharge } = state;
  return (
    <ScopeSwitch
      value={
        personInCharge === ME ? "mine" : personInCharge === "" || personInCharge === ALL ? "all" : undefined
      }
      onChange={(scope) => set({ personInCharge: scope === "mine" ? ME : ALL } as Partial<C>)}
    />
  );
}

/** Instead of rows where the user has nothing of his own in a list; undefined where other conditions are set too. */
export function nothingOwn<C extends typeof IN_CHARGE>(
  noun: string,
  state: C,
  chips: number,
  set: (changes: Partial<C>) => void,
) {
  if (state.personInCharge !== ME || chips > 1) return undefined;
  return (
    <EmptyState
      title={`あなたが担当する${noun}はありません`}
      action={
        <Button
          kind="primary"
          onClick={() => {
            keepOwnScope("all");
            set({ personInCharge: ALL } as Partial<C>);
          }}
        >
          機関全体を見る
        </Button>
      }
    >
      主担当か副担当になると、または代理をしている間、ここに並びます。
    </EmptyState>
  );
}
