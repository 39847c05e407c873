import { useState } from "react";
import { Dialog } from "./Dialog";
import { RadioGroup } from "./RadioGroup";

/** Encodings of a CSV file, as the calls name them. */
export type CsvEncoding = "utf8" | "cp932";

const ENCODINGS = [
  {
    value: "utf8",
    label: "UTF-8",
    help: "迷ったときは、こちら。どの文字も書き出せます。いまのExcelでも、そのまま開けます。",
  },
  {
    value: "cp932",
    label: "Excel（Windows）用",
    help: "古いExcelや、銀行のシステムに取り込むとき（Shift_JIS）。表せない文字があるときは、場所をお知らせし、書き出しません。",
  },
];

/** Before a CSV file is written: what will be in it, and in which encoding. */
export function CsvDialog({
  title,
  label,
  children,
  onWrite,
  onClose,
}: {
  title: string;
  /** Of the button. */
  label: string;
  children?: React.ReactNode;
  /** Writes the file and tells of a failure; true closes the dialog. */
  onWrite: (encoding: CsvEncoding) => Promise<boolean>;
  onClose: () => void;
}) {
  const [encoding, setEncoding] = useState<CsvEncoding>("utf8");
  const [busy, setBusy] = useState(false);
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      confirm={{
        label,
        busy,
        onConfirm: async () => {
          setBusy(true);
          const done = await onWrite(encoding).finally(() => setBusy(false));
          if (done) onClose();
        },
      }}
    >
      {children}
      <RadioGroup
        label="文字コード"
        badge={false}
        column
        name="encoding"
        options={ENCODINGS}
        value={encoding}
        onChange={(event) => setEncoding(event.target.value === "cp932" ? "cp932" : "utf8")}
      />
    </Dialog>
  );
}
