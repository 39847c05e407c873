import { useQuery, useQueryClient } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useRef, useState } from "react";
import { ApiError, failureMessage } from "@/api/errors";
import { ofMail } from "@/api/network";
import { pageFetch } from "@/api/query";
import { rereadAfter } from "@/api/reread";
import { businessOf, usersQuery } from "@/api/user";
import { Button } from "@/kit/Button";
import { DataList } from "@/kit/DataList";
import { Dialog } from "@/kit/Dialog";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { randomKey } from "@/lib/randomKey";
import { FAILED } from "@/messages";
import { ListFile } from "@/search/ListFile";
import { isFIN } from "@/session/session";
import { type Letter, LetterDialog } from "@/signin/LetterDialog";
import { makeLetter, type Owner, owningCompany, resendInvitation, saveUser } from "../calls";
import styles from "../company.module.css";
import { describeUser } from "../describe";
import { SaveForm } from "../form/SaveForm";
import { UserFields } from "../form/UserFields";
import { EMPTY_USER, fromUser, toUserInput } from "../form/values";
import { codeText, type Masters } from "../masters";
import { USER, type User } from "../types";

/** The users of a company or of the own institution: list, registration, changes. */
export function UsersPanel({
  owner,
  clientId,
  masters,
  editing,
  onEdit,
  invitesCompany = false,
}: {
  owner: Owner;
  clientId: string;
  masters: Masters;
  /** "new", a user's id, or "" for the list. */
  editing: string;
  onEdit: (userId: string) => void;
  /** The company waits to be registered by its first user (domain.md 6). */
  invitesCompany?: boolean;
}) {
  const users = useQuery({ ...usersQuery(owningCompany(owner), clientId), ...pageFetch });
  if (!users.data) return <Skeleton rows={3} />;
  const edited = users.data.find((one) => one.userId === editing);
  if (editing === "new" || edited)
    return (
      <UserForm
        key={editing}
        owner={owner}
        clientId={clientId}
        edited={edited}
        onClose={() => onEdit("")}
        invitesCompany={invitesCompany}
      />
    );
  const word = descriptionOf(owner).person;
  // A buyer's own user can only ask the bank for a further user.
  const add =
    owner !== "bank" && !isFIN.value ? (
      <Link href="/buyer-company-user-register" button="primary" icon={<UserPlus aria-hidden size={18} />}>
        ユーザを追加する
      </Link>
    ) : (
      <Button
        part="acts"
        kind="primary"
        icon={<UserPlus aria-hidden size={18} />}
        onClick={() => onEdit("new")}
      >
        {word}を登録する
      </Button>
    );
  return (
    <div className={panel.panel}>
      <Heading
        actions={
          users.data.length > 0 && (
            <>
              {owner === "bank" && (
                <ListFile
                  path="/api/Report/ExportUserList"
                  name={word}
                  unit="人"
                  total={users.data.length}
                  conditions={{}}
                />
              )}
              {add}
            </>
          )
        }
      >
        {word}
      </Heading>
      <DataList
        caption={word}
        rows={users.data}
        rowKey={(row) => row.userId}
        columns={[
          {
            key: "userName",
            header: "氏名",
            primary: true,
            cell: (row) => (
              <>
                {row.userName}
                {row.isMe && <span className={panel.note}>（自分）</span>}
              </>
            ),
          },
          {
            key: "department",
            header: "部署・役職",
            cell: (row) => [row.department, row.position].filter(Boolean).join("　") || "―",
          },
          { key: "loginId", header: "メールアドレス", cell: (row) => row.loginId || "―" },
          { key: "phone1", header: "電話番号", nowrap: true, cell: (row) => row.phone1 || "―" },
          ...(descriptionOf(owner).signsIn
            ? [{ key: "status", header: "状態", nowrap: true, cell: (row: User) => statusText(row, masters) }]
            : []),
          ...(owner === "bank"
            ? [
                // Only where the bank keeps M&A and lending apart.
                ...(users.data?.some(({ business }) => business)
                  ? [{ key: "business", header: "業務", nowrap: true, cell: (row: User) => businessOf(row) }]
                  : []),
                { key: "approver", header: "承認者", cell: (row: User) => row.approverLabel || "―" },
              ]
            : []),
        ]}
        actions={(row) => <RowActions owner={owner} row={row} onEdit={onEdit} canInvite={!invitesCompany} />}
        empty={
          <EmptyState title={`${word}はまだ登録されていません`} action={add}>
            {descriptionOf(owner).why}
          </EmptyState>
        }
      />
    </div>
  );
}

function descriptionOf(owner: Owner) {
  if (owner === "bank") return { person: "利用者", signsIn: true, why: "同じ金融機関の利用者を登録します。" };
  return owner.kind === "buyer"
    ? { person: "ユーザ", signsIn: true, why: "案件を検索し、交渉に参加する方を登録します。" }
    : { person: "担当者", signsIn: false, why: "売却案件の承認をお願いする方を登録します。" };
}

function failureText(owner: Owner, isNew: boolean): string {
  if (owner === "bank") return FAILED.financialUserSave;
  return isNew ? owner.failed.userCreate : owner.failed.userUpdate;
}

/** 「承認待ち」 means waiting for the bank's approval; of an approved user without a password, how he was invited. */
function statusText(row: User, masters: Masters): string {
  if (row.status === USER.unapproved && row.isInvited) return row.invitation;
  return codeText(masters, "userStatus", row.status);
}

/** What the bank may do to a buyer's user, with its words. */
const MOVES = {
  [USER.enabled]: {
    verb: "利用を再開する",
    done: "利用を再開しました。",
    consequence: "この利用者は、再びログインできるようになります。",
  },
  [USER.blocked]: {
    verb: "利用を停止する",
    done: "利用を停止しました。",
    consequence: "この利用者は、すぐにログインできなくなります。あとで再開できます。",
  },
  [USER.unsubscribed]: {
    verb: "退会とする",
    done: "退会としました。",
    consequence: "この利用者は、二度とログインできなくなります。取り消すことはできません。",
  },
} as const;

function RowActions({
  owner,
  row,
  onEdit,
  canInvite,
}: {
  owner: Owner;
  row: User;
  onEdit: (userId: string) => void;
  canInvite: boolean;
}) {
  const [move, setMove] = useState<keyof typeof MOVES | null>(null);
  const [letter, setLetter] = useState<Letter | null>(null);
  const manages = owner !== "bank" && owner.kind === "buyer" && isFIN.value;
  const invites = isFIN.value && descriptionOf(owner).signsIn && row.status === USER.unapproved && canInvite;
  const run = async (write: Promise<unknown>, done: string) => {
    try {
      await write;
      notify.success(done);
      await rereadAfter("company");
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.error(failureMessage(failureText(owner, false), error));
      await rereadAfter("company");
    }
  };
  if (row.status === USER.unsubscribed) return null;
  return (
    <div className={styles.actions}>
      <Button part="acts" onClick={() => onEdit(row.userId)}>
        編集<span className="visually-hidden">：{row.userName}</span>
      </Button>
      {invites && (
        <Button
          part="acts"
          onClick={() =>
            run(
              resendInvitation(owner, row.userId),
              ofMail(
                "パスワード設定の案内を送りました。",
                owner === "bank"
                  ? "案内は、メールを送れるようになるまで届きません。招待状は、管理者が管理画面（/office）で作ります。"
                  : "案内は、メールを送れるようになるまで届きません。招待状を作って、印刷してください。",
              ),
            )
          }
        >
          {row.isInvited ? "案内を再送する" : "承認して案内を送る"}
        </Button>
      )}
      {invites && owner !== "bank" && (
        <Button
          part="acts"
          onClick={() =>
            run(makeLetter(row.userId).then(setLetter), "招待状を作りました。前の案内は使えなくなりました。")
          }
        >
          {row.isInvited ? "招待状を作る" : "承認して招待状を作る"}
        </Button>
      )}
      {letter && <LetterDialog letter={letter} onClose={() => setLetter(null)} />}
      {manages && row.status === USER.enabled && (
        <Button part="acts" onClick={() => setMove(USER.blocked)}>
          停止する
        </Button>
      )}
      {manages && row.status === USER.blocked && (
        <Button part="acts" onClick={() => setMove(USER.enabled)}>
          再開する
        </Button>
      )}
      {manages && (
        <Button part="acts" onClick={() => setMove(USER.unsubscribed)}>
          退会
        </Button>
      )}
      {move !== null && (
        <Dialog
          open
          onClose={() => setMove(null)}
          title={`${row.userName}さんの${MOVES[move].verb}`}
          consequence={MOVES[move].consequence}
          confirm={{
            label: MOVES[move].verb,
            danger: move !== USER.enabled,
            onConfirm: async () => {
              const stored = {
                userId: row.userId,
                version: row.version,
                clientId: row.clientId,
                status: move,
              };
              await run(saveUser(owner, toUserInput(fromUser(row), stored)), MOVES[move].done);
              setMove(null);
            },
          }}
        />
      )}
    </div>
  );
}

function UserForm({
  owner,
  clientId,
  edited,
  onClose,
  invitesCompany,
}: {
  owner: Owner;
  clientId: string;
  edited?: User;
  onClose: () => void;
  invitesCompany: boolean;
}) {
  const client = useQueryClient();
  const word = descriptionOf(owner).person;
  // The version that was on the screen when typing began, even if a newer one is fetched meanwhile.
  const version = useRef(edited?.version);
  const [fresh] = useState(() => ({ ...EMPTY_USER, requestKey: randomKey() }));
  return (
    <SaveForm
      initial={edited ? fromUser(edited) : fresh}
      draft={`user.${clientId || "mine"}.${edited?.userId ?? "new"}`}
      failed={failureText(owner, !edited)}
      submitLabel={edited ? "変更を保存する" : `${word}を登録する`}
      save={(values) =>
        saveUser(owner, toUserInput(values, { userId: edited?.userId, version: version.current, clientId }))
      }
      reload={
        edited &&
        (async () => {
          const all = await client.fetchQuery({
            ...usersQuery(owningCompany(owner), clientId),
            staleTime: 0,
          });
          const latest = all.find((one) => one.userId === edited.userId) ?? edited;
          version.current = latest.version;
          return { values: fromUser(latest), view: describeUser(owner, latest) };
        })
      }
      onDone={() => {
        notify.success(edited ? `${word}の変更を保存しました。` : `${word}を登録しました。`);
        onClose();
        void rereadAfter("company");
      }}
      onCancel={onClose}
      cancelLabel="一覧に戻る"
    >
      {(form) => (
        <>
          <UserFields
            form={form}
            owner={owner}
            invitesCompany={invitesCompany && !edited}
            fixedLogin={descriptionOf(owner).signsIn && edited?.status === USER.enabled}
          />
        </>
      )}
    </SaveForm>
  );
}
