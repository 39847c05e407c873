import { Plus, Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { type Path, useFieldArray, useForm } from "react-hook-form";
import { call } from "@/api/client";
import { ApiError, fieldErrors } from "@/api/errors";
import * as limits from "@/api/limits.gen";
import { loadNetwork } from "@/api/network";
import { office as client, failureText, type Schemas } from "@/api/officeClient";
import { Button } from "@/kit/Button";
import { DateField } from "@/kit/DateField";
import { Declaration } from "@/kit/Declaration";
import { ErrorSummary } from "@/kit/ErrorSummary";
import { Form, FormActions } from "@/kit/Form";
import { Heading } from "@/kit/Heading";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { RadioGroup } from "@/kit/RadioGroup";
import { TextArea } from "@/kit/TextArea";
import { TextField } from "@/kit/TextField";
import { summaryErrors } from "@/lib/formErrors";
import { useLeaveGuard } from "@/lib/leave";
import { perform } from "../deed";
import styles from "../office.module.css";
import { bodyOf, type DeclarationForm, formOf, MAX_ITEMS, SHARING } from "./declaration";

type Office = Schemas["OfficeDeclaration"];
type Shown = Schemas["Declaration"];

const PLAIN = ["title", "itemList", "sharing", "sharingSince", "sharingNote", "body"] as const;

/** Edits the next version: first it is shown as its readers will see it, and published from there. */
export function DeclarationEditor({ office, onClose }: { office: Office; onClose?: () => void }) {
  const [preview, setPreview] = useState<Shown | null>(null);
  const [busy, setBusy] = useState(false);
  // The form, with the button that has the focus, is gone: who reads the preview begins at its top.
  useEffect(() => {
    if (preview) document.querySelector<HTMLElement>("main h1")?.focus();
  }, [preview]);
  const form = useForm<DeclarationForm>({
    defaultValues: formOf(office.declaration),
    shouldFocusError: false,
  });
  const items = useFieldArray({ control: form.control, name: "itemList" });
  const { errors, submitCount, isSubmitting, isDirty } = form.formState;
  useLeaveGuard(isDirty);
  const sharing = form.watch("sharing");
  const version = office.declaration.version;

  const show = form.handleSubmit(async (typed) => {
    try {
      setPreview(
        (await call(
          client.POST("/api/Office/PreviewDeclaration", { body: bodyOf(typed, version) }),
        )) as Shown,
      );
    } catch (error) {
      const fields = typed.itemList.flatMap((_, i): Path<DeclarationForm>[] => [
        `itemList.${i}.heading`,
        `itemList.${i}.text`,
      ]);
      if (error instanceof ApiError) fieldErrors(error, form.setError, [...PLAIN, ...fields]);
      notify.error(failureText(error, "表示を確かめられませんでした。"));
    }
  });

  const publish = async () => {
    setBusy(true);
    const typed = form.getValues();
    const done = await perform(
      call(client.POST("/api/Office/PublishDeclaration", { body: bodyOf(typed, version) })),
      "新しい版を公開しました。",
      "公開できませんでした。",
    );
    setBusy(false);
    if (!done) return;
    form.reset(typed);
    await loadNetwork();
    onClose?.();
  };

  if (preview)
    return (
      <section className={styles.section} aria-label="公開する内容の確認">
        <p className={panel.warning}>
          下のとおりに、第{version + 1}
          版として、すぐに公開されます。ログインしていない方も読めます。公開した版は、あとから直せません。直すときは、次の版を公開します。
        </p>
        <Heading>{preview.title}</Heading>
        <Declaration texts={preview} level={3} />
        <FormActions>
          <Button kind="primary" busy={busy} onClick={publish}>
            この内容で公開する
          </Button>
          <Button onClick={() => setPreview(null)}>入力に戻る</Button>
        </FormActions>
      </section>
    );
  const problems = [
    ...summaryErrors(errors, PLAIN),
    ...items.fields.flatMap((_, i) =>
      (["heading", "text"] as const).flatMap((key) => {
        const message = errors.itemList?.[i]?.[key]?.message;
        return message ? [{ name: `itemList.${i}.${key}`, message }] : [];
      }),
    ),
  ];
  return (
    <Form onSubmit={show} label="ネットワークの宣言の新しい版">
      <ErrorSummary attempt={submitCount} errors={problems} />
      <TextField
        label="題名"
        required
        maxLength={limits.DeclarationInput.title.maxLength}
        error={errors.title?.message}
        {...form.register("title")}
      />
      <section className={panel.box}>
        <Heading>成約に進む前に確かめること</Heading>
        {items.fields.map((item, i) => (
          <div key={item.id} className={styles.section}>
            <TextField
              label={`見出し（${i + 1}つ目）`}
              required
              maxLength={limits.DeclarationItem.heading.maxLength}
              error={errors.itemList?.[i]?.heading?.message}
              {...form.register(`itemList.${i}.heading`)}
            />
            <TextArea
              label={`説明（${i + 1}つ目）`}
              rows={2}
              maxLength={limits.DeclarationItem.text.maxLength}
              error={errors.itemList?.[i]?.text?.message}
              {...form.register(`itemList.${i}.text`)}
            />
            {items.fields.length > 1 && (
              <div className={styles.actions}>
                <Button kind="quiet" icon={<Trash2 aria-hidden size={18} />} onClick={() => items.remove(i)}>
                  {i + 1}つ目の項目を外す
                </Button>
              </div>
            )}
          </div>
        ))}
        {items.fields.length < MAX_ITEMS ? (
          <div className={styles.actions}>
            <Button
              icon={<Plus aria-hidden size={18} />}
              onClick={() => items.append({ heading: "", text: "" })}
            >
              項目を加える
            </Button>
          </div>
        ) : (
          <p className={panel.note}>項目は{MAX_ITEMS}までです。</p>
        )}
      </section>
      <section className={panel.box}>
        <Heading>特定事業者リストの共有の仕組み</Heading>
        <RadioGroup
          label="仕組みへの参加"
          required
          options={SHARING}
          error={errors.sharing?.message}
          {...form.register("sharing")}
        />
        {sharing !== "2" && (
          <DateField
            label={sharing === "3" ? "参加する予定の日" : "参加した日"}
            required={sharing === "1"}
            error={errors.sharingSince?.message}
            {...form.register("sharingSince")}
          />
        )}
        <TextArea
          label="共有についての説明"
          rows={3}
          maxLength={limits.DeclarationInput.sharingNote.maxLength}
          error={errors.sharingNote?.message}
          {...form.register("sharingNote")}
        />
      </section>
      <TextArea
        label="そのほかの文章"
        rows={6}
        help="そのまま表示します。改行もそのままです。"
        maxLength={limits.DeclarationInput.body.maxLength}
        error={errors.body?.message}
        {...form.register("body")}
      />
      <p className={panel.note}>宣言の下には、必ず次の注意が出ます。「{office.declaration.caution}」</p>
      <FormActions>
        <Button type="submit" kind="primary" busy={isSubmitting}>
          公開する前に表示を確かめる
        </Button>
        {onClose && <Button onClick={onClose}>やめる</Button>}
      </FormActions>
    </Form>
  );
}
