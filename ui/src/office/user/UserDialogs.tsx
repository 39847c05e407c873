import { useRef, useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { call } from "@/api/client";
import { codeLabel, codesOf, useEnumerations } from "@/api/enumerations";
import * as limits from "@/api/limits.gen";
import { ofMail } from "@/api/network";
import { failureText, office, type Schemas } from "@/api/officeClient";
import { Button } from "@/kit/Button";
import { DescriptionList } from "@/kit/DescriptionList";
import { Dialog } from "@/kit/Dialog";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { Select } from "@/kit/Select";
import { TextArea } from "@/kit/TextArea";
import { TextField } from "@/kit/TextField";
import { formatTime } from "@/lib/dates";
import { isADM } from "@/session/office";
import { type Letter, LetterDialog } from "@/signin/LetterDialog";
import { DeedDialog, perform, reread } from "../deed";
import { InstitutionSelect } from "../institution/InstitutionSelect";
import { optionsOf } from "../list";
import styles from "../office.module.css";
import { toldText } from "../told";
import { ApproverDialog } from "./ApproverDialog";
import { BusinessDialog } from "./BusinessDialog";

type User = Schemas["OfficeUserRow"];

const FAILED = "操作できませんでした。";

/** One user's data, with the actions that are possible now. */
export function UserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const codes = useEnumerations();
  const [blocking, setBlocking] = useState(false);
  const [changingLogin, setChangingLogin] = useState(false);
  const [resetting, setResetting] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  // Passkeys likewise, and those of a buyer's user by the office.
  const mayRemove = user.hasPasskey && (user.role === 3 || (user.role !== 9 && isADM.value));
  // The second step of a bank's user is reset by an administrator or the office, an administrator's by the office.
  const canReset = user.hasSecondStep && (user.role === 3 || (user.role === 4 && isADM.value));
  const body = { userId: user.userId, version: user.version };
  // An administrator decides about approvers among its institution's users, the office about its own users
  // and about those of institutions without an administrator.
  const canDecideApprover =
    user.approverState !== undefined &&
    !user.isMe &&
    (user.status === 1 || user.status === 2) &&
    (!isADM.value || user.role === 9 || !user.whyNotApprover);
  const isInvited = user.status === 1 && user.role !== 2;
  const [approving, setApproving] = useState<boolean | null>(null);
  const [isBusiness, setBusiness] = useState(false);
  const [letter, setLetter] = useState<Letter | null>(null);
  if (isBusiness) return <BusinessDialog user={user} onClose={onClose} />;
  if (letter) return <LetterDialog letter={letter} onClose={onClose} />;
  if (approving !== null) return <ApproverDialog user={user} confirms={approving} onClose={onClose} />;
  if (changingLogin) return <LoginDialog user={user} onClose={onClose} />;
  if (blocking) return <BlockDialog user={user} onClose={onClose} />;
  if (resetting) return <ResetDialog user={user} onClose={onClose} />;
  if (isRemoving) return <PasskeysDialog user={user} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title={`${user.userName}の操作`}>
      <DescriptionList
        items={[
          { term: "ログインID", value: user.loginId },
          { term: "区分", value: codeLabel(codes, "role", user.role) },
          { term: "金融機関", value: user.financialName },
          ...(user.businessLabel ? [{ term: "業務", value: user.businessLabel }] : []),
          { term: "部署・役職", value: [user.department, user.position].filter(Boolean).join("　") },
          { term: "状態", value: user.statusLabel },
          ...(user.invitation ? [{ term: "案内", value: user.invitation }] : []),
          {
            term: "登録",
            value: `${user.createdBy || "申請・初期設定"}（${formatTime(user.created)}）`,
          },
          ...(user.approverState === undefined
            ? []
            : [
                {
                  term: "承認者",
                  value: [
                    user.approverLabel,
                    user.admitted &&
                      `（${[user.admittedBy, formatTime(user.admitted)].filter(Boolean).join("、")}）`,
                  ]
                    .filter(Boolean)
                    .join(""),
                },
              ]),
          { term: "最後のログイン", value: formatTime(user.lastLogin) },
          { term: "ログイン中の端末", value: `${user.sessionCount}台` },
          { term: "2段階認証", value: user.hasSecondStep ? "設定している" : "設定していない" },
          { term: "パスキー", value: user.hasPasskey ? "登録している" : "登録していない" },
          { term: "ログインの失敗（直近30分）", value: `${user.failureCount}回` },
        ]}
      />
      <div className={styles.actions}>
        {user.failureCount > 0 && (
          <Button
            onClick={() =>
              perform(
                call(office.POST("/api/Office/UnlockUser", { body })),
                "ログインの一時停止を解除しました。",
                FAILED,
              )
            }
          >
            ログインの一時停止を解除する
          </Button>
        )}
        {user.sessionCount > 0 && (
          <Button
            onClick={() =>
              perform(
                call(office.POST("/api/Office/EndSessions", { body })),
                "ログインを終了しました。",
                FAILED,
              )
            }
          >
            {user.isMe ? "ほかの端末のログインを終了する" : "すべてのログインを終了する"}
          </Button>
        )}
        {canReset && <Button onClick={() => setResetting(true)}>2段階認証を解除する</Button>}
        {mayRemove && <Button onClick={() => setRemoving(true)}>パスキーを削除する</Button>}
        {isInvited && (
          <Button
            onClick={() =>
              perform(
                call(office.POST("/api/Office/ReSendInvitation", { body })),
                ofMail(
                  "パスワード設定の案内を再送しました。",
                  "案内は、メールを送れるようになるまで届きません。招待状を印刷して渡してください。",
                ),
                FAILED,
              )
            }
          >
            案内を再送する
          </Button>
        )}
        {isInvited && (
          <Button
            kind={ofMail("secondary", "primary")}
            onClick={async () => setLetter(await makeLetter(user.userId))}
          >
            招待状を作る
          </Button>
        )}
        {isADM.value && !user.isMe && (
          <Button onClick={() => setChangingLogin(true)}>ログインIDの変更を申し出る</Button>
        )}
        {canDecideApprover && user.approverState !== 1 && (
          <Button disabledReason={user.whyNotApprover || undefined} onClick={() => setApproving(true)}>
            承認者として確認する
          </Button>
        )}
        {canDecideApprover && user.approverState !== 3 && (
          <Button onClick={() => setApproving(false)}>承認者から外す</Button>
        )}
        {user.mayChangeBusiness && <Button onClick={() => setBusiness(true)}>業務を変更する</Button>}
        {user.status === 3 && (
          <Button
            onClick={() =>
              perform(
                call(office.POST("/api/Office/EnableUser", { body })),
                "利用の停止を解除しました。",
                FAILED,
              )
            }
          >
            停止を解除する
          </Button>
        )}
        {(user.status === 1 || user.status === 2) && !user.isMe && (
          <Button onClick={() => setBlocking(true)}>利用を停止する</Button>
        )}
      </div>
      {user.role === 2 && user.status === 1 && (
        <p className={panel.note}>買手企業の利用者への案内は、担当の金融機関が送ります。</p>
      )}
      {isADM.value && user.role === 3 && user.whyNotApprover && (
        <p className={panel.note}>{user.whyNotApprover}</p>
      )}
    </Dialog>
  );
}

/** Requests a change of a user's login ID, which was mistyped or is no longer the user's address. */
function LoginDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const form = useForm({ defaultValues: { loginId: "", reason: "" } });
  const { errors } = form.formState;
  return (
    <DeedDialog
      title="ログインIDの変更を申し出る"
      label="申し出る"
      danger
      wide
      consequence={
        <p>
          {user.userName}（{user.loginId}
          ）のログインIDは、金融機関の管理者（管理者のいない金融機関と事務局の利用者では、事務局の二人目の担当者）が確認するまで変わりません。
          それまで、新しいアドレスには何も届かず、いまのログインIDでログインできます。
          {toldText("ご本人（いまのアドレス）と確認する方")}
        </p>
      }
      form={form}
      fields={["loginId", "reason"]}
      send={(values) =>
        call(
          office.PUT("/api/Office/ChangeUserLoginId", {
            body: { userId: user.userId, version: user.version, ...values },
          }),
        )
      }
      done="ログインIDの変更を申し出ました。確認されると変わります。"
      failed="ログインIDの変更を申し出られませんでした。"
      onClose={onClose}
    >
      <TextField
        label="新しいメールアドレス"
        required
        type="email"
        error={errors.loginId?.message}
        {...form.register("loginId")}
      />
      <TextArea
        label="変更の理由"
        required
        maxLength={limits.OfficeLoginChange.reason.maxLength}
        help="金融機関の監査ログに表示されます。"
        error={errors.reason?.message}
        {...form.register("reason")}
      />
    </DeedDialog>
  );
}

/** Removes the passkeys of a user who lost a device: the password leads to new ones. */
function PasskeysDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const form = useForm({ defaultValues: { comment: "" } });
  return (
    <DeedDialog
      title={`${user.userName}のパスキーを削除する`}
      label="削除する"
      danger
      consequence={
        <p>
          電話などで、ご本人からの依頼であることを必ず確かめてください。{user.userName}（{user.loginId}
          ）は、すぐにログアウトされ、登録したすべてのパスキーが使えなくなります。設定し直すまでは、パスワード（設定している人は確認コードも）でログインします。ご本人にメールでお知らせします。
        </p>
      }
      form={form}
      fields={["comment"]}
      send={({ comment }) =>
        call(office.POST("/api/Office/RemovePasskeys", { body: { userId: user.userId, comment } }))
      }
      done="パスキーを削除しました。"
      failed="パスキーを削除できませんでした。"
      onClose={onClose}
    >
      <TextField
        label="理由"
        required
        help="監査ログに残ります。"
        example="パソコンの紛失。本人に電話で確認した。"
        error={form.formState.errors.comment?.message}
        {...form.register("comment")}
      />
    </DeedDialog>
  );
}

/** Resets the second step of a user who lost the telephone: the password suffices until it is set up again. */
function ResetDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const form = useForm({ defaultValues: { comment: "" } });
  return (
    <DeedDialog
      title={`${user.userName}の2段階認証を解除する`}
      label="解除する"
      danger
      consequence={
        <p>
          電話などで、ご本人からの依頼であることを必ず確かめてください。{user.userName}（{user.loginId}
          ）は、すぐにログアウトされ、設定し直すまでパスワードだけでログインできるようになります。ご本人にメールでお知らせします。
        </p>
      }
      form={form}
      fields={["comment"]}
      send={({ comment }) =>
        call(office.POST("/api/Office/ResetSecondStep", { body: { userId: user.userId, comment } }))
      }
      done="2段階認証を解除しました。"
      failed="2段階認証を解除できませんでした。"
      onClose={onClose}
    >
      <TextField
        label="理由"
        required
        help="監査ログに残ります。"
        example="スマートフォンの紛失。本人に電話で確認した。"
        error={form.formState.errors.comment?.message}
        {...form.register("comment")}
      />
    </DeedDialog>
  );
}

function BlockDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const form = useForm();
  return (
    <DeedDialog
      title={`${user.userName}の利用を停止する`}
      label="停止する"
      danger
      consequence={
        <p>
          {user.userName}（{user.loginId}
          ）は、すぐにログアウトされ、解除するまでログインできなくなります。送付済みの案内やパスワード再設定のリンクも使えなくなります。
        </p>
      }
      form={form}
      send={() =>
        call(office.POST("/api/Office/DisableUser", { body: { userId: user.userId, version: user.version } }))
      }
      done="利用を停止しました。"
      failed="利用を停止できませんでした。"
      onClose={onClose}
    />
  );
}

/** Makes a letter; null if it was refused, which is told. */
async function makeLetter(userId: string): Promise<Letter | null> {
  try {
    return await call(office.POST("/api/Office/MakeLetter", { body: { userId } }));
  } catch (error) {
    notify.error(failureText(error, "招待状を作れませんでした。"));
    return null;
  } finally {
    await reread();
  }
}

/**
 * Registers a user of an institution, an administrator, or a user of the office. Where no mail goes out,
 * it ends with the letter to print.
 */
export function NewUserDialog({ onClose }: { onClose: () => void }) {
  const [letter, setLetter] = useState<Letter | null>(null);
  const isByLetter = ofMail(false, true);
  const codes = useEnumerations();
  const form = useForm({
    defaultValues: {
      role: isADM.value ? "4" : "3",
      financialId: "",
      userName: "",
      loginId: "",
      department: "",
      position: "",
    },
  });
  const { errors } = form.formState;
  const role = form.watch("role");
  const roles = codesOf(codes, "role").filter((c) => c.code === 4 || c.code === (isADM.value ? 9 : 3));
  const made = useRef<Letter | null>(null);
  if (letter) return <LetterDialog letter={letter} onClose={onClose} />;
  return (
    <DeedDialog
      title="利用者を登録する"
      label={isByLetter ? "登録して招待状を作る" : "登録して案内を送る"}
      consequence={
        <>
          <p>
            {isByLetter
              ? "メールを送れないため、印刷する招待状を作ります。本人がパスワードを設定すると、ログインできるようになります。"
              : "パスワード設定の案内をメールで送ります。本人がパスワードを設定すると、ログインできるようになります。"}
          </p>
          <p className={panel.note}>
            {isADM.value
              ? "金融機関の利用者は、その金融機関の管理者が登録します。事務局が登録できるのは、管理者がまだいない金融機関の最初の管理者と、事務局の利用者です。"
              : "登録した利用者は、承認者（ほかの担当者の書面などを確認する二人目）になります。"}
            {toldText(
              isADM.value
                ? "金融機関の管理者・利用者と登録された担当者"
                : "すべての管理者と、登録された金融機関の担当者",
            )}
          </p>
        </>
      }
      form={form}
      fields={["role", "financialId", "userName", "loginId", "department", "position"]}
      send={async (values) => {
        const userId = await call(
          office.POST("/api/Office/RegistUser", {
            body: {
              ...values,
              role: Number(values.role),
              financialId: values.role === "9" ? "" : values.financialId,
            },
          }),
        );
        if (isByLetter) made.current = await makeLetter(userId);
      }}
      done={isByLetter ? "利用者を登録しました。" : "利用者を登録し、案内を送りました。"}
      failed="利用者を登録できませんでした。"
      onClose={() => (made.current ? setLetter(made.current) : onClose())}
    >
      <Select
        label="区分"
        required
        options={optionsOf(roles)}
        error={errors.role?.message}
        {...form.register("role")}
      />
      {isADM.value && role !== "9" && (
        <Controller
          control={form.control}
          name="financialId"
          render={({ field }) => (
            <InstitutionSelect
              runningOnly
              {...field}
              label="金融機関"
              required
              help="名称・カナ・金融機関コードの一部を入力して選びます。"
              error={errors.financialId?.message}
            />
          )}
        />
      )}
      <TextField label="氏名" required error={errors.userName?.message} {...form.register("userName")} />
      <TextField
        label="メールアドレス"
        required
        type="email"
        help="ログインIDになります。"
        error={errors.loginId?.message}
        {...form.register("loginId")}
      />
      <TextField label="部署" error={errors.department?.message} {...form.register("department")} />
      <TextField label="役職" error={errors.position?.message} {...form.register("position")} />
    </DeedDialog>
  );
}
