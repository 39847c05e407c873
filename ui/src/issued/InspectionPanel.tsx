import { FolderArchive } from "lucide-react";
import { useState } from "react";
import type { IssuedOf } from "@/api/issued";
import { Button } from "@/kit/Button";
import { Heading } from "@/kit/Heading";
import panel from "@/kit/Panel.module.css";
import styles from "./Issued.module.css";
import { makeInspectionFile } from "./inspection";

/** The side of a deal of which a file is made, as the server has it, with its words where there are two. */
interface InspectedSide {
  recordKind: number;
  label: string;
}

/**
 * 検査用ファイル (papers.md 4): one ZIP of what the own side may see of a deal, for an inspector or the bank's own audit. It is kept nowhere;
 * that it was made is recorded.
 */
export function InspectionPanel({
  of,
  sides,
  framed,
}: {
  of: IssuedOf;
  sides: readonly InspectedSide[];
  /** With a frame of its own, where its place gives none. */
  framed?: boolean;
}) {
  const [making, setMaking] = useState(0);
  const make = async (recordKind: number) => {
    setMaking(recordKind);
    await makeInspectionFile(of, recordKind);
    setMaking(0);
  };
  return (
    <section className={framed ? panel.near : styles.box} aria-label="検査用ファイル">
      <Heading level={2}>検査用ファイル</Heading>
      <p>
        検査を行う方や監査部門に渡すZIPです。自分の側で見られる経過、確認事項、開示台帳、操作の記録、作成した書面と、その証明、確かめ方の手順が入ります。
      </p>
      <p className={panel.note}>
        お客さまの名前が載っています。渡す相手と保管にご注意ください。ファイルはここに残りません。作成したことは記録されます。
      </p>
      <div className={styles.buttons}>
        {sides.map(({ recordKind, label }) => (
          <Button
            key={recordKind}
            part="acts"
            icon={<FolderArchive aria-hidden size={18} />}
            disabledReason={making && making !== recordKind ? "もう一つを作成しています" : undefined}
            onClick={() => make(recordKind)}
          >
            検査用ファイルを作成{label && `（${label}）`}
          </Button>
        ))}
      </div>
      {making > 0 && <p role="status">作成しています。記録が多いときは、1分ほどかかります。</p>}
    </section>
  );
}
