import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import type { Duty, DutyGate, DutyLack, DutyWaiver } from "@/api/duty";
import { Button } from "@/kit/Button";
import { formatDate } from "@/lib/dates";
import styles from "./Duty.module.css";
import type { DutyDeed } from "./types";
import { confirmBlock, dutyOfLack, gatesInOrder, inOrder, lackWords, MUST, mayWaive } from "./words";

/** What the next step wants, with its deeds; what later ones want, in a line each. */
export function Gates({
  gates,
  duties,
  isFolded,
  onDeed,
}: {
  gates: readonly DutyGate[];
  duties: readonly Duty[];
  /** The step is behind, and may come again: what it only advises is folded. */
  isFolded?: boolean;
  onDeed: (deed: DutyDeed) => void;
}) {
  const { next, later } = gatesInOrder(gates);
  const isNamed = new Set(duties.map(({ companyId }) => companyId).filter(Boolean)).size > 1;
  const lacking = next.filter(({ missingList }) => missingList.length > 0);
  if (isFolded && next.every(({ level }) => level < MUST))
    return <Folded title="操作の前に要るもの" gates={[...lacking, ...later]} />;
  return (
    <>
      {lacking.length === 0 && (
        <p className={styles.calm}>
          <CircleCheck aria-hidden size={18} />
          次の操作に要る確認事項は、そろっています。
        </p>
      )}
      {lacking.length > 0 && (
        <div className={styles.next}>
          <h3>「{next[0]?.gateLabel}」の前に</h3>
          <ul>
            {lacking.flatMap((gate) =>
              inOrder(gate.missingList).map((lack) => (
                <li key={`${lack.kind}.${lack.record}.${lack.companyId}`}>
                  <Lack
                    gate={gate}
                    lack={lack}
                    isNamed={isNamed}
                    duty={dutyOfLack(duties, lack)}
                    onDeed={onDeed}
                  />
                </li>
              )),
            )}
          </ul>
        </div>
      )}
      <Folded title="そのあとの操作の前に要るもの" gates={later} />
    </>
  );
}

/** What steps miss, in a line each. */
function Folded({ title, gates }: { title: string; gates: readonly DutyGate[] }) {
  if (gates.length === 0) return null;
  return (
    <details className={styles.later}>
      <summary>{title}</summary>
      <ul>
        {gates.map((gate) => (
          <li key={`${gate.gate}.${lackWords(gate.missingList)}`}>
            「{gate.gateLabel}」：{lackWords(gate.missingList)}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Lack({
  gate,
  lack,
  duty,
  isNamed,
  onDeed,
}: {
  gate: DutyGate;
  lack: DutyLack;
  /** Two companies are about: each is named. */
  isNamed: boolean;
  duty?: Duty;
  onDeed: (deed: DutyDeed) => void;
}) {
  const isMust = lack.level === MUST;
  const named = <span className="visually-hidden">：{lack.kindLabel}</span>;
  return (
    <>
      <p className={styles.lack} data-must={isMust || undefined}>
        {isMust ? <CircleAlert aria-hidden size={18} /> : <TriangleAlert aria-hidden size={18} />}
        <strong>{lack.levelLabel}</strong>
        <span>
          {lack.kindLabel}（{lack.stateLabel}）{isNamed && duty && <small>{duty.recordName}</small>}
        </span>
      </p>
      {lack.waiver && <Waiver waiver={lack.waiver} />}
      <div className={styles.deeds}>
        {duty && duty.state !== "waiting" && (
          <Button
            kind={isMust ? "secondary" : "quiet"}
            part="acts"
            onClick={() => onDeed({ deed: "record", duty })}
          >
            {duty.state === "missing" ? "記録する" : "記録し直す"}
            {named}
          </Button>
        )}
        {duty?.state === "waiting" && (
          <Button
            part="confirms"
            disabledReason={confirmBlock(duty)}
            onClick={() => onDeed({ deed: "confirm", duty })}
          >
            確認する
            {named}
          </Button>
        )}
        {mayWaive(lack, duty) && (
          <Button kind="quiet" part="acts" onClick={() => onDeed({ deed: "waive", gate, lack })}>
            省略を申し出る
            {named}
          </Button>
        )}
        {lack.waiver?.state === "waiting" && (
          <>
            <Button
              part="confirms"
              disabledReason={confirmBlock(lack.waiver)}
              onClick={() => onDeed({ deed: "grant", gate, lack })}
            >
              省略を認める
              {named}
            </Button>
            {lack.waiver.canConfirm && (
              <Button kind="quiet" part="confirms" onClick={() => onDeed({ deed: "refuse", gate, lack })}>
                認めない
                {named}
              </Button>
            )}
          </>
        )}
      </div>
    </>
  );
}

const WAIVERS: Record<string, string> = {
  waiting: "省略の申し出があります。二人目の承認者が決めるのを待っています。",
  confirmed: "省略が認められ、これなしで進めます。",
  refused: "省略は認められませんでした。",
};

function Waiver({ waiver }: { waiver: DutyWaiver }) {
  return (
    <p className={styles.waiver}>
      {WAIVERS[waiver.state]}
      <span>理由：{waiver.reason}</span>
      <small>
        申し出：{waiver.userName}（{formatDate(waiver.created)}）
        {waiver.confirmedBy && `　決めた人：${waiver.confirmedBy}`}
      </small>
    </p>
  );
}
