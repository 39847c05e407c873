import { Paperclip, X } from "lucide-react";
import { type Ref, useRef, useState } from "react";
import { Button } from "./Button";
import { Field, type FieldProps } from "./Field";
import styles from "./FileField.module.css";

interface FileFieldProps extends FieldProps {
  value: File | null;
  onChange: (file: File | null) => void;
  onBlur?: () => void;
  name?: string;
  ref?: Ref<HTMLInputElement>;
  /** As in HTML: ".csv,.pdf". The server decides by the file's content. */
  accept?: string;
  /** Largest size in bytes; larger files are refused before they are sent. */
  maxBytes?: number;
}

/** A field for one file, chosen or dropped. */
export function FileField({
  value,
  onChange,
  onBlur,
  name,
  ref,
  accept,
  maxBytes,
  error,
  ...field
}: FileFieldProps) {
  const [refused, setRefused] = useState<string>();
  const input = useRef<HTMLInputElement | null>(null);
  const choose = (file: File | null | undefined) => {
    if (!file) return;
    if (maxBytes !== undefined && file.size > maxBytes) {
      setRefused(
        `「${file.name}」は${formatBytes(file.size)}あり、添付できません。${formatBytes(maxBytes)}以下のファイルを選んでください。`,
      );
      return;
    }
    setRefused(undefined);
    onChange(file);
  };
  return (
    <Field {...field} error={error ?? refused} note={maxBytes && `${formatBytes(maxBytes)}まで`}>
      {(aria) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: dropping is optional; the button does the same.
        <span
          className={styles.drop}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault();
            choose(event.dataTransfer.files[0]);
          }}
        >
          <input
            {...aria}
            ref={(node) => {
              input.current = node;
              if (typeof ref === "function") ref(node);
              else if (ref) ref.current = node;
            }}
            name={name}
            type="file"
            accept={accept}
            className="visually-hidden"
            onBlur={onBlur}
            onChange={(event) => {
              choose(event.target.files?.[0]);
              // Reset, so that the same file can be chosen again after it was removed.
              event.target.value = "";
            }}
          />
          {/* The browser's own file button is labelled in the browser's language, so a label replaces it. */}
          <label htmlFor={aria.id} className={styles.choose}>
            <Paperclip aria-hidden size={18} />
            {value ? "別のファイルを選ぶ" : "ファイルを選ぶ"}
          </label>
          {value && (
            <span className={styles.file}>
              <span>
                {value.name}（{formatBytes(value.size)}）
              </span>
              <Button
                kind="quiet"
                aria-label={`${value.name}を外す`}
                onClick={() => {
                  onChange(null);
                  input.current?.focus();
                }}
              >
                <X aria-hidden size={18} />
              </Button>
            </span>
          )}
        </span>
      )}
    </Field>
  );
}

/** The size in units that people know: 「20MB」「350KB」. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes}バイト`;
  if (bytes < 1024 * 1024) return `${Math.ceil(bytes / 1024)}KB`;
  return `${(Math.ceil((bytes / 1024 / 1024) * 10) / 10).toLocaleString("ja-JP")}MB`;
}
