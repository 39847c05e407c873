import { NotebookPen } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Activity, ActivityOf } from "@/api/activity";
import { codeLabel, useEnumerations } from "@/api/enumerations";
import { ApiError, failureMessage } from "@/api/errors";
import { rereadAfter } from "@/api/reread";
import { Button } from "@/kit/Button";
import { Dialog } from "@/kit/Dialog";
import { Heading } from "@/kit/Heading";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { formatDate, formatRemaining } from "@/lib/dates";
import { FAILED_OWN } from "@/messages";
import styles from "./Activity.module.css";
import { ActivityDialog } from "./ActivityDialog";
import { deleteActivity, saveCompanyNextAction } from "./calls";
import { NextActionDialog } from "./NextActionDialog";
import type { Plan } from "./plan";
import { useActivities } from "./useActivities";

/** How many notes are shown at first, and how many more at each press. */
const FIRST = 3;
const MORE = 10;

type Open = { deed: "note" | "plan" } | { deed: "change" | "delete"; row: Activity } | null;

/**
 * What the own institution noted of calls and visits about a record, the newest first; of a company also when to turn to it next
 * (team.md 1). Nobody else sees any of it.
 */
export function ActivityPanel({
  of,
  plan: own,
  subject,
  framed,
}: {
  of: ActivityOf;
  /** The next action of a negotiation; that of a company comes with its notes. */
  plan?: Plan;
  /** What names the record in the dialog, where a bank has many of them open. */
  subject?: ReactNode;
  /** With a frame of its own, where its place gives none. */
  framed?: boolean;
}) {
  const [open, setOpen] = useState<Open>(null);
  const [shown, setShown] = useState(FIRST);
  const { activities, count, nextAction, isLoaded, isError, hasMore, readMore, readAgain } =
    useActivities(of);
  const companyId = "companyId" in of ? of.companyId : "";
  const plan = own ?? {
    version: nextAction?.version ?? 0,
    date: nextAction?.date ?? "",
    body: nextAction?.body ?? "",
    userId: nextAction?.userId ?? "",
    userName: nextAction?.userName,
  };
  const close = () => setOpen(null);
  const more = async () => {
    setShown(shown + MORE);
    if (hasMore && shown + MORE > activities.length) await readMore();
  };
  // After a conflict the list behind the dialog is read again.
  const current = (row: Activity) =>
    activities.find(({ activityId }) => activityId === row.activityId) ?? row;
  return (
    <section
      className={framed ? `${panel.near} ${styles.box} ${styles.framed}` : styles.box}
      aria-label="活動記録"
    >
      <Heading
        level={2}
        actions={
          isLoaded && (
            <Button
              part="acts"
              kind="secondary"
              icon={<NotebookPen aria-hidden size={18} />}
              onClick={() => setOpen({ deed: "note" })}
            >
              活動を記録する
            </Button>
          )
        }
      >
        活動記録
      </Heading>
      {isLoaded && companyId && (
        <NextAction companyId={companyId} plan={plan} onChange={() => setOpen({ deed: "plan" })} />
      )}
      {!isLoaded && isError && (
        <p role="alert">
          {FAILED_OWN.activityLoad}
          <Button onClick={() => readAgain()}>もう一度読み込む</Button>
        </p>
      )}
      {!isLoaded && !isError && <Skeleton lines={2} />}
      {isLoaded && count === 0 && (
        <p className={styles.empty}>
          まだ記録がありません。電話や訪問のあとに、だれと何を話したかを残しておくと、次に何をするかが同僚にも分かります。自機関の担当者だけが見られます。
        </p>
      )}
      {count > 0 && (
        <ol className={styles.list}>
          {activities.slice(0, shown).map((row) => (
            <li key={row.activityId}>
              <ActivityItem row={row} onDeed={(deed) => setOpen({ deed, row })} />
            </li>
          ))}
        </ol>
      )}
      {count > shown && (
        <Button kind="quiet" onClick={more}>
          もっと見る（あと{(count - shown).toLocaleString("ja-JP")}件）
        </Button>
      )}
      {open?.deed === "note" && <ActivityDialog of={of} plan={plan} subject={subject} onClose={close} />}
      {open?.deed === "plan" && <NextActionDialog companyId={companyId} plan={plan} onClose={close} />}
      {open?.deed === "change" && (
        <ActivityDialog of={of} row={current(open.row)} plan={plan} subject={subject} onClose={close} />
      )}
      {open?.deed === "delete" && <DeleteDialog of={of} row={current(open.row)} onClose={close} />}
    </section>
  );
}

/** When the bank turns to a company next, and what for; the press that says it is done. */
function NextAction({ companyId, plan, onChange }: { companyId: string; plan: Plan; onChange: () => void }) {
  const finish = async () => {
    try {
      await saveCompanyNextAction({ companyId, version: plan.version });
      notify.success("次回対応を済みにしました。");
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.error(failureMessage(FAILED_OWN.nextActionSave, error));
    }
    await rereadAfter("activity");
  };
  return (
    <dl className={styles.next}>
      <dt>次回対応</dt>
      <dd>
        {plan.date ? (
          <>
            <strong>{formatDate(plan.date)}</strong>（{formatRemaining(plan.date)}）{plan.body}
            <span className={styles.by}>担当：{plan.userName || "主担当"}</span>
          </>
        ) : (
          <span className={styles.by}>決まっていません</span>
        )}
      </dd>
      <dd className={styles.deeds}>
        {plan.date && (
          <Button part="acts" kind="quiet" onClick={finish}>
            済みにする<span className="visually-hidden">：次回対応</span>
          </Button>
        )}
        <Button part="acts" kind="quiet" onClick={onChange}>
          {plan.date ? "変更する" : "決める"}
          <span className="visually-hidden">：次回対応</span>
        </Button>
      </dd>
    </dl>
  );
}

function ActivityItem({ row, onDeed }: { row: Activity; onDeed: (deed: "change" | "delete") => void }) {
  const enumerations = useEnumerations();
  const of = `${formatDate(row.date)}の記録`;
  return (
    <>
      <p className={styles.head}>
        <time>{formatDate(row.date)}</time>
        <strong>{codeLabel(enumerations, "activityMeans", row.means)}</strong>
        {row.counterpart && <span>相手：{row.counterpart}</span>}
      </p>
      <p className={styles.text}>{row.body}</p>
      <div className={styles.foot}>
        <span className={styles.by}>
          記録：{row.userName || "―"}
          {row.isChanged && "（変更あり）"}
        </span>
        {row.isOwn && (
          <span className={styles.deeds}>
            <Button part="acts" kind="quiet" onClick={() => onDeed("change")}>
              編集<span className="visually-hidden">：{of}</span>
            </Button>
            <Button part="acts" kind="quiet" onClick={() => onDeed("delete")}>
              削除<span className="visually-hidden">：{of}</span>
            </Button>
          </span>
        )}
      </div>
    </>
  );
}

function DeleteDialog({ of, row, onClose }: { of: ActivityOf; row: Activity; onClose: () => void }) {
  const remove = async () => {
    try {
      await deleteActivity({ ...of, activityId: row.activityId, version: row.version });
      notify.success("活動記録を削除しました。");
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.error(failureMessage(FAILED_OWN.activityDelete, error));
    }
    await rereadAfter("activity");
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="活動記録を削除しますか"
      consequence={
        <p>{formatDate(row.date)}の記録を削除します。元に戻せません。次回対応は、そのまま残ります。</p>
      }
      confirm={{ label: "削除する", danger: true, onConfirm: remove }}
    />
  );
}
