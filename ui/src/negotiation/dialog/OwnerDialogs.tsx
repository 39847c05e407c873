import { useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { useEnumerations } from "@/api/enumerations";
import { failureMessage } from "@/api/errors";
import { notify } from "@/kit/notify";
import { RadioGroup } from "@/kit/RadioGroup";
import { Skeleton } from "@/kit/Skeleton";
import { TextArea } from "@/kit/TextArea";
import { TextField } from "@/kit/TextField";
import { FAILED } from "@/messages";
import { askOwner, recordOwnerConsent } from "../deeds";
import { moveBlock, moveLabel } from "../moves";
import { moveTexts } from "../moveTexts";
import { useSellerPersons } from "../persons";
import type { MoveDialogProps } from "../types";
import { DeedDialog } from "./DeedDialog";
import styles from "./Dialogs.module.css";
import { PASSCODE_WAYS, PasscodeDialog, type ToldPasscode } from "./PasscodeDialog";

interface AskValues {
  userId: string;
  passcodeBy: "mail" | "told";
  ppapMailaddress: string;
}

/**
 * SF asks the owner: link to a person of the seller, passcode to a second address, or told by the clerk
 * (domain.md 3.2, 4 (2)).
 */
export function AskOwnerDialog({ negotiation: n, move, onClose }: MoveDialogProps) {
  const all = useEnumerations();
  const persons = useSellerPersons(n.sellerBusinessId);
  const form = useForm<AskValues>({
    shouldFocusError: false,
    defaultValues: { userId: "", passcodeBy: "mail", ppapMailaddress: "" },
  });
  const { errors } = form.formState;
  const { userId, passcodeBy, ppapMailaddress } = form.watch();
  const isTold = passcodeBy === "told";
  // The answer with the passcode, shown after the dialog of the request.
  const answer = useRef<ToldPasscode | null>(null);
  const [told, setTold] = useState<ToldPasscode | null>(null);
  const chosen = persons.data?.find((person) => person.userId === userId);
  const isSameAddress =
    chosen !== undefined && chosen.loginId.trim().toLowerCase() === ppapMailaddress.trim().toLowerCase();
  if (told) return <PasscodeDialog told={told} onClose={onClose} />;
  return (
    <DeedDialog<AskValues>
      {...moveTexts(move, n, all?.limits)}
      form={form}
      fields={["userId", "passcodeBy", "ppapMailaddress"]}
      draft={`${n.buyerNegotiationId}.${move}`}
      label={moveLabel(n, move)}
      blocked={moveBlock(n, move)}
      send={async (values) => {
        const result = await askOwner(n, values);
        if (result.isSameAddress)
          notify.info(
            "リンクとパスコードを同じアドレスへ送りました。次からは、別のアドレスをおすすめします。",
          );
        if (result.passcode) answer.current = { ...result, passcode: result.passcode };
      }}
      onClose={() => (answer.current ? setTold(answer.current) : onClose())}
    >
      {persons.isPending && <Skeleton lines={2} />}
      {persons.isError && (
        <p role="alert" className={styles.warning}>
          {failureMessage(FAILED.personInChargeLoad, persons.error)}
        </p>
      )}
      {persons.data?.length === 0 && (
        <p role="alert" className={styles.warning}>
          売手の担当者が登録されていません。売手管理の「担当者」で、オーナーのメールアドレスを登録してください。
        </p>
      )}
      {persons.data && persons.data.length > 0 && (
        <RadioGroup
          label="リンクを送る方"
          required
          column
          help="実名の開示を決められる方（オーナー）を選んでください。"
          options={persons.data.map((person) => ({
            value: person.userId,
            label: `${person.userName}${person.position ? `（${person.position}）` : ""}`,
            help: person.loginId,
          }))}
          error={errors.userId?.message}
          {...form.register("userId", { required: "リンクを送る方を選んでください。" })}
        />
      )}
      <RadioGroup
        label="パスコードの伝え方"
        required
        column
        options={PASSCODE_WAYS}
        error={errors.passcodeBy?.message}
        {...form.register("passcodeBy")}
      />
      {!isTold && (
        <TextField
          label="パスコードを送る別のアドレス"
          required
          type="email"
          inputMode="email"
          autoComplete="off"
          help={`リンクとは別のアドレスに、${all?.limits.passcodeDigits ?? ""}桁のパスコードだけを送ります。ご家族や別の役員の方などの、オーナーが受け取れるアドレスを入力してください。`}
          error={errors.ppapMailaddress?.message}
          {...form.register("ppapMailaddress", {
            required: "パスコードを送るアドレスを入力してください。",
          })}
        />
      )}
      {!isTold && isSameAddress && (
        <p role="status" className={styles.warning}>
          リンクと同じアドレスです。1通のメールを見た人が両方を手にするため、別のアドレスをおすすめします。
        </p>
      )}
    </DeedDialog>
  );
}

/** SF records that the owner refused. */
export function RefuseOwnerDialog({ negotiation: n, move, onClose }: MoveDialogProps) {
  const all = useEnumerations();
  const form = useForm<{ comment: string }>({ shouldFocusError: false, defaultValues: { comment: "" } });
  return (
    <DeedDialog<{ comment: string }>
      {...moveTexts(move, n, all?.limits)}
      form={form}
      fields={["comment"]}
      draft={`${n.buyerNegotiationId}.${move}`}
      label={moveLabel(n, move)}
      blocked={moveBlock(n, move)}
      send={({ comment }) => recordOwnerConsent(n, { isApproval: false, comment: comment.trim() })}
      onClose={onClose}
    >
      <TextArea
        label="覚書"
        help="オーナーから聞いた理由などです。自機関だけが見られます。"
        error={form.formState.errors.comment?.message}
        {...form.register("comment")}
      />
    </DeedDialog>
  );
}
