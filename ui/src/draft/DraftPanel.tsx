import { FileText } from "lucide-react";
import { useState } from "react";
import type { DraftOf } from "@/api/issued";
import { Button } from "@/kit/Button";
import { Heading } from "@/kit/Heading";
import panel from "@/kit/Panel.module.css";
import styles from "./Draft.module.css";
import { DraftDialog } from "./DraftDialog";
import { TrialDialog } from "./TrialDialog";

/** The drafts that the own institution finishes in Word (papers.md 2): of an own listing, or of the own side of a negotiation. */
export function DraftPanel({ of, isBoth, framed }: { of: DraftOf; isBoth?: boolean; framed?: boolean }) {
  const [open, setOpen] = useState<"make" | "try" | null>(null);
  const close = () => setOpen(null);
  return (
    <section className={framed ? panel.near : panel.stack} aria-label="書面の下書き">
      <Heading level={2}>書面の下書き</Heading>
      <p className={panel.note}>契約書などの下書きを、登録されている内容を差し込んだWord文書で作ります。</p>
      <div className={styles.acts}>
        <Button part="acts" icon={<FileText aria-hidden size={18} />} onClick={() => setOpen("make")}>
          書面の下書きを作る
        </Button>
        <Button kind="quiet" onClick={() => setOpen("try")}>
          番号で書式を試す
        </Button>
      </div>
      {open === "make" && <DraftDialog of={of} isBoth={isBoth} onClose={close} />}
      {open === "try" && <TrialDialog of={of} onClose={close} />}
    </section>
  );
}
