import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { dutyTextsQuery, officeDutyTextQuery } from "@/api/office";
import { failureText, type Schemas } from "@/api/officeClient";
import { pageFetch } from "@/api/query";
import { Button } from "@/kit/Button";
import { Dialog } from "@/kit/Dialog";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import panel from "@/kit/Panel.module.css";
import { Select } from "@/kit/Select";
import { Skeleton } from "@/kit/Skeleton";
import { Tabs } from "@/kit/Tabs";
import { formatTime } from "@/lib/dates";
import { useUrlState } from "@/lib/urlstate";
import { isADM } from "@/session/office";
import { State } from "../list";
import office from "../office.module.css";
import { officePage } from "../page";
import { Comparison } from "./Comparison";
import styles from "./DutyText.module.css";
import { firstComparison, SCOPES, unfinishedWords, versionLabel } from "./words";

type Kind = Schemas["TextKind"];
type Text = Schemas["DutyText"];

/** `kind`: the text that is open; `from`, `to`: the versions that are compared. */
const DEFAULTS = { kind: "", from: "", to: "" };

/**
 * /office/duty-texts: for an institution's administrator, the texts and lists with which its desk works, in versions (compliance.md 3).
 * The office sees nobody's.
 */
function DutyTextsScreen() {
  if (isADM.value)
    return (
      <>
        <Heading level={1}>説明書と一覧</Heading>
        <EmptyState title="金融機関の管理者の画面です">
          お客さまへの説明書、注意点、照会先は、それぞれの金融機関が決めます。事務局は見られません。
        </EmptyState>
      </>
    );
  return <DutyTexts />;
}

function DutyTexts() {
  const { state, set } = useUrlState(DEFAULTS);
  const query = useQuery({ ...dutyTextsQuery, ...pageFetch });
  const kinds = query.data?.kindList;
  const selected = kinds?.find(({ kind }) => String(kind) === state.kind) ?? kinds?.[0];
  return (
    <>
      <Heading level={1}>説明書と一覧</Heading>
      <p>
        担当者が「確認事項」を記録するときに使う、この金融機関の書面と一覧です。保存すると新しい版になり、すぐに使われます。これまでの版は残り、記録は、そのとき使った版に結び付いたままです。ほかの金融機関、お客さま、事務局には見えません。
      </p>
      {!kinds || !selected ? (
        <Skeleton lines={10} />
      ) : (
        <Tabs
          label="説明書と一覧の種類"
          selected={String(selected.kind)}
          onSelect={(kind) => set({ kind, from: "", to: "" })}
          items={kinds.map((kind) => ({
            key: String(kind.kind),
            label: kind.label,
            content: (
              <KindPanel
                kind={kind}
                from={state.from}
                to={state.to}
                onCompare={(changes) => set({ kind: String(kind.kind), ...changes })}
              />
            ),
          }))}
        />
      )}
    </>
  );
}

function KindPanel({
  kind,
  from,
  to,
  onCompare,
}: {
  kind: Kind;
  from: string;
  to: string;
  onCompare: (changes: { from?: string; to?: string }) => void;
}) {
  const [reading, setReading] = useState("");
  const now = kind.inForce;
  const versions = [
    ...kind.versionList.map((row) => ({ ...row, isSample: false })),
    { ...kind.sample, isSample: true },
  ];
  return (
    <div className={office.section}>
      <Heading
        actions={
          <Link button="primary" href={`/office/duty-texts/${kind.kind}`}>
            新しい版を作る
          </Link>
        }
      >
        {now.title}　{versionLabel(now)}
      </Heading>
      <p>{kind.help}</p>
      {now.isSample && <SampleNote />}
      {!now.isSample && unfinishedWords(now.unfinishedCount) && (
        <p className={panel.warning}>
          {unfinishedWords(now.unfinishedCount)}お客さまに渡す前に、自機関の内容を書き入れてください。
        </p>
      )}
      <div className={panel.box}>
        <TextBody text={now} />
      </div>
      <section className={panel.stack} aria-labelledby={`versions-${kind.kind}`}>
        <Heading level={3} id={`versions-${kind.kind}`}>
          これまでの版
        </Heading>
        <ul className={styles.versions}>
          {versions.map((row) => (
            <li key={row.textId} className={styles.version}>
              <Button kind="quiet" onClick={() => setReading(row.textId)}>
                {versionLabel(row)}を読む
              </Button>
              {row.textId === now.textId && <State kind="done">使用中</State>}
              {row.unfinishedCount > 0 && <State kind="waiting">未記入 {row.unfinishedCount}件</State>}
              {!row.isSample && <span>{`${formatTime(row.created)}　${row.userName}　${row.reason}`}</span>}
            </li>
          ))}
        </ul>
      </section>
      {kind.versionList.length > 0 && (
        <Compared
          key={kind.kind}
          versions={versions}
          {...chosen(firstComparison(kind), from, to, versions)}
          onCompare={onCompare}
        />
      )}
      {reading && <VersionDialog textId={reading} onClose={() => setReading("")} />}
    </div>
  );
}

/** The versions that the address names, where they are there. */
function chosen(
  first: { from: string; to: string },
  from: string,
  to: string,
  versions: readonly { textId: string }[],
): { from: string; to: string } {
  const there = (id: string) => versions.some(({ textId }) => textId === id);
  return { from: there(from) ? from : first.from, to: there(to) ? to : first.to };
}

function SampleNote() {
  return (
    <p className={panel.warning}>
      <strong>見本を使っています。</strong>
      この金融機関の版は、まだありません。見本は、そのままで法令やガイドラインの定めを満たすことを約束するものではありません。【
      】に自機関の内容を書き入れ、法務の担当者に確かめてから、自機関の版として保存してください。
    </p>
  );
}

/** A version, whole. */
function TextBody({ text }: { text: Text }) {
  return (
    <ol className={styles.list}>
      {text.itemList.map((item) => (
        <li key={item.key}>
          <div className={styles.item}>
            <h4>
              {item.heading}
              {item.scope > 0 && `（${SCOPES[item.scope]}）`}
              {item.isUnfinished && <State kind="waiting">未記入</State>}
            </h4>
            {item.text && <p className={styles.text}>{item.text}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}

function VersionDialog({ textId, onClose }: { textId: string; onClose: () => void }) {
  const { data, error } = useQuery(officeDutyTextQuery(textId));
  return (
    <Dialog open wide onClose={onClose} title={data?.name ?? "説明書・一覧の版"} cancelLabel="閉じる">
      {error && <p role="alert">{failureText(error, "この版を読み込めませんでした。")}</p>}
      {!data && !error && <Skeleton lines={8} />}
      {data && (
        <div className={office.section}>
          <p className={`${panel.note} ${styles.hash}`}>
            {!data.isSample && `${formatTime(data.created)}　${data.userName}　${data.reason}　`}
            照合用の値 {data.hash}
          </p>
          <TextBody text={data} />
        </div>
      )}
    </Dialog>
  );
}

/** Two versions side by side, or one with the sample. */
function Compared({
  versions,
  from,
  to,
  onCompare,
}: {
  versions: readonly { textId: string; version: number; isSample: boolean; created?: string }[];
  from: string;
  to: string;
  onCompare: (changes: { from?: string; to?: string }) => void;
}) {
  const before = useQuery({ ...officeDutyTextQuery(from), placeholderData: keepPreviousData });
  const after = useQuery({ ...officeDutyTextQuery(to), placeholderData: keepPreviousData });
  const options = versions.map((row) => ({ value: row.textId, label: versionLabel(row) }));
  const failed = before.error ?? after.error;
  return (
    <section className={panel.stack} aria-labelledby="compare">
      <Heading level={3} id="compare">
        版を比べる
      </Heading>
      <div className={styles.chosen}>
        <Select
          label="もとの版"
          badge={false}
          options={options}
          value={from}
          onChange={(event) => onCompare({ from: event.target.value })}
        />
        <Select
          label="比べる版"
          badge={false}
          options={options}
          value={to}
          onChange={(event) => onCompare({ to: event.target.value })}
        />
      </div>
      {failed && <p role="alert">{failureText(failed, "版を読み込めませんでした。")}</p>}
      {before.data && after.data ? (
        <Comparison from={before.data} to={after.data} />
      ) : (
        !failed && <Skeleton lines={6} />
      )}
    </section>
  );
}

export default officePage(DutyTextsScreen, { fad: true });
