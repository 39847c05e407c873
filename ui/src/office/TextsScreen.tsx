import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { call } from "@/api/client";
import { pageFetch } from "@/api/query";
import { Button } from "@/kit/Button";
import { Heading } from "@/kit/Heading";
import { Skeleton } from "@/kit/Skeleton";
import { Tabs } from "@/kit/Tabs";
import { TextArea } from "@/kit/TextArea";
import { TextField } from "@/kit/TextField";
import { formatTime } from "@/lib/dates";
import { useUrlState } from "@/lib/urlstate";
import { office, type Schemas } from "./client";
import { DeedDialog } from "./deed";
import styles from "./office.module.css";
import { officePage } from "./page";

type Text = Schemas["OfficeText"];
const DEFAULTS = { kind: "terms" };

/** /office/texts: the network's own texts by version; what was agreed to stays. */
function TextsScreen() {
  const { state, set } = useUrlState(DEFAULTS);
  const [editing, setEditing] = useState<Text | null>(null);
  const { data } = useQuery({
    queryKey: ["office", "texts"],
    queryFn: () => call(office.GET("/api/Office/GetTextList")),
    ...pageFetch,
  });
  return (
    <>
      <Heading level={1}>規約などの文章</Heading>
      <p>
        公開すると新しい版になり、これまでの版は残ります。秘密保持契約への同意は、同意したときの版に結び付いています。
      </p>
      {!data ? (
        <Skeleton lines={8} />
      ) : (
        <Tabs
          label="文章の種類"
          selected={data.textList.some((t) => t.kind === state.kind) ? state.kind : "terms"}
          onSelect={(kind) => set({ kind })}
          items={data.textList.map((text) => ({
            key: text.kind,
            label: text.label,
            content: <TextPanel text={text} onEdit={() => setEditing(text)} />,
          }))}
        />
      )}
      {editing && <TextDialog text={editing} onClose={() => setEditing(null)} />}
    </>
  );
}

function TextPanel({ text, onEdit }: { text: Text; onEdit: () => void }) {
  return (
    <div className={styles.section}>
      <Heading actions={<Button onClick={onEdit}>新しい版を作る</Button>}>{text.title}</Heading>
      <p className={styles.note}>
        第{text.version}版　{formatTime(text.created)} 公開
      </p>
      <p className={styles.prose}>{text.body}</p>
      {text.versions.length > 1 && (
        <>
          <Heading level={3}>これまでの版</Heading>
          <ul className={styles.links}>
            {text.versions.map((v) => (
              <li key={v.version}>
                第{v.version}版　{v.title}　{formatTime(v.created)}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function TextDialog({ text, onClose }: { text: Text; onClose: () => void }) {
  const form = useForm({ defaultValues: { title: text.title, body: text.body } });
  const { errors } = form.formState;
  return (
    <DeedDialog
      title={`${text.label}の新しい版を公開する`}
      label="公開する"
      wide
      consequence={`第${text.version + 1}版として、すぐに公開されます。公開した版は、あとから直せません。直すときは、次の版を公開します。`}
      form={form}
      fields={["title", "body"]}
      send={(values) =>
        call(
          office.POST("/api/Office/PublishText", {
            body: { kind: text.kind, version: text.version, ...values },
          }),
        )
      }
      done="新しい版を公開しました。"
      failed="公開できませんでした。"
      onClose={onClose}
    >
      <TextField label="題名" required error={errors.title?.message} {...form.register("title")} />
      <TextArea
        label="本文"
        required
        rows={18}
        maxLength={50_000}
        help="空行で段落が分かれます。"
        error={errors.body?.message}
        {...form.register("body")}
      />
    </DeedDialog>
  );
}

export default officePage(TextsScreen);
