import { useQuery } from "@tanstack/react-query";
import { Controller, useForm } from "react-hook-form";
import { useEnumerations } from "@/api/enumerations";
import { failureMessage } from "@/api/errors";
import { agreementQuery } from "@/api/negotiation";
import { Checkbox } from "@/kit/Checkbox";
import { FileField } from "@/kit/FileField";
import { Prose } from "@/kit/Prose";
import { Skeleton } from "@/kit/Skeleton";
import { FAILED } from "@/messages";
import { consent } from "../deeds";
import { moveBlock, moveLabel } from "../moves";
import { moveTexts } from "../moveTexts";
import type { MoveDialogProps } from "../types";
import styles from "./Consent.module.css";
import { DeedDialog } from "./DeedDialog";

interface Values {
  agreed: boolean;
  file: File | null;
}

/** The confidentiality agreement: read, and agreed to online by the buyer, or on paper by its bank. */
export function ConsentDialog({
  negotiation: n,
  move,
  onPaper,
  onClose,
}: MoveDialogProps & { onPaper: boolean }) {
  const all = useEnumerations();
  const form = useForm<Values>({ shouldFocusError: false, defaultValues: { agreed: false, file: null } });
  const agreement = useQuery({
    ...agreementQuery,
    // The text in force now, read afresh, as the consent is given to it.
    staleTime: 0,
  });
  const { errors } = form.formState;
  const text = agreement.data;
  return (
    <DeedDialog<Values>
      {...moveTexts(move, n, all?.limits)}
      wide
      form={form}
      fields={["file"]}
      omit={["agreed", "file"]}
      draft={`${n.buyerNegotiationId}.${move}`}
      label={onPaper ? moveLabel(n, move) : "秘密保持契約を承諾する"}
      blocked={text ? moveBlock(n, move) : "契約の本文を読み込んでいます。"}
      send={async ({ file }) => {
        if (!text) return;
        try {
          await consent(n, text, file);
        } catch (error) {
          // A newer agreement may be in force by now: it is read again.
          await agreement.refetch();
          throw error;
        }
      }}
      onClose={onClose}
    >
      {agreement.isError && <p role="alert">{failureMessage(FAILED.consent, agreement.error)}</p>}
      {!text && !agreement.isError && <Skeleton lines={6} />}
      {text && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls, and must do so by keyboard.
        <section className={styles.text} tabIndex={0} aria-label={text.title}>
          <h3>{text.title}</h3>
          <p className={styles.version}>第{text.version}版</p>
          <div className={styles.body}>
            <Prose html={text.html} />
          </div>
        </section>
      )}
      {onPaper && (
        <Controller
          control={form.control}
          name="file"
          rules={{ required: "署名済みの書面を選んでください。" }}
          render={({ field }) => (
            <FileField
              {...field}
              label="署名済みの書面"
              required
              help="買手が署名した秘密保持契約の書面（PDF、または写真）を選んでください。自機関だけが見られます。"
              accept=".pdf,.png,.jpg,.jpeg"
              maxBytes={all?.limits.attachmentBytes}
              error={errors.file?.message}
            />
          )}
        />
      )}
      <Checkbox
        label={
          onPaper
            ? "買手が署名した契約が、上の本文と同じ版であることを確認しました"
            : "契約の内容を読み、承諾します"
        }
        error={errors.agreed?.message}
        {...form.register("agreed", { required: "内容を確認して、チェックを入れてください。" })}
      />
    </DeedDialog>
  );
}
