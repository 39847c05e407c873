import { useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { useState } from "react";
import { type Control, type UseFormReturn, useFieldArray, useForm, useWatch } from "react-hook-form";
import { useLocation } from "wouter";
import { call } from "@/api/client";
import { ApiError, fieldErrors } from "@/api/errors";
import * as limits from "@/api/limits.gen";
import { dutyTextsQuery } from "@/api/office";
import { failureText, office, type Schemas } from "@/api/officeClient";
import { pageFetch } from "@/api/query";
import { Button } from "@/kit/Button";
import { EmptyState } from "@/kit/EmptyState";
import { Form, FormActions } from "@/kit/Form";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { Select } from "@/kit/Select";
import { Skeleton } from "@/kit/Skeleton";
import { TextArea } from "@/kit/TextArea";
import { TextField } from "@/kit/TextField";
import { useLeaveGuard } from "@/lib/leave";
import { randomKey } from "@/lib/randomKey";
import type { ScreenProps } from "@/screen";
import { isADM } from "@/session/office";
import { reread } from "../deed";
import { officePage } from "../page";
import { Comparison } from "./Comparison";
import styles from "./DutyText.module.css";
import { SCOPES, versionLabel } from "./words";

type Kind = Schemas["TextKind"];

interface Values {
  title: string;
  reason: string;
  /** Not `key`, which react-hook-form uses itself. */
  itemList: { itemKey: string; heading: string; text: string; scope: string }[];
  /** By which the server knows the same form sent twice. */
  requestKey: string;
}

/** /office/duty-texts/:kind: writes the next version of a text or list of the institution (compliance.md 3). */
function DutyTextFormScreen({ params }: ScreenProps) {
  const query = useQuery({ ...dutyTextsQuery, ...pageFetch, enabled: !isADM.value });
  const kind = query.data?.kindList.find(({ kind }) => String(kind) === params.kind);
  if (isADM.value || (query.data && !kind))
    return (
      <>
        <Heading level={1}>説明書と一覧の新しい版</Heading>
        <EmptyState title="この説明書・一覧はありません">
          金融機関の管理者が、「説明書と一覧」の画面から開きます。
        </EmptyState>
      </>
    );
  return (
    <>
      <Heading level={1}>{kind ? `${kind.label}の新しい版を作る` : "説明書と一覧の新しい版"}</Heading>
      {kind ? <TextForm kind={kind} /> : <Skeleton lines={12} />}
    </>
  );
}

const valuesOf = ({ inForce }: Kind): Values => ({
  title: inForce.title,
  reason: "",
  itemList: inForce.itemList.map(({ key, heading, text, scope }) => ({
    itemKey: key ?? "",
    heading,
    text,
    scope: String(scope),
  })),
  requestKey: randomKey(),
});

const itemsOf = (values: Values) =>
  values.itemList.map(({ itemKey, scope, ...item }) => ({ ...item, key: itemKey, scope: Number(scope) }));

/** The form begins with the version in force, and stays as it is when somebody else saves one meanwhile. */
function TextForm({ kind }: { kind: Kind }) {
  const [, navigate] = useLocation();
  // The version on which this form stands; after a conflict the newer one, once the user has been told.
  const [seen, setSeen] = useState(kind.inForce);
  const [problem, setProblem] = useState("");
  const [initial] = useState(() => valuesOf(kind));
  const form = useForm<Values>({ shouldFocusError: true, defaultValues: initial });
  const { errors, isSubmitting, isDirty } = form.formState;
  const items = useFieldArray({ control: form.control, name: "itemList" });
  const release = useLeaveGuard(isDirty);
  const isNewer = kind.inForce.textId !== seen.textId;
  const save = form.handleSubmit(async (values) => {
    setProblem("");
    try {
      await call(
        office.POST("/api/Office/SaveDutyText", {
          body: {
            kind: kind.kind,
            version: seen.isSample ? 0 : seen.version,
            title: values.title,
            reason: values.reason,
            itemList: itemsOf(values),
            requestKey: values.requestKey,
          },
        }),
      );
    } catch (error) {
      if (error instanceof ApiError && error.status === 422)
        fieldErrors(error, form.setError, [
          "title",
          "reason",
          ...values.itemList.flatMap((_, i) => [
            `itemList.${i}.heading` as const,
            `itemList.${i}.text` as const,
            `itemList.${i}.scope` as const,
          ]),
        ]);
      setProblem(failureText(error, "新しい版を保存できませんでした。"));
      if (error instanceof ApiError && error.status === 409) await reread();
      return;
    }
    release();
    await reread();
    notify.success("新しい版を保存しました。すぐに使われます。");
    navigate(`/office/duty-texts?kind=${kind.kind}`);
  });
  return (
    <Form onSubmit={save} label={`${kind.label}の新しい版`}>
      <p>
        {kind.inForce.isSample ? "見本" : `使っている${versionLabel(kind.inForce)}`}
        の内容から始めています。保存すると、すぐに担当者が使う版になります。保存した版は、あとから直せません。直すときは、次の版を保存します。
      </p>
      {isNewer && (
        <div className={panel.warning} role="alert">
          <p>
            <strong>ほかの管理者が、先に{versionLabel(kind.inForce)}を保存しました。</strong>
            入力した内容は残っています。下の「{versionLabel(kind.inForce)}
            との違い」を確かめて、必要なところを取り込んでから、保存してください。
          </p>
          <Button
            onClick={() => {
              setSeen(kind.inForce);
              setProblem("");
            }}
          >
            違いを確かめて、この内容を次の版にする
          </Button>
        </div>
      )}
      <TextField
        label="題名"
        required
        maxLength={limits.DutyTextInput.title.maxLength}
        error={errors.title?.message}
        {...form.register("title", { required: "題名を入力してください。" })}
      />
      {items.fields.map((field, i) => (
        <Entry
          key={field.id}
          kind={kind}
          form={form}
          index={i}
          count={items.fields.length}
          onMove={(to) => items.move(i, to)}
          onRemove={() => items.remove(i)}
        />
      ))}
      <Button onClick={() => items.append({ itemKey: "", heading: "", text: "", scope: "0" })}>
        項目を加える
      </Button>
      <TextField
        label="変えたこと"
        required
        example="手数料の改定に合わせた"
        help="版の一覧に表示されます。"
        maxLength={limits.DutyTextInput.reason.maxLength}
        error={errors.reason?.message}
        {...form.register("reason", { required: "変えたことを入力してください。" })}
      />
      <details open={isNewer || undefined}>
        <summary>{versionLabel(kind.inForce)}との違い</summary>
        <Difference kind={kind} control={form.control} />
      </details>
      {(problem || errors.root?.server?.message) && (
        <p className={panel.problem} role="alert">
          {[problem, errors.root?.server?.message].filter(Boolean).join(" ")}
        </p>
      )}
      <FormActions>
        <Button
          type="submit"
          kind="primary"
          busy={isSubmitting}
          disabledReason={
            isNewer ? "先に、上の案内のとおり、新しい版との違いを確かめてください。" : undefined
          }
        >
          新しい版として保存する
        </Button>
        <Link button="secondary" href={`/office/duty-texts?kind=${kind.kind}`}>
          やめる
        </Link>
      </FormActions>
    </Form>
  );
}

/** What is typed beside the version in force. */
function Difference({ kind, control }: { kind: Kind; control: Control<Values> }) {
  const typed = useWatch({ control }) as Values;
  return <Comparison from={kind.inForce} to={{ title: typed.title, itemList: itemsOf(typed) }} />;
}

function Entry({
  kind,
  form,
  index,
  count,
  onMove,
  onRemove,
}: {
  kind: Kind;
  form: UseFormReturn<Values>;
  index: number;
  count: number;
  onMove: (to: number) => void;
  onRemove: () => void;
}) {
  const errors = form.formState.errors.itemList?.[index];
  const name = `項目${index + 1}`;
  return (
    <fieldset className={styles.entry}>
      <legend className="visually-hidden">{name}</legend>
      <header>
        <strong aria-hidden>{name}</strong>
        <div>
          <Button
            kind="quiet"
            icon={<ArrowUp aria-hidden size={18} />}
            aria-label={`${name}を上へ`}
            disabledReason={index === 0 ? "いちばん上です。" : undefined}
            onClick={() => onMove(index - 1)}
          >
            上へ
          </Button>
          <Button
            kind="quiet"
            icon={<ArrowDown aria-hidden size={18} />}
            aria-label={`${name}を下へ`}
            disabledReason={index === count - 1 ? "いちばん下です。" : undefined}
            onClick={() => onMove(index + 1)}
          >
            下へ
          </Button>
          <Button
            kind="quiet"
            icon={<Trash2 aria-hidden size={18} />}
            aria-label={`${name}を削除する`}
            disabledReason={count === 1 ? "項目は一つ以上要ります。" : undefined}
            onClick={onRemove}
          >
            削除
          </Button>
        </div>
      </header>
      <TextField
        label="見出し"
        required
        maxLength={limits.TextItem.heading.maxLength}
        error={errors?.heading?.message}
        {...form.register(`itemList.${index}.heading`, { required: "見出しを入力してください。" })}
      />
      <TextArea
        label="本文"
        required={kind.isText}
        rows={kind.isText ? 5 : 2}
        maxLength={limits.TextItem.text.maxLength}
        error={errors?.text?.message}
        {...form.register(`itemList.${index}.text`, {
          required: kind.isText && "本文を入力してください。",
        })}
      />
      {kind.hasScope && (
        <Select
          label="使う場合"
          badge={false}
          options={SCOPES.map((label, value) => ({ value: String(value), label }))}
          error={errors?.scope?.message}
          {...form.register(`itemList.${index}.scope`)}
        />
      )}
    </fieldset>
  );
}

export default officePage(DutyTextFormScreen, {
  fad: true,
  crumbs: [{ label: "説明書と一覧", href: "/office/duty-texts" }],
});
