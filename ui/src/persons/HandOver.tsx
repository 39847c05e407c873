import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { failureMessage } from "@/api/errors";
import type { ChargeOf } from "@/api/persons";
import { colleaguesQuery } from "@/api/user";
import { Button } from "@/kit/Button";
import { Checkbox } from "@/kit/Checkbox";
import panel from "@/kit/Panel.module.css";
import { Select } from "@/kit/Select";
import { FAILED, FAILED_OWN } from "@/messages";
import { ChargeDialog } from "./ChargeDialog";
import { handOver } from "./calls";
import { choices } from "./choices";
import type { Persons } from "./usePersons";

interface HandOverProps {
  of: ChargeOf;
  /** The chosen records, and what each is called. */
  rows: readonly { id: string; name: string }[];
  /** Who works on them, as the list shows it. */
  persons: Persons;
  /** Called when they have been handed over. */
  onDone: () => void;
}

/** The deed 担当を引き継ぐ for the chosen rows of a list (team.md 1). */
export function HandOverButton(props: HandOverProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>担当を引き継ぐ</Button>
      {isOpen && <HandOverDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function HandOverDialog({ of, rows, persons, onDone, onClose }: HandOverProps & { onClose: () => void }) {
  const users = useQuery(colleaguesQuery);
  const form = useForm({
    shouldFocusError: false,
    defaultValues: { personInCharge: "", isKept: true },
  });
  const { errors } = form.formState;
  return (
    <ChargeDialog
      title={`${rows.length}件の担当を引き継ぐ`}
      label="担当を引き継ぐ"
      form={form}
      fields={["personInCharge"]}
      failed={FAILED_OWN.handOver}
      done={`${rows.length}件の担当を引き継ぎました。`}
      blocked={persons && users.data ? undefined : "担当者の一覧を読み込んでいます。"}
      send={async ({ personInCharge, isKept }) => {
        await handOver({
          personInCharge,
          isKept,
          chargeList: rows.map(({ id }) => ({
            of,
            id,
            seenPersonInCharge: persons?.get(id)?.personInCharge?.userId ?? "",
          })),
        });
        onDone();
      }}
      onClose={onClose}
    >
      <p className={panel.note}>新しい主担当と、いまの主担当に、メールで知らせます。相手には伝わりません。</p>
      <ul>
        {rows.map(({ id, name }) => (
          <li key={id}>
            {name}（主担当：{persons?.get(id)?.personInCharge?.userName ?? "なし"}）
          </li>
        ))}
      </ul>
      {users.isError && (
        <p className={panel.problem} role="alert">
          {failureMessage(FAILED.personInChargeLoad, users.error)}
        </p>
      )}
      <Select
        label="新しい主担当"
        required
        empty="選んでください"
        options={choices(users.data ?? [])}
        error={errors.personInCharge?.message}
        {...form.register("personInCharge", { required: "新しい主担当を選んでください。" })}
      />
      <Checkbox label="いまの主担当を副担当に残す" {...form.register("isKept")} />
    </ChargeDialog>
  );
}
