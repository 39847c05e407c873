import { Download } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "./Button";
import { Dialog } from "./Dialog";
import { notify } from "./notify";
import { RadioGroup } from "./RadioGroup";

/** Encodings of a CSV file, as the calls name them. */
type CsvEncoding = "utf8" | "cp932";

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

interface CsvProps {
  /** The button's label: the action. */
  label: string;
  /** The dialog's title: the action and its object. */
  title: string;
  /** What will be in the file. */
  children: ReactNode;
  write: (encoding: CsvEncoding) => Promise<void>;
  /** The message after the file was saved. */
  saved: string;
  /** The message about a failure. */
  failure: (error: unknown) => string;
}

/** Writes a CSV file, after a dialog that says what will be in it and asks for the encoding. */
export function CsvButton({
  icon = <Download aria-hidden size={18} />,
  disabledReason,
  ...csv
}: CsvProps & { icon?: ReactNode; disabledReason?: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={icon} disabledReason={disabledReason} onClick={() => setOpen(true)}>
        {csv.label}
      </Button>
      {open && <CsvDialog {...csv} onClose={() => setOpen(false)} />}
    </>
  );
}

function CsvDialog({
  label,
  title,
  children,
  write,
  saved,
  failure,
  onClose,
}: CsvProps & { onClose: () => void }) {
  const [encoding, setEncoding] = useState<CsvEncoding>("utf8");
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await write(encoding);
    } catch (error) {
      // The dialog stays open: another encoding may work.
      notify.error(failure(error));
      return;
    } finally {
      setBusy(false);
    }
    notify.success(saved);
    onClose();
  };
  return (
    <Dialog open onClose={onClose} title={title} confirm={{ label, busy, onConfirm: save }}>
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
