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
import { type OwnerLetter, OwnerLetterDialog } from "./OwnerLetterDialog";
import {
  PasscodeDialog,
  type PasscodeWay,
  passcodeWays,
  reachable,
  type ToldPasscode,
  usualWay,
} from "./PasscodeDialog";

interface AskValues {
  userId: string;
  passcodeBy: PasscodeWay;
  ppapMailaddress: string;
}

/**
 * SF asks the owner: link to a person of the seller by mail or printed, passcode by a second way (domain.md
 * 3.2, 4 (2)).
 */
export function AskOwnerDialog({ negotiation: n, move, onClose }: MoveDialogProps) {
  const all = useEnumerations();
  const persons = useSellerPersons(n.sellerBusinessId);
  const form = useForm<AskValues>({
    shouldFocusError: false,
    defaultValues: { userId: "", passcodeBy: usualWay(), ppapMailaddress: "" },
  });
  const { errors } = form.formState;
  const { userId, passcodeBy, ppapMailaddress } = form.watch();
  const isMailed = passcodeBy === "mail";
  // The answer with passcode or letter, shown after the dialog of the request.
  const answer = useRef<{ told?: ToldPasscode; letter?: OwnerLetter }>({});
  const [shown, setShown] = useState<typeof answer.current>({});
  const shownPersons = persons.data && reachable(persons.data, passcodeBy);
  const chosen = persons.data?.find((person) => person.userId === userId);
  const isSameAddress =
    chosen !== undefined && chosen.loginId.trim().toLowerCase() === ppapMailaddress.trim().toLowerCase();
  if (shown.told) return <PasscodeDialog told={shown.told} onClose={onClose} />;
  if (shown.letter) return <OwnerLetterDialog letter={shown.letter} asks="name" onClose={onClose} />;
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
          notify.info("リンクとパスコードの宛先が同じアドレスです。次からは、別のアドレスをおすすめします。");
        if (result.passcode) answer.current = { told: { ...result, passcode: result.passcode } };
        if (result.letter) answer.current = { letter: result.letter };
      }}
      onClose={() => (answer.current.told || answer.current.letter ? setShown(answer.current) : onClose())}
    >
      {persons.isPending && <Skeleton lines={2} />}
      {persons.isError && (
        <p role="alert" className={styles.warning}>
          {failureMessage(FAILED.personInChargeLoad, persons.error)}
        </p>
      )}
      <RadioGroup
        label="リンクとパスコードの伝え方"
        required
        column
        options={passcodeWays()}
        error={errors.passcodeBy?.message}
        {...form.register("passcodeBy")}
      />
      {shownPersons?.length === 0 && (
        <p role="alert" className={styles.warning}>
          {persons.data?.length === 0
            ? "売手の担当者が登録されていません。売手管理の「担当者」で、オーナーを登録してください。"
            : "メールアドレスのある売手の担当者が登録されていません。「招待状を印刷する」を選ぶか、売手管理の「担当者」で登録してください。"}
        </p>
      )}
      {shownPersons && shownPersons.length > 0 && (
        <RadioGroup
          label={passcodeBy === "letter" ? "招待状を渡す方" : "リンクを送る方"}
          required
          column
          help="実名の開示を決められる方（オーナー）を選んでください。"
          options={shownPersons.map((person) => ({
            value: person.userId,
            label: `${person.userName}${person.position ? `（${person.position}）` : ""}`,
            help: person.loginId || "メールアドレスの登録なし",
          }))}
          error={errors.userId?.message}
          {...form.register("userId", { required: "依頼する方を選んでください。" })}
        />
      )}
      {isMailed && (
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
      {isMailed && isSameAddress && (
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
