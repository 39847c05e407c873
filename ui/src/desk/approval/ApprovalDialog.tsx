import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, failureMessage } from "@/api/errors";
import { ofMail } from "@/api/network";
import { rereadAfter } from "@/api/reread";
import { usersQuery } from "@/api/user";
import { Dialog } from "@/kit/Dialog";
import { EmptyState } from "@/kit/EmptyState";
import { ErrorSummary } from "@/kit/ErrorSummary";
import { Link } from "@/kit/Link";
import { notify } from "@/kit/notify";
import { RadioGroup } from "@/kit/RadioGroup";
import { Skeleton } from "@/kit/Skeleton";
import { TextField } from "@/kit/TextField";
import { formatDate, formatTime } from "@/lib/dates";
import { FAILED } from "@/messages";
import { type OwnerLetter, OwnerLetterDialog } from "@/negotiation/dialog/OwnerLetterDialog";
import {
  PasscodeDialog,
  type PasscodeWay,
  passcodeWays,
  reachable,
  type ToldPasscode,
  usualWay,
} from "@/negotiation/dialog/PasscodeDialog";
import styles from "../Desk.module.css";
import { seen, sendApprovalRequest } from "../deeds";
import type { Masters } from "../masters";
import type { Overview } from "../types";
import { ApprovalChecklist, whyNot } from "./ApprovalChecklist";
import { useApprovalChecks } from "./useApprovalChecks";

/** Status of an enabled user (SPEC.md section 3 User status). */
const ENABLED = 2;

/** Whether two mail addresses are the same, ignoring case, width and spaces. */
export function sameMail(a: string, b: string): boolean {
  const normalised = (text: string) => text.normalize("NFKC").trim().toLowerCase();
  return normalised(a) !== "" && normalised(a) === normalised(b);
}

/** Asks the seller's person in charge to approve by a link, mailed or printed (domain.md 3.1, 3.2). */
export function ApprovalDialog({
  listing,
  masters,
  onClose,
}: {
  listing: Overview;
  masters: Masters;
  onClose: () => void;
}) {
  const users = useQuery(usersQuery("seller", listing.companyId ?? ""));
  const checks = useApprovalChecks(listing, masters);
  const [chosen, setChosen] = useState("");
  const [passcodeBy, setPasscodeBy] = useState<PasscodeWay>(usualWay);
  const enabled = (users.data ?? []).filter((row) => row.status === ENABLED);
  const persons = reachable(enabled, passcodeBy);
  const [mail, setMail] = useState("");
  const [told, setTold] = useState<ToldPasscode | null>(null);
  const [letter, setLetter] = useState<OwnerLetter | null>(null);
  const isMailed = passcodeBy === "mail";
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  const userId = (persons.find((row) => row.userId === chosen) ?? persons[0])?.userId ?? "";
  const person = persons.find((row) => row.userId === userId);
  const { linkKeyDays, passcodeDigits } = masters.limits;

  const send = async () => {
    setAttempt(attempt + 1);
    if (isMailed && !mail.includes("@")) {
      setErrors({ ppapMailaddress: "パスコードの送付先のメールアドレスを入力してください。" });
      return;
    }
    setBusy(true);
    try {
      const answer = await sendApprovalRequest(seen(listing), {
        userId,
        passcodeBy,
        ppapMailaddress: isMailed ? mail.trim() : "",
        justifications: checks.justifications,
      });
      checks.clear();
      notify.success(
        answer.letter
          ? `${answer.userName}様あての招待状を作りました。期限は${formatTime(answer.expires)}です。`
          : ofMail(
              `${answer.userName}様に承認を依頼しました。リンクの期限は${formatTime(answer.expires)}です。`,
              "承認の依頼を登録しました。リンクのメールは、メールを送れるようになるまで届きません。",
            ),
      );
      if (answer.warning) notify.info(answer.warning);
      if (answer.letter) setLetter(answer.letter);
      else if (answer.passcode) setTold({ ...answer, passcode: answer.passcode });
      else onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.error(failureMessage(FAILED.approvalRequest, error));
      const own = Object.fromEntries(error.errors.map(({ field, detail }) => [field, detail]));
      setErrors(error.errors.length > 0 ? own : { "": error.detail });
    } finally {
      setBusy(false);
      await rereadAfter("listing");
    }
  };

  if (told) return <PasscodeDialog told={told} onClose={onClose} />;
  if (letter) return <OwnerLetterDialog letter={letter} asks="listing" onClose={onClose} />;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="売手に承認を依頼する"
      confirm={
        users.isPending || persons.length === 0
          ? undefined
          : { label: "承認を依頼する", onConfirm: send, busy, disabledReason: whyNot(checks) }
      }
    >
      <div className={styles.dialog}>
        <ErrorSummary
          attempt={attempt}
          title={FAILED.approvalRequest}
          errors={Object.entries(errors).map(([name, message]) => ({ name, message }))}
        />
        <p>
          公開する内容を、売手に確かめてもらいます。承認されると、公開期限（{formatDate(listing.dueDate)}
          ）まで公開されます。
        </p>
        {users.isPending ? (
          <Skeleton lines={2} />
        ) : users.isError ? (
          <EmptyState title={FAILED.personInChargeLoad}>
            通信の状態を確認して、この画面をもう一度開いてください。
          </EmptyState>
        ) : enabled.length === 0 ? (
          <EmptyState
            title="承認を依頼できる売手の担当者がいません"
            action={
              <Link button="primary" href={`/seller-company-manage/${listing.companyId}?tab=users`}>
                売手の担当者を登録する
              </Link>
            }
          >
            有効な担当者が必要です。売手の「担当者」で登録してください。メールアドレスのない方には、招待状を渡せます。
          </EmptyState>
        ) : (
          <>
            <RadioGroup
              label="リンクとパスコードの伝え方"
              required
              column
              name="passcodeBy"
              value={passcodeBy}
              error={errors.passcodeBy}
              onChange={(event) => setPasscodeBy(event.target.value as PasscodeWay)}
              options={passcodeWays()}
            />
            {persons.length === 0 ? (
              <p className={styles.warning} role="status">
                メールアドレスのある担当者が登録されていません。「招待状を印刷する」を選ぶか、売手の「担当者」で登録してください。
              </p>
            ) : (
              <RadioGroup
                label={passcodeBy === "letter" ? "招待状を渡す売手の担当者" : "リンクを送る売手の担当者"}
                required
                column
                name="userId"
                value={userId}
                error={errors.userId}
                onChange={(event) => setChosen(event.target.value)}
                options={persons.map((row) => ({
                  value: row.userId,
                  label: row.userName,
                  help: [row.position, row.loginId || "メールアドレスの登録なし"].filter(Boolean).join("　"),
                }))}
              />
            )}
            {isMailed && (
              <TextField
                label="パスコードを送るメールアドレス"
                name="ppapMailaddress"
                type="email"
                required
                autoComplete="off"
                help={`${passcodeDigits}桁の数字だけを送ります。リンクとは別の方、または別のアドレスにしてください。`}
                value={mail}
                error={errors.ppapMailaddress}
                onChange={(event) => setMail(event.target.value)}
              />
            )}
            {isMailed && person && sameMail(mail, person.loginId) && (
              <p className={styles.warning} role="status">
                リンクと同じアドレスです。このままでも送れますが、メールを見られる人が、ひとりで承認できてしまいます。別のアドレスにすると、より安全です。
              </p>
            )}
            <ApprovalChecklist listing={listing} checks={checks} errors={errors} />
            <section className={styles.after}>
              <h3>依頼したあと</h3>
              <ol>
                <li>
                  {passcodeBy === "letter"
                    ? "招待状を印刷して、売手に渡します。パスコードは、ほかの承認者が、この案件の画面に表示して伝えます。"
                    : ofMail(
                        "売手に、リンクのメールが届きます。御行の名前、担当者、電話番号が書かれ、会社名や金額は書かれません。パスコードは、別に伝わります。",
                        "リンクのメールは、メールを送れるようになるまで届きません。",
                      )}
                </li>
                <li>
                  売手は、買手に見える内容、公開する相手と期間を見て、承認するか差戻します。リンクは
                  {linkKeyDays}日間、一度だけ使えます。
                </li>
                <li>承認されると、すぐに公開されます。差戻されると、理由がこの画面に届きます。</li>
                <li>待っている間に内容を編集して保存すると、依頼は無効になります。</li>
              </ol>
            </section>
          </>
        )}
      </div>
    </Dialog>
  );
}
