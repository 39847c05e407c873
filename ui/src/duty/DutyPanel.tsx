import { useQuery } from "@tanstack/react-query";
import { OctagonX } from "lucide-react";
import { type ReactNode, useState } from "react";
import { type Duty, type DutyOf, dutiesQuery } from "@/api/duty";
import { failureMessage } from "@/api/errors";
import { Button } from "@/kit/Button";
import { Heading } from "@/kit/Heading";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { FAILED_OWN } from "@/messages";
import { BuyerReport } from "./BuyerReport";
import styles from "./Duty.module.css";
import { DutyDialog } from "./DutyDialog";
import { AttachDialog, ConfirmDialog, DecideDialog, WaiveDialog } from "./DutyDialogs";
import { DutyItem } from "./DutyItem";
import { Gates } from "./Gates";
import { ReportDialog } from "./ReportDialog";
import type { DutyDeed } from "./types";
import { summaryWords } from "./words";

/**
 * What the own institution must have recorded about a record (確認事項): what the next step wants, and all of it with who did it and
 * until when it counts (compliance.md 1 to 3). Nobody else learns that there is such a thing.
 */
export function DutyPanel({
  of,
  title = "確認事項",
  isFolded,
  subject,
  framed,
}: {
  of: DutyOf;
  /** Of what, where a page has others too. */
  title?: string;
  /** The step is behind, and may come again: what it only advises is folded. */
  isFolded?: boolean;
  /** What names the record in the dialogs, where a bank has many of them open. */
  subject?: ReactNode;
  /** With a frame of its own, where its place gives none. */
  framed?: boolean;
}) {
  const [open, setOpen] = useState<DutyDeed | null>(null);
  const query = useQuery(dutiesQuery(of));
  const data = query.data;
  const close = () => setOpen(null);
  const kinds = data?.kindList ?? [];
  return (
    <section
      className={framed ? `${panel.near} ${styles.box} ${styles.framed}` : styles.box}
      aria-label={title}
    >
      <Heading level={2}>{title}</Heading>
      {!data && query.isError && (
        <p className={panel.problem} role="alert">
          {failureMessage(FAILED_OWN.dutyLoad, query.error)}
          <Button onClick={() => query.refetch()}>もう一度読み込む</Button>
        </p>
      )}
      {!data && !query.isError && <Skeleton lines={2} />}
      {data?.stopped && (
        <p className={panel.problem}>
          <OctagonX aria-hidden size={18} /> {data.stopped}
        </p>
      )}
      {data && data.gateList.length > 0 && (
        <Gates gates={data.gateList} duties={data.dutyList} isFolded={isFolded} onDeed={setOpen} />
      )}
      {data && "buyerNegotiationId" in of && (
        <BuyerReport
          id={of.buyerNegotiationId}
          duties={data.dutyList}
          gates={data.gateList}
          subject={subject}
          onDeed={setOpen}
        />
      )}
      {data && (
        <details className={styles.all}>
          <summary>すべての記録　{summaryWords(data.dutyList)}</summary>
          <p className={panel.note}>自機関だけの記録です。相手やほかの金融機関には伝わりません。</p>
          <ul className={styles.list}>
            {data.dutyList.map((duty) => (
              <li key={`${keyOf(duty)} ${duty.dutyId ?? ""}`}>
                <DutyItem
                  duty={duty}
                  kind={kinds.find(({ kind }) => kind === duty.kind)}
                  onDeed={(deed, known) => setOpen({ deed, duty: known })}
                />
              </li>
            ))}
          </ul>
        </details>
      )}
      {open && data && (
        <Deed of={of} open={open} duties={data.dutyList} kinds={kinds} subject={subject} onClose={close} />
      )}
    </section>
  );
}

const keyOf = ({ kind, record, companyId }: Duty) => `${kind}.${record}.${companyId ?? ""}`;

function Deed({
  of,
  open,
  duties,
  kinds,
  subject,
  onClose,
}: {
  of: DutyOf;
  open: DutyDeed;
  duties: readonly Duty[];
  kinds: Parameters<typeof DutyDialog>[0]["kind"][];
  subject: ReactNode;
  onClose: () => void;
}) {
  if ("lack" in open) {
    const { deed, ...rest } = open;
    const common = { ...rest, subject, onClose };
    if (deed === "waive") return <WaiveDialog of={of} {...common} />;
    return <DecideDialog isConfirm={deed === "grant"} {...common} />;
  }
  // After a conflict the list behind the dialog is read again.
  const found = duties.find((one) => keyOf(one) === keyOf(open.duty)) ?? open.duty;
  // What was read of a closed one is not in the list.
  const duty =
    found.dutyId === open.duty.dutyId ? { ...found, values: open.duty.values, text: open.duty.text } : found;
  const kind = kinds.find((one) => one.kind === duty.kind);
  if (!kind) return null;
  const common = { duty, kind, subject, onClose };
  if (open.deed === "draft")
    return <ReportDialog dutyId={duty.dutyId ?? ""} subject={subject} onClose={onClose} />;
  if (open.deed === "record") return <DutyDialog of={of} {...common} />;
  return open.deed === "attach" ? <AttachDialog {...common} /> : <ConfirmDialog {...common} />;
}
