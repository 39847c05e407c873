import { Paperclip, Send, TriangleAlert } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { api, call, multipart } from "@/api/client";
import { useEnumerations } from "@/api/enumerations";
import { ApiError, failureMessage, fieldErrors } from "@/api/errors";
import { rereadMessages, rereadNegotiation } from "@/api/reread";
import { Button } from "@/kit/Button";
import { FileField } from "@/kit/FileField";
import { Form } from "@/kit/Form";
import { notify } from "@/kit/notify";
import { RadioGroup } from "@/kit/RadioGroup";
import { Rewording } from "@/kit/Rewording";
import { TextArea } from "@/kit/TextArea";
import { formatTime } from "@/lib/dates";
import { useDraft } from "@/lib/draft";
import { useLeaveGuard } from "@/lib/leave";
import { FAILED } from "@/messages";
import { user } from "@/session/session";
import { type HeldText, hasName, isNameRefusal } from "../held";
import { CHANNEL, type Hit, type Negotiation } from "../types";
import styles from "./Composer.module.css";

interface Values {
  messageBody: string;
  messageOriginatorType: string;
  file: File | null;
}

const EMPTY: Values = { messageBody: "", messageOriginatorType: "", file: null };

/** The pause in typing after which the text is checked for names. */
const CHECK_MS = 800;

/**
 * The form for a message. Before the real names are open, the text for the other institution is
 * checked for names (domain.md 3.3): for a part of one there is a warning, for a whole name an
 * approver must decide (0.7). The text is kept if the sending fails, and over a reload.
 */
export function Composer({
  negotiation: n,
  messageType,
  returned = null,
  onDone,
  children,
}: {
  negotiation: Negotiation;
  messageType: 1 | 2;
  /** A text that an approver returned, to be corrected and sent again. */
  returned?: HeldText | null;
  /** Called when it was sent, waits for an approver again, or is left unchanged. */
  onDone?: () => void;
  /** Shown beside the button that sends. */
  children?: ReactNode;
}) {
  const all = useEnumerations();
  const form = useForm<Values>({ shouldFocusError: false, defaultValues: EMPTY });
  const draft = useDraft(form, {
    form: `message.${n.buyerNegotiationId}.${messageType}`,
    user: user.value?.userId ?? "",
    omit: ["file"],
  });
  const { errors, isSubmitting } = form.formState;
  const text = form.watch("messageBody");
  const file = form.watch("file");
  // The text is stored as a draft; a file is not.
  useLeaveGuard(file !== null);

  // The field for a file is shown when it is wanted, so that text and button stay in sight of the message.
  const [attaches, setAttaches] = useState(false);
  const [keepsFile, setKeepsFile] = useState(false);
  const attachedName = file?.name ?? (keepsFile ? (returned?.attachedFileName ?? "") : "");
  // What was sent back is what is mended now; the draft before it is replaced.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each text that was sent back.
  useEffect(() => {
    if (!returned) return;
    form.setValue("messageBody", returned.messageBody);
    if (n.side === "both") form.setValue("messageOriginatorType", returned.side === "bf" ? "2" : "3");
    setKeepsFile(returned.existsAttachedFile);
    form.setFocus("messageBody");
  }, [returned?.heldTextId, returned?.version]);

  const anonymous = messageType === CHANNEL.institutions && n.status < 3;
  const { hits, isChecked, checked, check } = useAnonymityCheck(
    n.buyerNegotiationId,
    messageType,
    n.status < 3 && n.side !== "buyer",
    text,
    attachedName,
  );
  const containsName = hasName(hits);
  // Only the seller's own bank can approve the seller's name, only the buyer's bank the buyer's
  // (domain.md 0.7).
  const canAskApproval = anonymous || n.side === "both";

  const submit = (isApprovalAsked: boolean) =>
    form.handleSubmit(async (values) => {
      const body = values.messageBody.trim();
      const keepsAttached = keepsFile && values.file === null;
      if (body === "" && values.file === null && !keepsAttached) {
        form.setError("messageBody", { message: "メッセージを入力するか、ファイルを添付してください。" });
        return;
      }
      // Sending while the warnings are shown accepts them.
      if (
        n.status < 3 &&
        n.side !== "buyer" &&
        !isChecked &&
        (await check(values.messageBody, attachedName)).length > 0
      )
        return;
      let held = false;
      try {
        const sent = await call(
          api.POST("/api/BuyerNegotiation/CreateBuyerNegotiationMessageAsync", {
            body: {
              buyerNegotiationId: n.buyerNegotiationId,
              messageType: String(messageType),
              messageBody: body,
              messageOriginatorType: values.messageOriginatorType || undefined,
              file: values.file ?? undefined,
              isApprovalAsked: isApprovalAsked ? "true" : undefined,
              heldTextId: returned?.heldTextId,
              keepsFile: keepsAttached ? "true" : undefined,
            } as never,
            bodySerializer: multipart as never,
          }),
        );
        held = Boolean(sent.heldTextId);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        fieldErrors(error, form.setError, ["messageBody", "file", "messageOriginatorType"], {
          fileName: "file",
        });
        const isName = isNameRefusal(error);
        if (isName) await check(values.messageBody, attachedName);
        const message = failureMessage(
          FAILED.messageRegister,
          error.errors.length > 0 && !isName ? null : error,
        );
        form.setError("root.send", { message });
        notify.error(message);
        if (error.status === 409) await rereadNegotiation();
        return;
      }
      draft.clear();
      form.reset({ ...EMPTY, messageOriginatorType: values.messageOriginatorType });
      setKeepsFile(false);
      setAttaches(false);
      onDone?.();
      if (held) notify.success("承認者に承認を依頼しました。承認されると相手に送られます。");
      await rereadMessages();
    });
  const send = submit(false);

  const limits = all?.limits;
  return (
    <div className={`${styles.box} no-print`}>
      <Form onSubmit={send} label="メッセージを書く">
        {returned && (
          <p className={styles.anonymous}>
            <TriangleAlert aria-hidden size={18} />
            <span>
              差し戻された文面を直しています。理由：{returned.reason}
              <Button
                kind="quiet"
                onClick={() => {
                  form.reset(EMPTY);
                  setKeepsFile(false);
                  onDone?.();
                }}
              >
                直すのをやめる
              </Button>
            </span>
          </p>
        )}
        {anonymous && (
          <p className={styles.anonymous}>
            <TriangleAlert aria-hidden size={18} />
            <span>
              実名交渉の承認前です。企業名・地名・個人名など、企業が特定される言葉やファイルは送らないでください。
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
          rows={3}
          help={
            draft.savedAt
              ? `書きかけの文面を復元しました（${formatTime(draft.savedAt.toISOString())}）。`
              : undefined
          }
          maxLength={limits?.messageLength}
          error={errors.messageBody?.message}
          {...form.register("messageBody")}
        />
        {keepsFile && file === null && (
          <p className={styles.kept}>
            添付ファイル：{returned?.attachedFileName}
            <Button onClick={() => setKeepsFile(false)}>外す</Button>
          </p>
        )}
        {(attaches || file !== null || errors.file) && (
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
        )}
        {hits.length > 0 && (
          <div className={styles.warning} role="alert">
            <p>
              <TriangleAlert aria-hidden size={18} />
              <strong>
                {containsName
                  ? "相手にまだ開示していない名前があるため、このままでは送れません"
                  : "企業が特定されるおそれのある言葉があります"}
              </strong>
            </p>
            <ul>
              {hits.map((hit) => (
                <li key={`${hit.field}.${hit.start}.${hit.kind}`}>
                  「{hit.text}」{hit.field === "fileName" && "（ファイル名）"}：{hit.why}
                  {hit.suggestion}
                </li>
              ))}
            </ul>
            {containsName && canAskApproval && (
              <p className={styles.ask}>
                言葉を直すか、名前を含めたまま送る必要があるときは、別の担当者（承認者）に承認を依頼してください。承認されるまで、相手には何も伝わりません。
              </p>
            )}
          </div>
        )}
        <Rewording
          now={text}
          checked={checked.text}
          hits={checked.hits.filter(({ field }) => field === "messageBody")}
          onText={(reworded) => form.setValue("messageBody", reworded, { shouldDirty: true })}
        />
        {errors.root?.send?.message && (
          <p role="alert" className={styles.failed}>
            {errors.root.send.message}
          </p>
        )}
        <div className={styles.buttons}>
          {containsName && canAskApproval ? (
            <Button busy={isSubmitting} onClick={() => submit(true)()}>
              承認者に承認を依頼する
            </Button>
          ) : (
            <Button
              type="submit"
              kind={hits.length > 0 ? "secondary" : "primary"}
              busy={isSubmitting}
              disabledReason={containsName ? "名前を外すと送れます。" : undefined}
              icon={<Send aria-hidden size={18} />}
            >
              {hits.length > 0 ? "確認したうえで、このまま送信する" : "送信する"}
            </Button>
          )}
          {!attaches && file === null && !errors.file && (
            <Button icon={<Paperclip aria-hidden size={18} />} onClick={() => setAttaches(true)}>
              ファイルを添付する
            </Button>
          )}
          {children}
        </div>
      </Form>
    </div>
  );
}

const keyOf = (text: string, fileName: string) => `${fileName}\n${text}`;

interface Found {
  key: string;
  /** The text that was checked. */
  text: string;
  hits: readonly Hit[];
}

const NOTHING: Found = { key: "", text: "", hits: [] };

/** Checks a text for names after a pause in typing, and when it is sent. */
function useAnonymityCheck(
  buyerNegotiationId: string,
  messageType: number,
  isEnabled: boolean,
  text: string,
  name: string,
) {
  const [found, setFound] = useState<Found>(NOTHING);
  const check = async (messageBody: string, fileName: string): Promise<readonly Hit[]> => {
    try {
      const { anonymityWarnings } = await call(
        api.POST("/api/BuyerNegotiation/CheckMessage", {
          body: { buyerNegotiationId, messageType, messageBody, fileName },
        }),
      );
      setFound({ key: keyOf(messageBody, fileName), text: messageBody, hits: anonymityWarnings });
      return anonymityWarnings;
    } catch (error) {
      // If the check fails, the message can be sent all the same.
      if (!(error instanceof ApiError)) throw error;
      return [];
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: check is made anew at each render.
  useEffect(() => {
    if (!isEnabled || (text.trim() === "" && name === "")) return;
    const timer = setTimeout(() => void check(text, name), CHECK_MS);
    return () => clearTimeout(timer);
  }, [isEnabled, text, name]);
  const isChecked = found.key === keyOf(text, name);
  return {
    hits: isEnabled && isChecked ? found.hits : [],
    isChecked,
    checked: isEnabled ? found : NOTHING,
    check,
  };
}
