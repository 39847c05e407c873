import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { call } from "@/api/client";
import * as limits from "@/api/limits.gen";
import { textsQuery, textVersionQuery } from "@/api/office";
import { failureText, office, type Schemas } from "@/api/officeClient";
import { pageFetch } from "@/api/query";
import { Button } from "@/kit/Button";
import { Dialog } from "@/kit/Dialog";
import { Heading } from "@/kit/Heading";
import panel from "@/kit/Panel.module.css";
import { Prose } from "@/kit/Prose";
import { Skeleton } from "@/kit/Skeleton";
import { Tabs } from "@/kit/Tabs";
import { TextField } from "@/kit/TextField";
import { formatTime } from "@/lib/dates";
import { useUrlState } from "@/lib/urlstate";
import { DeedDialog } from "../deed";
import styles from "../office.module.css";
import { officePage } from "../page";
import { ProseField } from "./ProseField";

type Text = Schemas["OfficeText"];
const DEFAULTS = { kind: "terms" };

/** /office/texts: the network's own texts. Every version is kept, as users have agreed to it. */
function TextsScreen() {
  const { state, set } = useUrlState(DEFAULTS);
  const [editing, setEditing] = useState<Text | null>(null);
  const { data } = useQuery({
    ...textsQuery,
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
  const [version, setVersion] = useState<number | null>(null);
  return (
    <div className={styles.section}>
      <Heading actions={<Button onClick={onEdit}>新しい版を作る</Button>}>{text.title}</Heading>
      <p className={panel.note}>
        第{text.version}版　{formatTime(text.created)} 公開
      </p>
      <div className={panel.box}>
        <Prose html={text.html} />
      </div>
      {text.versions.length > 1 && (
        <>
          <Heading level={3}>これまでの版</Heading>
          <ul className={styles.links}>
            {text.versions.map((v) => (
              <li key={v.version}>
                <Button kind="quiet" onClick={() => setVersion(v.version)}>
                  第{v.version}版を読む
                </Button>
                　{v.title}　{formatTime(v.created)}
              </li>
            ))}
          </ul>
        </>
      )}
      {version && <VersionDialog text={text} version={version} onClose={() => setVersion(null)} />}
    </div>
  );
}

/** A published version, with the hash that a consent's record refers to. */
function VersionDialog({ text, version, onClose }: { text: Text; version: number; onClose: () => void }) {
  const { data, error } = useQuery({
    ...textVersionQuery({ kind: text.kind, version }),
  });
  return (
    <Dialog open wide onClose={onClose} title={`${text.label}　第${version}版`} cancelLabel="閉じる">
      {error && <p role="alert">{failureText(error, "この版を読み込めませんでした。")}</p>}
      {!data && !error && <Skeleton lines={8} />}
      {data && (
        <div className={styles.section}>
          <p className={panel.note}>
            {formatTime(data.created)} 公開　照合用の値 {data.hash}
          </p>
          <Heading level={3}>{data.title}</Heading>
          <Prose html={data.html} />
        </div>
      )}
    </Dialog>
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
      <ProseField form={form} name="body" label="本文" rows={18} maxLength={limits.anyText} />
    </DeedDialog>
  );
}

export default officePage(TextsScreen);
