import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { call, save } from "@/api/client";
import { draftFieldsQuery, draftTemplatesQuery } from "@/api/office";
import { failureText, office, officeFile, type Schemas } from "@/api/officeClient";
import { pageFetch } from "@/api/query";
import { templateLabel } from "@/draft/words";
import { Button } from "@/kit/Button";
import { Heading } from "@/kit/Heading";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { Tabs } from "@/kit/Tabs";
import { TextField } from "@/kit/TextField";
import { formatTime } from "@/lib/dates";
import { useUrlState } from "@/lib/urlstate";
import { DeedDialog } from "../deed";
import { State } from "../list";
import officeStyles from "../office.module.css";
import { officePage } from "../page";
import styles from "./DraftTemplate.module.css";
import { UploadDialog } from "./UploadDialog";

type Kind = Schemas["TemplateKind"];

const FIELDS = "fields";

/**
 * /office/draft-templates: the Word templates of the network (office) or of an institution (its administrator), in versions,
 * with the fields that they can have (papers.md 2).
 */
function DraftTemplatesScreen() {
  const { state, set } = useUrlState({ kind: "" });
  const { data } = useQuery({ ...draftTemplatesQuery, ...pageFetch });
  const kinds = data?.kindList;
  return (
    <>
      <Heading level={1}>書式（Word）</Heading>
      <p>
        {data?.isNetwork
          ? "どの金融機関でも使える、ネットワークの書式です。金融機関は、自機関の書式に置き換えることもできます。"
          : "この金融機関の担当者が、契約書などの下書きを作るときの書式です。ほかの金融機関、お客さま、事務局には見えません。"}
        保存すると新しい版になり、すぐに使われます。これまでの版は残ります。
      </p>
      {!kinds ? (
        <Skeleton lines={10} />
      ) : (
        <Tabs
          label="書面の種類"
          selected={state.kind || String(kinds[0]?.kind)}
          onSelect={(kind) => set({ kind })}
          items={[
            ...kinds.map((kind) => ({
              key: String(kind.kind),
              label: kind.label,
              content: <KindPanel kind={kind} />,
            })),
            { key: FIELDS, label: "差し込み項目の一覧", content: <FieldTable /> },
          ]}
        />
      )}
    </>
  );
}

/** Saves a template's file, or the one with examples filled in. */
async function fetchFile(templateId: string, name: string, isExample?: true) {
  try {
    const conditions = { templateId, isExample: isExample && "true" };
    await save(await officeFile("/api/Office/DownloadDraftTemplate", conditions), `${name}.docx`);
  } catch (error) {
    notify.error(failureText(error, "書式をダウンロードできませんでした。"));
  }
}

function KindPanel({ kind }: { kind: Kind }) {
  const [open, setOpen] = useState<"upload" | "withdraw" | null>(null);
  const now = kind.inForce;
  const isOwn = kind.versionList.some(({ isInForce }) => isInForce);
  return (
    <div className={officeStyles.section}>
      <Heading
        actions={
          <Button kind="primary" onClick={() => setOpen("upload")}>
            新しい版を登録する
          </Button>
        }
      >
        {`${kind.label}　${templateLabel(now)}`}
      </Heading>
      <p>{kind.help}</p>
      {now.isSample && (
        <p className={panel.warning}>
          <strong>見本を使っています。</strong>
          見本は、そのままで法令やガイドラインの定めを満たすことを約束するものではありません。ダウンロードしてWordで直し、法務の担当者に確かめてから、登録してください。
        </p>
      )}
      <ul className={styles.versions} aria-label="使える書式">
        {[now, ...kind.otherList].map((template, i) => (
          <li key={template.templateId} className={styles.version}>
            <strong>{templateLabel(template)}</strong>
            {i === 0 && <State kind="done">使用中</State>}
            <Button onClick={() => fetchFile(template.templateId, kind.label)}>ダウンロードする</Button>
            <Button kind="quiet" onClick={() => fetchFile(template.templateId, `${kind.label}_記入例`, true)}>
              架空の例を差し込んで見る
            </Button>
          </li>
        ))}
      </ul>
      {isOwn && (
        <div>
          <Button kind="quiet" onClick={() => setOpen("withdraw")}>
            この書式を取り下げる
          </Button>
        </div>
      )}
      {kind.versionList.length > 0 && (
        <section className={panel.stack} aria-labelledby={`versions-${kind.kind}`}>
          <Heading level={3} id={`versions-${kind.kind}`}>
            これまでの版
          </Heading>
          <ul className={styles.versions}>
            {kind.versionList.map((row) => (
              <li key={row.templateId} className={styles.version}>
                <strong>{`第${row.version}版${row.isWithdrawn ? "（取下げ）" : ""}`}</strong>
                {row.isInForce && <State kind="done">使用中</State>}
                <span>{`${formatTime(row.created)}　${row.userName}　${row.reason}`}</span>
                {!row.isWithdrawn && (
                  <>
                    <Button
                      kind="quiet"
                      onClick={() => fetchFile(row.templateId, `${kind.label}_第${row.version}版`)}
                    >
                      {`第${row.version}版をダウンロードする`}
                    </Button>
                    <span className={`${panel.note} ${styles.hash}`}>照合用の値 {row.hash}</span>
                  </>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {open === "upload" && <UploadDialog kind={kind} onClose={() => setOpen(null)} />}
      {open === "withdraw" && <WithdrawDialog kind={kind} onClose={() => setOpen(null)} />}
    </div>
  );
}

function WithdrawDialog({ kind, onClose }: { kind: Kind; onClose: () => void }) {
  const form = useForm({ defaultValues: { reason: "" } });
  const next = kind.otherList[0];
  return (
    <DeedDialog
      title={`${kind.label}の書式を取り下げる`}
      label="取り下げる"
      danger
      consequence={`これから作る下書きには、${next ? templateLabel(next) : "見本"}が使われます。これまでの版と、作った下書きは残ります。`}
      form={form}
      fields={["reason"]}
      send={({ reason }) =>
        call(
          office.POST("/api/Office/WithdrawDraftTemplate", {
            body: { kind: kind.kind, version: kind.version, reason },
          }),
        )
      }
      done="書式を取り下げました。"
      failed="書式を取り下げられませんでした。"
      onClose={onClose}
    >
      <TextField
        label="取り下げる理由"
        required
        {...form.register("reason", { required: "取り下げる理由を入力してください。" })}
        error={form.formState.errors.reason?.message}
      />
    </DeedDialog>
  );
}

/** The fields that a template can have, by groups. */
function FieldTable() {
  const { data } = useQuery(draftFieldsQuery);
  if (!data) return <Skeleton lines={12} />;
  return (
    <div className={officeStyles.section}>
      <Heading>差し込み項目の一覧</Heading>
      <p>
        Wordの文書に「{"{{売手会社名}}"}
        」のように半角の二重のかっこで書くと、下書きを作るときに差し込まれます。一覧は、表の行または段落を「
        {"{{#業績}}"}」と「{"{{/業績}}"}
        」で囲むと、件数だけ繰り返されます。値がない項目と、まだ開示されていない項目は【項目名】になり、作る前に画面に示されます。
      </p>
      {data.groupList.map((group) => (
        <section key={group.title} className={panel.stack} aria-label={group.title}>
          <Heading level={3}>{group.title}</Heading>
          {group.list && <p>{`{{#${group.list}}} から {{/${group.list}}} までの間で使う項目です。`}</p>}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard. */}
          <section className={styles.scroll} aria-label={`${group.title}の表`} tabIndex={0}>
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">書き方</th>
                  <th scope="col">意味</th>
                  <th scope="col">例</th>
                  <th scope="col">いつから書けるか</th>
                </tr>
              </thead>
              <tbody>
                {group.fieldList.map((field) => (
                  <tr key={field.name}>
                    <th scope="row">{`{{${field.name}}}`}</th>
                    <td>{field.meaning}</td>
                    <td>{field.example}</td>
                    <td>{field.level}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </section>
      ))}
    </div>
  );
}

export default officePage(DraftTemplatesScreen, { fad: true });
