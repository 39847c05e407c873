import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { failureMessage } from "@/api/errors";
import { colleaguesQuery } from "@/api/user";
import { Button } from "@/kit/Button";
import { DateField } from "@/kit/DateField";
import { Heading } from "@/kit/Heading";
import { Select } from "@/kit/Select";
import { formatDate, formatRemaining } from "@/lib/dates";
import { FAILED } from "@/messages";
import { updateNextAction } from "../deeds";
import { DeedDialog } from "../dialog/DeedDialog";
import type { Negotiation } from "../types";
import styles from "./NextAction.module.css";

/** 次回対応日 and 担当者 of the reader's own institution (domain.md 4). */
export function NextActionSection({ negotiation: n }: { negotiation: Negotiation }) {
  const [open, setOpen] = useState(false);
  if (!n.nextAction) return null;
  const { date, userName } = n.nextAction;
  return (
    <section className={styles.box}>
      <Heading
        level={2}
        actions={
          <Button part="acts" kind="quiet" aria-label="次回対応を変更する" onClick={() => setOpen(true)}>
            変更する
          </Button>
        }
      >
        次回対応
      </Heading>
      <dl className={styles.list}>
        <div>
          <dt>次回対応日</dt>
          <dd>
            {formatDate(date)}
            {date && `（${formatRemaining(date)}）`}
          </dd>
        </div>
        <div>
          <dt>担当者</dt>
          <dd>{userName || "―"}</dd>
        </div>
      </dl>
      {open && <NextActionDialog negotiation={n} onClose={() => setOpen(false)} />}
    </section>
  );
}

function NextActionDialog({ negotiation: n, onClose }: { negotiation: Negotiation; onClose: () => void }) {
  const persons = useQuery(colleaguesQuery);
  const form = useForm({
    shouldFocusError: false,
    defaultValues: { date: n.nextAction?.date ?? "", userId: n.nextAction?.userId ?? "" },
  });
  const { errors } = form.formState;
  return (
    <DeedDialog
      title="次回対応を決めますか"
      consequence={["自機関だけが見られます。相手には伝わりません。空にすると消えます。"]}
      label="次回対応を保存する"
      failed={FAILED.negotiationStatus}
      done="次回対応を保存しました。"
      form={form}
      fields={["date", "userId"]}
      draft={`${n.buyerNegotiationId}.next`}
      send={(values) => updateNextAction(n, values)}
      onClose={onClose}
    >
      <DateField label="次回対応日" remaining error={errors.date?.message} {...form.register("date")} />
      {persons.isError && <p role="alert">{failureMessage(FAILED.personInChargeLoad, persons.error)}</p>}
      {persons.data && (
        <Select
          label="担当者"
          empty="決めない"
          options={persons.data.map((person) => ({ value: person.userId, label: person.userName }))}
          error={errors.userId?.message}
          {...form.register("userId")}
        />
      )}
    </DeedDialog>
  );
}
