import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { useState } from "react";
import { type UseFormReturn, useFieldArray } from "react-hook-form";
import { ApiError, failureMessage } from "@/api/errors";
import * as limits from "@/api/limits.gen";
import { Button } from "@/kit/Button";
import { Checkbox } from "@/kit/Checkbox";
import { FileField } from "@/kit/FileField";
import { Select } from "@/kit/Select";
import { TextArea } from "@/kit/TextArea";
import { TextField } from "@/kit/TextField";
import { FAILED_OWN } from "@/messages";
import { uploadPicture } from "./calls";
import styles from "./Memorandum.module.css";
import { Picture } from "./Picture";
import type { Memorandum, Values } from "./values";

const MAX_BYTES = 20 * 1024 * 1024;

/** One section: its heading if it is an own one, its level, its text and its pictures. */
export function Section({
  form,
  index,
  count,
  sellerBusinessId,
  standard,
  levels,
  onMove,
  onRemove,
}: {
  form: UseFormReturn<Values>;
  index: number;
  count: number;
  sellerBusinessId: string;
  /** The heading of a standard section. */
  standard?: string;
  levels: Memorandum["levelList"];
  onMove: (to: number) => void;
  onRemove: () => void;
}) {
  const name = standard ?? `自由な章（${index + 1}番目）`;
  return (
    <fieldset className={styles.section}>
      <legend className="visually-hidden">{name}</legend>
      <header>
        <strong aria-hidden>
          {index + 1}　{standard ?? "自由な見出しの章"}
        </strong>
        <div>
          <Button
            kind="quiet"
            icon={<ArrowUp aria-hidden size={18} />}
            aria-label={`${name}を上へ`}
            disabledReason={index === 0 ? "いちばん上です。" : undefined}
            onClick={() => onMove(index - 1)}
          >
            上へ
          </Button>
          <Button
            kind="quiet"
            icon={<ArrowDown aria-hidden size={18} />}
            aria-label={`${name}を下へ`}
            disabledReason={index === count - 1 ? "いちばん下です。" : undefined}
            onClick={() => onMove(index + 1)}
          >
            下へ
          </Button>
          <Button
            kind="quiet"
            icon={<Trash2 aria-hidden size={18} />}
            aria-label={`${name}を外す`}
            onClick={onRemove}
          >
            外す
          </Button>
        </div>
      </header>
      {!standard && (
        <TextField
          label="見出し"
          required
          maxLength={limits.MemorandumSection.heading.maxLength}
          {...form.register(`sections.${index}.heading`)}
        />
      )}
      <Select
        label="買手に見える段階"
        badge={false}
        options={levels.map(({ level, label }) => ({ value: level, label: `${label}から` }))}
        {...form.register(`sections.${index}.level`)}
      />
      <TextArea
        label="本文"
        badge={false}
        rows={5}
        maxLength={limits.MemorandumSection.text.maxLength}
        {...form.register(`sections.${index}.text`)}
      />
      <Pictures form={form} index={index} sellerBusinessId={sellerBusinessId} name={name} />
    </fieldset>
  );
}

function Pictures({
  form,
  index,
  sellerBusinessId,
  name,
}: {
  form: UseFormReturn<Values>;
  index: number;
  sellerBusinessId: string;
  name: string;
}) {
  const pictures = useFieldArray({ control: form.control, name: `sections.${index}.pictures` });
  const [problem, setProblem] = useState("");
  const [file, setFile] = useState<File | null>(null);
  const add = async (chosen: File | null) => {
    setProblem("");
    if (!chosen) return;
    setFile(chosen);
    try {
      const { pictureId } = await uploadPicture(sellerBusinessId, chosen);
      if (pictures.fields.some((one) => one.pictureId === pictureId))
        setProblem("同じ画像が、この章にあります。");
      else pictures.append({ pictureId, caption: "", isNameless: false });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.errors[0]?.detail ?? failureMessage(FAILED_OWN.memorandumPicture, error));
    } finally {
      setFile(null);
    }
  };
  return (
    <>
      {pictures.fields.length > 0 && (
        <ul className={styles.pictures} aria-label={`${name}の画像`}>
          {pictures.fields.map((picture, at) => (
            <li key={picture.id}>
              <Picture
                sellerBusinessId={sellerBusinessId}
                pictureId={picture.pictureId}
                alt={`${name}の${at + 1}枚目の画像`}
              />
              <div>
                <TextField
                  label={`説明（${at + 1}枚目）`}
                  badge={false}
                  maxLength={limits.MemorandumPicture.caption.maxLength}
                  {...form.register(`sections.${index}.pictures.${at}.caption`)}
                />
                <Checkbox
                  label="社名や人物が写っていない"
                  help="実名承認より前の段階の買手に見せるときは、確かめて印を付けます。"
                  {...form.register(`sections.${index}.pictures.${at}.isNameless`)}
                />
                <div className={styles.acts}>
                  <Button
                    kind="quiet"
                    icon={<ArrowUp aria-hidden size={18} />}
                    aria-label={`${at + 1}枚目の画像を上へ`}
                    disabledReason={at === 0 ? "いちばん上です。" : undefined}
                    onClick={() => pictures.move(at, at - 1)}
                  >
                    上へ
                  </Button>
                  <Button
                    kind="quiet"
                    icon={<Trash2 aria-hidden size={18} />}
                    aria-label={`${at + 1}枚目の画像を外す`}
                    onClick={() => pictures.remove(at)}
                  >
                    外す
                  </Button>
                </div>
              </div>
            </li>
          ))}
        </ul>
      )}
      <FileField
        label={file ? "画像を加えています…" : "画像を加える"}
        badge={false}
        help="PNG・JPEG。撮影の場所などの情報は取り除きます。"
        accept=".png,.jpg,.jpeg"
        maxBytes={MAX_BYTES}
        value={file}
        onChange={add}
        error={problem || undefined}
      />
    </>
  );
}
