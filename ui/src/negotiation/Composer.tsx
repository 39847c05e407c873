import { useQueryClient } from "@tanstack/react-query";
import { Send, TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { api, call, multipart } from "@/api/client";
import { useEnumerations } from "@/api/enumerations";
import { ApiError, failureMessage, fieldErrors } from "@/api/errors";
import { Button } from "@/kit/Button";
import { FileField } from "@/kit/FileField";
import { Form } from "@/kit/Form";
import { notify } from "@/kit/notify";
import { RadioGroup } from "@/kit/RadioGroup";
import { TextArea } from "@/kit/TextArea";
import { useDraft } from "@/lib/draft";
import { useLeaveGuard } from "@/lib/leave";
import { FAILED } from "@/messages";
import { user } from "@/session/session";
import styles from "./Composer.module.css";
import { NEGOTIATION_KEY, rereadMessages } from "./queries";
import { CHANNEL, type Hit, type Negotiation } from "./types";

interface Values {
  messageBody: string;
  messageOriginatorType: string;
  file: File | null;
}

const EMPTY: Values = { messageBody: "", messageOriginatorType: "", file: null };

/** How long typing rests before the text is looked through for names. */
const CHECK_MS = 800;

/**
 * Writes a message. Before the real names are open, the text that the other institution would
 * read is looked through for names (domain.md 3.3): a warning, not a barrier. What was typed
 * stays when the sending fails, and over a reload.
 */
export function Composer({ negotiation: n, messageType }: { negotiation: Negotiation; messageType: 1 | 2 }) {
  const all = useEnumerations();
  const client = useQueryClient();
  const form = useForm<Values>({ shouldFocusError: false, defaultValues: EMPTY });
  const draft = useDraft(form, {
    form: `message.${n.buyerNegotiationId}.${messageType}`,
    user: user.value?.userId ?? "",
    omit: ["file"],
  });
  const { errors, isSubmitting } = form.formState;
  const text = form.watch("messageBody");
  const file = form.watch("file");
  // A text is kept as a draft; a file is not.
  useLeaveGuard(file !== null);

  const anonymous = messageType === CHANNEL.institutions && n.status < 3;
  const { hits, isChecked, check } = useAnonymityCheck(
    n.buyerNegotiationId,
    messageType,
    anonymous,
    text,
    file,
  );

  const send = form.handleSubmit(async (values) => {
    const body = values.messageBody.trim();
    if (body === "" && values.file === null) {
      form.setError("messageBody", { message: "メッセージを入力するか、ファイルを添付してください。" });
      return;
    }
    // Who presses with the warnings before his eyes has read them.
    if (anonymous && !isChecked && (await check(values.messageBody, values.file)).length > 0) return;
    try {
      await call(
        api.POST("/api/BuyerNegotiation/CreateBuyerNegotiationMessageAsync", {
          body: {
            buyerNegotiationId: n.buyerNegotiationId,
            messageType: String(messageType),
            messageBody: body,
            messageOriginatorType: values.messageOriginatorType || undefined,
            file: values.file ?? undefined,
          } as never,
          bodySerializer: multipart as never,
        }),
      );
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      fieldErrors(error, form.setError, ["messageBody", "file", "messageOriginatorType"]);
      const message = failureMessage(FAILED.messageRegister, error.errors.length > 0 ? null : error);
      form.setError("root.send", { message });
      notify.error(message);
      if (error.status === 409) await client.invalidateQueries({ queryKey: [NEGOTIATION_KEY] });
      return;
    }
    draft.clear();
    form.reset({ ...EMPTY, messageOriginatorType: values.messageOriginatorType });
    await rereadMessages(client);
  });

  const limits = all?.limits;
  return (
    <div className={styles.box}>
      <Form onSubmit={send} label="メッセージを書く">
        {anonymous && (
          <p className={styles.anonymous}>
            <TriangleAlert aria-hidden size={18} />
            <span>
              実名交渉の承認前です。会社名・地名・個人名など、企業が特定される言葉やファイルは送らないでください。
            </span>
          </p>
        )}
        {n.side === "both" && messageType === CHANNEL.institutions && (
          <RadioGroup
            label="どちらの立場で書きますか"
            required
            options={[
              { value: 2, label: "買手側" },
              { value: 3, label: "売手側" },
            ]}
            error={errors.messageOriginatorType?.message}
            {...form.register("messageOriginatorType", {
              required: "どちらの立場で書くかを選んでください。",
            })}
          />
        )}
        <TextArea
          label="メッセージ"
          badge={false}
          rows={4}
          maxLength={limits?.messageLength}
          error={errors.messageBody?.message}
          {...form.register("messageBody")}
        />
        <Controller
          control={form.control}
          name="file"
          render={({ field }) => (
            <FileField
              {...field}
              label="添付ファイル"
              badge={false}
              help={`1つまで。${limits?.attachmentTypes.join("・") ?? ""}`}
              accept={limits?.attachmentTypes.map((type) => `.${type}`).join(",")}
              maxBytes={limits?.attachmentBytes}
              error={errors.file?.message}
            />
          )}
        />
        {hits.length > 0 && (
          <div className={styles.warning} role="alert">
            <p>
              <TriangleAlert aria-hidden size={18} />
              <strong>企業が特定されるおそれのある言葉があります</strong>
            </p>
            <ul>
              {hits.map((hit) => (
                <li key={`${hit.field}.${hit.start}.${hit.kind}`}>
                  「{hit.text}」：{hit.why}
                  {hit.suggestion}
                </li>
              ))}
            </ul>
          </div>
        )}
        {errors.root?.send?.message && (
          <p role="alert" className={styles.failed}>
            {errors.root.send.message}
          </p>
        )}
        <Button
          type="submit"
          kind={hits.length > 0 ? "secondary" : "primary"}
          busy={isSubmitting}
          icon={<Send aria-hidden size={18} />}
        >
          {hits.length > 0 ? "確認したうえで、このまま送信する" : "送信する"}
        </Button>
      </Form>
    </div>
  );
}

const keyOf = (text: string, file: File | null) => `${file?.name ?? ""}\n${text}`;

/** Looks a text through for names, some time after the last key, and when it is sent. */
function useAnonymityCheck(
  buyerNegotiationId: string,
  messageType: number,
  wanted: boolean,
  text: string,
  file: File | null,
) {
  const [found, setFound] = useState<{ key: string; hits: readonly Hit[] }>({ key: "", hits: [] });
  const name = file?.name ?? "";
  const check = async (messageBody: string, attached: File | null): Promise<readonly Hit[]> => {
    try {
      const { anonymityWarnings } = await call(
        api.POST("/api/BuyerNegotiation/CheckMessage", {
          body: { buyerNegotiationId, messageType, messageBody, fileName: attached?.name ?? "" },
        }),
      );
      setFound({ key: keyOf(messageBody, attached), hits: anonymityWarnings });
      return anonymityWarnings;
    } catch (error) {
      // A warning that cannot be had must not hold the message back.
      if (!(error instanceof ApiError)) throw error;
      return [];
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: check is made anew at each render.
  useEffect(() => {
    if (!wanted || (text.trim() === "" && name === "")) return;
    const timer = setTimeout(() => void check(text, file), CHECK_MS);
    return () => clearTimeout(timer);
  }, [wanted, text, name]);
  const isChecked = found.key === keyOf(text, file);
  return { hits: wanted && isChecked ? found.hits : [], isChecked, check };
}
