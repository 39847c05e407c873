import type { Schemas } from "@/api/officeClient";
import { DescriptionList } from "@/kit/DescriptionList";
import { Heading } from "@/kit/Heading";
import panel from "@/kit/Panel.module.css";
import { formatDate, formatTime } from "@/lib/dates";
import shared from "../office.module.css";
import styles from "./BreakGlass.module.css";
import { FileButton } from "./FileButton";

type Opened = Schemas["Opened"];
type Before = Schemas["OpenedBefore"];

/** What one bank recorded (確認事項), as an opening shows it: of the closed kinds only where they stand (compliance.md 1). */
export function OpenedDuties({ openingId, duties }: { openingId: string; duties: Opened }) {
  return (
    <>
      <Heading>確認事項</Heading>
      {duties.dutyList.length === 0 && <p>確認事項はありません。</p>}
      {duties.dutyList.map((duty) => (
        <article key={`${duty.kindLabel} ${duty.recordName}`} className={styles.message}>
          <Heading level={3}>
            {duty.kindLabel}（{duty.recordName}）：{duty.stateLabel}
          </Heading>
          {duty.isClosed && <p className={panel.note}>内容は、緊急閲覧でも開きません。</p>}
          {duty.record && <Recorded record={duty.record} />}
          {duty.fileList.map((file) => (
            <p key={file.fileId} className={shared.actions}>
              <span>{file.name}</span>
              <FileButton openingId={openingId} fileId={file.fileId} name={file.name} />
            </p>
          ))}
          {duty.earlierList.length > 0 && (
            <details>
              <summary>前の記録（{duty.earlierList.length}件）</summary>
              {duty.earlierList.map((record) => (
                <Recorded key={record.created} record={record} />
              ))}
            </details>
          )}
        </article>
      ))}
      {duties.waiverList.length > 0 && <Heading level={3}>省略の申し出</Heading>}
      {duties.waiverList.map((waiver) => (
        <DescriptionList
          key={waiver.created}
          items={[
            { term: "確認事項", value: `${waiver.kindLabel}（${waiver.gateLabel}）` },
            { term: "理由", value: <span className={shared.prose}>{waiver.reason}</span> },
            { term: "申し出", value: `${waiver.userName}　${formatTime(waiver.created)}` },
            { term: "結果", value: waiver.stateLabel },
          ]}
        />
      ))}
    </>
  );
}

function Recorded({ record }: { record: Before & { validUntil?: string; confirmedBy?: string } }) {
  return (
    <DescriptionList
      items={[
        { term: "行った日", value: formatDate(record.performedOn) },
        { term: "記録", value: `${record.userName}　${formatTime(record.created)}` },
        ...(record.validUntil ? [{ term: "有効期限", value: formatDate(record.validUntil) }] : []),
        ...(record.confirmedBy ? [{ term: "確認した二人目", value: record.confirmedBy }] : []),
        ...record.valueList.map(({ label, text }) => ({
          term: label,
          value: <span className={shared.prose}>{text}</span>,
        })),
      ]}
    />
  );
}
