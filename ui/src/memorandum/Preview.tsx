import { useQuery } from "@tanstack/react-query";
import { failureMessage } from "@/api/errors";
import { memorandumPreviewQuery } from "@/api/issued";
import type { components } from "@/api/schema.gen";
import { Button } from "@/kit/Button";
import { DescriptionList } from "@/kit/DescriptionList";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import panel from "@/kit/Panel.module.css";
import { Segments } from "@/kit/Segments";
import { Skeleton } from "@/kit/Skeleton";
import { FAILED_OWN } from "@/messages";
import styles from "./Memorandum.module.css";
import { Picture } from "./Picture";
import type { Memorandum } from "./values";

type Shown = components["schemas"]["MemorandumPreview"];

/** The choice of a level, by the names that the product has for them. */
export function LevelChoice({
  memorandum,
  level,
  onLevel,
}: {
  memorandum: Memorandum;
  level: number;
  onLevel: (level: number) => void;
}) {
  return (
    <Segments
      label="どの段階の買手か"
      value={String(level)}
      options={memorandum.levelList.map((one) => ({ value: String(one.level), label: one.label }))}
      onChange={(value) => onLevel(Number(value))}
    />
  );
}

/** What a buyer of a level sees: the server has cut it, nothing else comes here. */
export function Preview({
  memorandum,
  level,
  onLevel,
  isDirty,
}: {
  memorandum: Memorandum;
  level: number;
  onLevel: (level: number) => void;
  isDirty: boolean;
}) {
  const { sellerBusinessId } = memorandum;
  const { data, isError, error, refetch } = useQuery(memorandumPreviewQuery(sellerBusinessId, level));
  return (
    <div className={panel.stack}>
      <LevelChoice memorandum={memorandum} level={level} onLevel={onLevel} />
      {isDirty && (
        <p className={panel.warning}>保存した内容の見え方です。まだ保存していない変更は入っていません。</p>
      )}
      {isError && (
        <p className={panel.problem} role="alert">
          {failureMessage(FAILED_OWN.memorandumPreview, error)}
          <Button onClick={() => refetch()}>もう一度読み込む</Button>
        </p>
      )}
      {data && <Findings findings={data.findingList} />}
      {data ? <Sheet shown={data} sellerBusinessId={sellerBusinessId} /> : !isError && <Skeleton rows={8} />}
    </div>
  );
}

/** What is to be mended or looked at before a paper of the level is made. A buyer never sees this. */
export function Findings({ findings }: { findings: Shown["findingList"] }) {
  if (findings.length === 0) return null;
  const isBlocked = findings.some(({ isBlocking }) => isBlocking);
  return (
    <section className={isBlocked ? panel.problem : panel.warning} aria-label="確かめること">
      <strong>
        {isBlocked
          ? "この段階の書面を作る前に、直すところがあります。"
          : "会社の特定につながるおそれのある語があります。確かめてください。"}
      </strong>
      <ul className={styles.findings}>
        {findings.map((one) => (
          <li key={`${one.place} ${one.text} ${one.why}`}>
            {one.place}
            {one.text && `「${one.text}」`}：{one.why}
            {one.suggestion}
            {one.milder && <strong> 言い換えの案：{one.milder}</strong>}
            {isBlocked && !one.isBlocking && "（作る前に確かめる）"}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Sheet({ shown, sellerBusinessId }: { shown: Shown; sellerBusinessId: string }) {
  const isEmpty = shown.sectionList.length === 0 && shown.rowList.length === 0;
  return (
    <article className={styles.sheet} aria-label={`${shown.levelLabel}の買手の見え方`}>
      <DescriptionList items={shown.fieldList.map(({ label, value }) => ({ term: label, value }))} />
      {isEmpty && (
        <EmptyState title="この段階の買手に見えるものはありません">
          章の本文を書くか、章を見せる段階を変えてください。
        </EmptyState>
      )}
      {shown.sectionList.map((section, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the sections have no ids, and no state.
        <section key={index}>
          <Heading>
            {index + 1}　{section.heading}
          </Heading>
          {section.text && <p>{section.text}</p>}
          {section.pictureList.map(({ pictureId, caption }) => (
            <figure key={pictureId}>
              <Picture sellerBusinessId={sellerBusinessId} pictureId={pictureId} alt={caption} />
              {caption && <figcaption>{caption}</figcaption>}
            </figure>
          ))}
        </section>
      ))}
      {shown.rowList.length > 0 && (
        <section>
          <Heading>業績の推移</Heading>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by the keyboard as well. */}
          <section className={styles.wide} tabIndex={0} aria-label="業績の推移の表">
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">項目</th>
                  {shown.columnList.map((column) => (
                    <th key={column} scope="col">
                      {column}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {shown.rowList.map(({ label, cells }) => (
                  <tr key={label}>
                    <th scope="row">{label}</th>
                    {cells.map((cell, at) => (
                      <td key={shown.columnList[at]} data-exact={shown.level === 4 || undefined}>
                        {cell}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
          <p className={panel.note}>{shown.figuresNote}</p>
        </section>
      )}
    </article>
  );
}
