import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { ApiError, failureMessage } from "@/api/errors";
import { needsQuery } from "@/api/needs";
import { pageFetch } from "@/api/query";
import { rereadAfter } from "@/api/reread";
import { Button } from "@/kit/Button";
import { DescriptionList } from "@/kit/DescriptionList";
import { Dialog } from "@/kit/Dialog";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { Rewording } from "@/kit/Rewording";
import { Skeleton } from "@/kit/Skeleton";
import { formatDate } from "@/lib/dates";
import { randomKey } from "@/lib/randomKey";
import { FAILED } from "@/messages";
import { needsWarnings, removeNeeds, saveNeeds } from "../calls";
import styles from "../company.module.css";
import { describeNeeds } from "../describe";
import { NeedsFields } from "../form/NeedsFields";
import { SaveForm } from "../form/SaveForm";
import { EMPTY_NEEDS, fromNeeds, type NeedsValues, toNeedsInput } from "../form/values";
import type { Masters } from "../masters";
import type { Hit, Needs } from "../types";

/** A buyer's needs, for those who maintain it: list, registration, changes, taking back. */
export function NeedsPanel({
  clientId,
  masters,
  editing,
  onEdit,
}: {
  clientId: string;
  masters: Masters;
  /** "new", a need's id, or "" for the list. */
  editing: string;
  onEdit: (needsId: string) => void;
}) {
  const needs = useQuery({ ...needsQuery(clientId), ...pageFetch });
  if (!needs.data) return <Skeleton rows={3} />;
  const edited = needs.data.find((one) => one.needsId === editing);
  if (editing === "new" || edited)
    return (
      <NeedsForm
        key={editing}
        clientId={clientId}
        masters={masters}
        edited={edited}
        onClose={() => onEdit("")}
      />
    );
  const add = (
    <Button part="acts" kind="primary" icon={<Plus aria-hidden size={18} />} onClick={() => onEdit("new")}>
      ニーズを登録する
    </Button>
  );
  if (needs.data.length === 0)
    return (
      <EmptyState title="ニーズはまだ登録されていません" action={add}>
        ニーズを登録すると、条件に合う売却案件が「おすすめ」として表示され、オファーも届きやすくなります。
      </EmptyState>
    );
  return (
    <div className={panel.stack}>
      <Heading actions={add}>ニーズ</Heading>
      <ul className={styles.cards}>
        {needs.data.map((one) => (
          <li key={one.needsId} className={styles.card}>
            <Heading
              level={3}
              actions={
                <>
                  <Button part="acts" onClick={() => onEdit(one.needsId)}>
                    編集<span className="visually-hidden">：{one.title}</span>
                  </Button>
                  <Remove needs={one} />
                </>
              }
            >
              {one.title}
            </Heading>
            <DescriptionList items={describeNeeds(one, masters)} />
            <p className={panel.note}>最終更新：{formatDate(one.modified)}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Remove({ needs }: { needs: Needs }) {
  const [open, setOpen] = useState(false);
  const remove = async () => {
    try {
      await removeNeeds({ needsId: needs.needsId, version: needs.version ?? 0 });
      notify.success("ニーズを取り下げました。");
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.error(failureMessage(FAILED.needs, error));
    }
    setOpen(false);
    await rereadAfter("company");
  };
  return (
    <>
      <Button part="acts" onClick={() => setOpen(true)}>
        取り下げる<span className="visually-hidden">：{needs.title}</span>
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="ニーズを取り下げる"
        consequence={`「${needs.title}」は検索に表示されなくなり、おすすめの対象からも外れます。取り消すことはできません。`}
        confirm={{ label: "ニーズを取り下げる", danger: true, onConfirm: remove }}
      />
    </>
  );
}

/** Names of the texts that anonymous readers see. */
const TEXTS: Readonly<Record<string, string>> = {
  title: "表題",
  detail: "内容",
  acquisitionAssetOther: "取得したい資産",
};

/** Those that the form has as one field each. */
const REWORDED = ["title", "detail", "acquisitionAssetOther"] as const;

function Warnings({
  hits,
  values,
  form,
}: {
  hits: readonly Hit[];
  /** What was checked. */
  values: NeedsValues;
  form: UseFormReturn<NeedsValues>;
}) {
  const now = useWatch({ control: form.control });
  return (
    <>
      <h3>企業が特定されるおそれのある言葉があります</h3>
      <ul>
        {hits.map((hit) => (
          <li key={`${hit.field}.${hit.text}`}>
            {TEXTS[hit.field] ?? "業種の内容"}の「{hit.text}」：{hit.why}
          </li>
        ))}
      </ul>
      {REWORDED.map((name) => (
        <Rewording
          key={name}
          now={now[name] ?? ""}
          checked={values[name]}
          hits={hits.filter(({ field }) => field === name)}
          onText={(text) => form.setValue(name, text, { shouldDirty: true })}
        />
      ))}
      <p>書き直すか、問題がなければもう一度ボタンを押してください。</p>
    </>
  );
}

function NeedsForm({
  clientId,
  masters,
  edited,
  onClose,
}: {
  clientId: string;
  masters: Masters;
  edited?: Needs;
  onClose: () => void;
}) {
  const client = useQueryClient();
  // The version that was on the screen when typing began, even if a newer one is fetched meanwhile.
  const version = useRef(edited?.version);
  const [fresh] = useState(() => ({ ...EMPTY_NEEDS, requestKey: randomKey() }));
  return (
    <SaveForm
      initial={edited ? fromNeeds(edited) : fresh}
      draft={`needs.${clientId || "mine"}.${edited?.needsId ?? "new"}`}
      failed={FAILED.needs}
      submitLabel={edited ? "変更を保存する" : "ニーズを登録する"}
      save={(values) =>
        saveNeeds(toNeedsInput(values, { needsId: edited?.needsId, version: version.current, clientId }))
      }
      warn={async (values, form) => {
        const hits = await needsWarnings(
          toNeedsInput(values, { needsId: edited?.needsId, version: version.current, clientId }),
        );
        return hits.length > 0 ? <Warnings hits={hits} values={values} form={form} /> : null;
      }}
      reload={
        edited &&
        (async () => {
          const all = await client.fetchQuery({ ...needsQuery(clientId), staleTime: 0 });
          const latest = all.find((one) => one.needsId === edited.needsId) ?? edited;
          version.current = latest.version;
          return { values: fromNeeds(latest), view: describeNeeds(latest, masters) };
        })
      }
      onDone={() => {
        notify.success(edited ? "ニーズの変更を保存しました。" : "ニーズを登録しました。");
        onClose();
        void rereadAfter("company");
      }}
      onCancel={onClose}
      cancelLabel="一覧に戻る"
    >
      {(form) => <NeedsFields form={form} masters={masters} />}
    </SaveForm>
  );
}
