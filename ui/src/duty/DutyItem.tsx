import {
  CalendarX,
  CircleCheck,
  CircleDashed,
  Download,
  Eye,
  Hourglass,
  OctagonX,
  UserCheck,
} from "lucide-react";
import { useState } from "react";
import { type Duty, type DutyContent, type DutyKind, readDuty } from "@/api/duty";
import { ApiError, failureMessage } from "@/api/errors";
import { Button } from "@/kit/Button";
import { DescriptionList } from "@/kit/DescriptionList";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { formatDate, formatRemaining, formatTime } from "@/lib/dates";
import { FAILED_OWN } from "@/messages";
import { downloadDutyFile } from "./calls";
import styles from "./Duty.module.css";
import { TextUsed } from "./DutyText";
import type { RowDeed } from "./types";
import { confirmBlock, fieldOf, valueText } from "./words";

const ICONS = {
  done: CircleCheck,
  missing: CircleDashed,
  open: Hourglass,
  waiting: UserCheck,
  expired: CalendarX,
  stopped: OctagonX,
} as const;

/** One duty of the list: where it stands and who did it; opened, what was recorded. */
export function DutyItem({
  duty,
  kind,
  onDeed,
}: {
  duty: Duty;
  kind?: DutyKind;
  /** With what was read of it, so that a correction begins with that. */
  onDeed: (deed: RowDeed, duty: Duty) => void;
}) {
  const [content, setContent] = useState<DutyContent | null>(null);
  const known = content ? { ...duty, ...content } : duty;
  const Icon = ICONS[duty.state as keyof typeof ICONS] ?? CircleDashed;
  const head = (
    <span className={styles.head}>
      <span className={styles.state} data-state={duty.state}>
        <Icon aria-hidden size={18} />
        {duty.stateLabel}
      </span>
      <strong>{duty.kindLabel}</strong>
      <span className={styles.record}>{duty.recordName}</span>
    </span>
  );
  const isMissing = duty.state === "missing" || duty.state === "none";
  return (
    <div className={styles.item}>
      {isMissing ? (
        <div className={styles.what}>
          {head}
          {duty.dueOn && (
            <span className={styles.facts}>
              <DueOn day={duty.dueOn} />
            </span>
          )}
        </div>
      ) : (
        <details className={styles.what}>
          <summary>
            {head}
            <Facts duty={duty} />
          </summary>
          <Contents duty={known} kind={kind} onRead={content ? undefined : setContent} />
        </details>
      )}
      <div className={styles.deeds}>
        {duty.state === "waiting" && (
          <Button
            part="confirms"
            disabledReason={confirmBlock(duty)}
            onClick={() => onDeed("confirm", known)}
          >
            確認する<span className="visually-hidden">：{duty.kindLabel}</span>
          </Button>
        )}
        {duty.canDraft && (
          <Button kind="quiet" onClick={() => onDeed("draft", known)}>
            報告の下書き<span className="visually-hidden">：{duty.kindLabel}</span>
          </Button>
        )}
        {duty.canAttach && (
          <Button kind="quiet" part="acts" onClick={() => onDeed("attach", known)}>
            書面を加える<span className="visually-hidden">：{duty.kindLabel}</span>
          </Button>
        )}
        <Button kind="quiet" part="acts" onClick={() => onDeed("record", known)}>
          {isMissing ? "記録する" : "記録し直す"}
          <span className="visually-hidden">
            ：{duty.kindLabel}（{duty.recordName}）
          </span>
        </Button>
      </div>
    </div>
  );
}

/** When it was done, by whom, and until when it counts. */
function Facts({ duty }: { duty: Duty }) {
  return (
    <span className={styles.facts}>
      <span>行った日 {formatDate(duty.performedOn)}</span>
      {duty.dueOn && <DueOn day={duty.dueOn} />}
      {duty.validUntil && !duty.dueOn && (
        <span>
          有効期限 {formatDate(duty.validUntil)}（{formatRemaining(duty.validUntil)}）
        </span>
      )}
      <span>記録 {duty.userName || "―"}</span>
      {duty.confirmedBy && <span>確認した二人目 {duty.confirmedBy}</span>}
    </span>
  );
}

/** When it has to be looked at next. */
function DueOn({ day }: { day: string }) {
  return (
    <span>
      次に確かめる日 {formatDate(day)}（{formatRemaining(day)}）
    </span>
  );
}

const CLOSED = "内容は、記録した人と承認者だけが読めます。";
const ERASED = "内容と書面は、保存期間を過ぎたため消えています。";

function Contents({
  duty,
  kind,
  onRead,
}: {
  duty: Duty;
  kind?: DutyKind;
  /** Absent once it was read. */
  onRead?: (content: DutyContent) => void;
}) {
  if (duty.isClosed) return <p className={panel.note}>{CLOSED}</p>;
  if (duty.canRead && onRead) return <Closed duty={duty} onRead={onRead} />;
  return (
    <div className={styles.contents}>
      {duty.isErased && <p className={panel.note}>{ERASED}</p>}
      <DutyValues kind={kind} values={duty.values} used={duty.text} />
      {(duty.fileList ?? []).length > 0 && (
        <ul className={styles.files} aria-label="書面">
          {duty.fileList?.map(({ fileId, name }) => (
            <li key={fileId}>
              <Button
                kind="quiet"
                icon={<Download aria-hidden size={18} />}
                onClick={() => downloadDutyFile(duty.dutyId ?? "", fileId, name)}
              >
                {name}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {duty.earlierCount > 0 && (
        <details>
          <summary>前の記録（{duty.earlierCount}件）</summary>
          <ol className={styles.earlier}>
            {duty.earlierList?.map((row) => (
              <li key={row.dutyId}>
                <p>
                  行った日 {formatDate(row.performedOn)}　記録 {row.userName || "―"}（
                  {formatTime(row.created)}）
                </p>
                {row.values && !row.isErased ? (
                  <DutyValues kind={kind} values={row.values} used={row.text} />
                ) : (
                  <p className={panel.note}>{row.isErased ? ERASED : CLOSED}</p>
                )}
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}

/** What the user may read, by a deed of its own. */
function Closed({ duty, onRead }: { duty: Duty; onRead: (content: DutyContent) => void }) {
  const [busy, setBusy] = useState(false);
  return (
    <div className={styles.contents}>
      <p className={panel.note}>
        {CLOSED}読んだことは、自機関の監査ログに残ります。
        {duty.earlierCount > 0 && `前の記録が${duty.earlierCount}件あります。`}
      </p>
      <Button
        icon={<Eye aria-hidden size={18} />}
        busy={busy}
        onClick={async () => {
          setBusy(true);
          try {
            onRead(await readDuty(duty.dutyId ?? ""));
          } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            notify.error(failureMessage(FAILED_OWN.dutyRead, error));
          } finally {
            setBusy(false);
          }
        }}
      >
        内容を読む<span className="visually-hidden">：{duty.kindLabel}</span>
      </Button>
    </div>
  );
}

/** What was recorded, with the labels of its form. */
export function DutyValues({
  kind,
  values,
  used,
}: {
  kind?: DutyKind;
  values?: Duty["values"];
  /** The version that the record names. */
  used?: Duty["text"];
}) {
  const items = (kind?.fieldList ?? []).flatMap((field) => {
    const text = valueText(fieldOf(field, kind ?? {}, used), values?.[field.key]);
    return text ? [{ term: field.label, value: <span className={styles.value}>{text}</span> }] : [];
  });
  return (
    <>
      <DescriptionList items={items} />
      <TextUsed used={used} />
    </>
  );
}
