import { CircleCheck, Clock, Download, FileCheck, TriangleAlert, Upload } from "lucide-react";
import { useState } from "react";
import type { IssuedPaper, SignedCopy, SignedPaper } from "@/api/issued";
import { Button } from "@/kit/Button";
import { Dialog } from "@/kit/Dialog";
import panel from "@/kit/Panel.module.css";
import styles from "./Issued.module.css";
import { ConfirmDialog, EndDialog, RecordDialog } from "./SignedDialogs";
import { SignedFacts } from "./SignedFacts";
import { downloadSigned } from "./signedCalls";
import { confirmBlock, copiesBefore, copyNow, endedLine, SIGNED, signedLine } from "./signedWords";

type Open = "record" | "confirm" | "return" | "withdraw" | "facts" | null;

/** How a paper stands that is signed and comes back (署名済み, papers.md 2), with its deeds. */
export function SignedLine({ paper, signed }: { paper: IssuedPaper; signed: SignedPaper }) {
  const [open, setOpen] = useState<Open>(null);
  const copy = copyNow(signed);
  const before = copiesBefore(signed);
  const close = () => setOpen(null);
  const about = <span className="visually-hidden">：{`${paper.kindLabel}（${paper.number}）`}</span>;
  return (
    <div className={styles.signed}>
      {copy && <State copy={copy} />}
      <div className={styles.deeds}>
        {!copy && (
          <Button
            part="acts"
            kind="quiet"
            icon={<Upload aria-hidden size={18} />}
            onClick={() => setOpen("record")}
          >
            署名済みの控えを登録{about}
          </Button>
        )}
        {copy?.state === SIGNED.waiting && (
          <>
            <Button
              part="confirms"
              icon={<FileCheck aria-hidden size={18} />}
              disabledReason={confirmBlock(copy)}
              onClick={() => setOpen("confirm")}
            >
              控えを確認する{about}
            </Button>
            {copy.canConfirm && (
              <Button part="confirms" kind="quiet" onClick={() => setOpen("return")}>
                差し戻す{about}
              </Button>
            )}
          </>
        )}
        {copy && (
          <>
            <Button
              kind="quiet"
              icon={<Download aria-hidden size={18} />}
              onClick={() => downloadSigned(copy)}
            >
              控えをダウンロードする{about}
            </Button>
            <Button kind="quiet" onClick={() => setOpen("facts")}>
              控えと電子署名の内容{about}
            </Button>
          </>
        )}
        {copy?.canWithdraw && (
          <Button part="acts" kind="quiet" onClick={() => setOpen("withdraw")}>
            控えを取り消す{about}
          </Button>
        )}
        {!copy && before.length > 0 && (
          <Button kind="quiet" onClick={() => setOpen("facts")}>
            前の控え{about}
          </Button>
        )}
      </div>
      {open === "record" && !copy && <RecordDialog paper={paper} signed={signed} onClose={close} />}
      {open === "confirm" && copy && <ConfirmDialog paper={paper} copy={copy} onClose={close} />}
      {(open === "return" || open === "withdraw") && copy && (
        <EndDialog paper={paper} copy={copy} isReturn={open === "return"} onClose={close} />
      )}
      {open === "facts" && (
        <Dialog open wide onClose={close} title={`${paper.kindLabel}の署名済みの控え`} cancelLabel="閉じる">
          {copy && <SignedFacts copy={copy} />}
          {before.length > 0 && <strong>前の控え</strong>}
          {before.map((old) => (
            <section key={old.signedCopyId} aria-label={`前の控え ${old.fileName}`}>
              <p>{endedLine(old)}</p>
              <SignedFacts copy={old} />
              <Button
                kind="quiet"
                icon={<Download aria-hidden size={18} />}
                onClick={() => downloadSigned(old)}
              >
                この控えをダウンロードする
              </Button>
            </section>
          ))}
        </Dialog>
      )}
    </div>
  );
}

/** Signatures that are broken or were added to are said at once; the rest stands in the dialog. */
function State({ copy }: { copy: SignedCopy }) {
  const Icon = copy.state === SIGNED.signed ? CircleCheck : Clock;
  return (
    <>
      <span className={styles.state}>
        <Icon aria-hidden size={18} /> {signedLine(copy)}
      </span>
      {copy.signatureState > 1 ? (
        <span className={panel.problem}>
          <TriangleAlert aria-hidden size={18} /> {copy.signatureLabel}
        </span>
      ) : (
        <span className={styles.facts}>{copy.signatureLabel}</span>
      )}
    </>
  );
}
