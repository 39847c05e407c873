import { Download } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "./Button";
import { Dialog } from "./Dialog";
import { notify } from "./notify";
import { RadioGroup } from "./RadioGroup";

/** Encodings of a CSV file, as the calls name them. */
type CsvEncoding = "utf8" | "cp932";

/** A kind of file that can be chosen. */
interface Format<F> {
  value: F;
  label: string;
  help: string;
}

const ENCODINGS: readonly Format<CsvEncoding>[] = [
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

interface FileProps<F> {
  /** The button's label: the action. */
  label: string;
  /** The dialog's title: the action and its object. */
  title: string;
  /** What will be in the file. */
  children: ReactNode;
  write: (format: F) => Promise<void>;
  /** The message after the file was saved. */
  saved: string;
  /** The message about a failure. */
  failure: (error: unknown) => string;
}

type ButtonProps = { icon?: ReactNode; disabledReason?: string };

/** Writes a CSV file, after a dialog that says what will be in it and asks for the encoding. */
export function CsvButton(csv: FileProps<CsvEncoding> & ButtonProps) {
  return <FileButton {...csv} legend="文字コード" formats={ENCODINGS} />;
}

/** Writes a file, after a dialog that says what will be in it and asks for its kind: the first one, unless another is chosen. */
export function FileButton<F extends string>({
  icon = <Download aria-hidden size={18} />,
  disabledReason,
  ...file
}: FileProps<F> & FormatProps<F> & ButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={icon} disabledReason={disabledReason} onClick={() => setOpen(true)}>
        {file.label}
      </Button>
      {open && <FileDialog {...file} onClose={() => setOpen(false)} />}
    </>
  );
}

interface FormatProps<F> {
  /** What is chosen. */
  legend: string;
  formats: readonly Format<F>[];
}

function FileDialog<F extends string>({
  label,
  title,
  children,
  write,
  saved,
  failure,
  legend,
  formats,
  onClose,
}: FileProps<F> & FormatProps<F> & { onClose: () => void }) {
  const [format, setFormat] = useState(formats[0]?.value);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    if (format === undefined) return;
    setBusy(true);
    try {
      await write(format);
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
        label={legend}
        badge={false}
        column
        name="format"
        options={formats}
        value={format}
        onChange={(event) => setFormat(formats.find(({ value }) => value === event.target.value)?.value)}
      />
    </Dialog>
  );
}
