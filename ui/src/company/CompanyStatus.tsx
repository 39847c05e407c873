import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { invitationQuery, registrationReviewQuery } from "@/api/company";
import { ApiError, failureMessage } from "@/api/errors";
import * as limits from "@/api/limits.gen";
import { ofMail } from "@/api/network";
import { rereadAfter } from "@/api/reread";
import { Button } from "@/kit/Button";
import { Dialog } from "@/kit/Dialog";
import { notify } from "@/kit/notify";
import { TextArea } from "@/kit/TextArea";
import { formatDate, formatRemaining } from "@/lib/dates";
import { type Letter, LetterDialog } from "@/signin/LetterDialog";
import { changeStatus, makeRegistrationLetter, resendRegistration } from "./calls";
import styles from "./company.module.css";
import type { Kind } from "./kinds";
import { COMPANY, type CompanyOverview } from "./types";

/** The status changes of a company that its bank makes (domain.md 6), with their labels. */
const MOVES = {
  approve: {
    verb: "登録を承認する",
    done: "登録を承認しました。",
    consequence:
      "この買手は公開され、業種・都道府県・売上規模・M&Aの経験・ニーズが、他の金融機関に匿名で表示されます。買手の利用者はログインできるようになります。",
  },
  return: {
    verb: "差戻す",
    done: "差戻しました。",
    consequence:
      "買手の担当者に、内容を直すための案内を送ります。メールを送れないときは、差戻したあとで、登録の招待状を作ってください。",
  },
  disable: {
    verb: "無効にする",
    done: "無効にしました。",
    consequence: "検索に表示されなくなり、内容の変更もできなくなります。あとで有効に戻せます。",
    /** Differs for a buyer, whose users are signed in. */
    buyer: [
      "この買手の利用者は、すぐに操作もログインもできなくなります。送ったリンクと、送信前のメールも使えなくなります。",
      "ニーズは検索・ロングリスト・おすすめから消え、「興味あり」は取り消され、確認待ちのオファーは見送りになります。",
      "進行中の交渉があるときは、先に交渉を終了してください。",
      "あとで有効に戻すと、利用者はあらためてログインできます。取り消された興味とオファーは戻りません。",
    ],
  },
  enable: { verb: "有効に戻す", done: "有効に戻しました。", consequence: "もう一度使えるようになります。" },
} as const;

type Event = keyof typeof MOVES;

/**
 * What the company's status requires of its bank, with the buttons for it. Without onDetails it is
 * the end of the page, where an enabled company can be disabled.
 */
export function CompanyStatus({
  kind,
  data,
  onDetails,
}: {
  kind: Kind;
  data: CompanyOverview;
  onDetails?: () => void;
}) {
  const [event, setEvent] = useState<Event | null>(null);
  const [comment, setComment] = useState("");
  const [letter, setLetter] = useState<Letter | null>(null);
  const run = async (write: Promise<unknown>, done: string) => {
    try {
      await write;
      notify.success(done);
      setEvent(null);
      setComment("");
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.error(
        failureMessage(kind.failed.update, error) + error.errors.map((one) => one.detail).join(""),
      );
    }
    await rereadAfter("company");
  };
  // Approval and return send the version of the registration that is on the screen.
  const registration = useQuery({
    ...registrationReviewQuery(data.companyId),
    enabled: data.status === COMPANY.notApproved,
  }).data;
  const isInvited = kind.kind === "buyer" && data.status === COMPANY.notCreated;
  const invitation = useQuery({ ...invitationQuery(data.companyId), enabled: isInvited }).data?.text;
  const notice = onDetails && statusNotice(kind, data);
  const writeLetter = (
    <Button
      part="acts"
      kind={ofMail("secondary", "primary")}
      onClick={() =>
        run(
          makeRegistrationLetter(data.companyId).then(setLetter),
          "登録の招待状を作りました。前の案内は使えなくなりました。",
        )
      }
    >
      登録の招待状を作る
    </Button>
  );
  const move = event && MOVES[event];
  const details = (
    <Button part="acts" kind="primary" onClick={onDetails}>
      詳細を登録する
    </Button>
  );
  return (
    <>
      {notice && (
        <div className={styles.notice} data-kind="waiting">
          <p>{notice}</p>
          {isInvited && invitation && <p>案内の状態：{invitation}</p>}
          <div className={styles.actions}>
            {data.status === COMPANY.notApproved && (
              <>
                <Button part="acts" kind="primary" onClick={() => setEvent("approve")}>
                  登録を承認する
                </Button>
                <Button part="acts" onClick={() => setEvent("return")}>
                  差戻す
                </Button>
              </>
            )}
            {data.status === COMPANY.notCreated && (
              <>
                <Button
                  part="acts"
                  kind={ofMail("primary", "secondary")}
                  onClick={() =>
                    run(
                      resendRegistration(data.companyId),
                      ofMail(
                        "登録の案内を再送しました。前のリンクは使えなくなりました。",
                        "登録の案内は、メールを送れるようになるまで届きません。「登録の招待状を作る」を押して、印刷してください。",
                      ),
                    )
                  }
                >
                  登録の案内を再送する
                </Button>
                {writeLetter}
                <Button part="acts" onClick={onDetails}>
                  こちらで詳細を登録する
                </Button>
              </>
            )}
            {data.status === COMPANY.noData && data.trialEnd && writeLetter}
            {data.status === COMPANY.noData && data.trialEnd && (
              <Button
                part="acts"
                onClick={() =>
                  run(
                    resendRegistration(data.companyId),
                    ofMail(
                      "本登録の案内を送りました。お試しは、承認するまで続きます。",
                      "本登録の案内は、メールを送れるようになるまで届きません。「登録の招待状を作る」を押して、印刷してください。お試しは続きます。",
                    ),
                  )
                }
              >
                本登録を案内する
              </Button>
            )}
            {data.status === COMPANY.noData && details}
            {data.status === COMPANY.disabled && (
              <Button part="acts" onClick={() => setEvent("enable")}>
                有効に戻す
              </Button>
            )}
          </div>
        </div>
      )}
      {letter && <LetterDialog letter={letter} invites="company" onClose={() => setLetter(null)} />}
      {!onDetails && data.status === COMPANY.enabled && (
        <div className={styles.actions}>
          <Button part="acts" kind="quiet" onClick={() => setEvent("disable")}>
            この{kind.name}を無効にする
          </Button>
        </div>
      )}
      {event && move && (
        <Dialog
          open
          onClose={() => setEvent(null)}
          title={`${data.displayName}：${move.verb}`}
          consequence={
            event === "disable" && kind.kind === "buyer" ? (
              <ul>
                {MOVES.disable.buyer.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            ) : (
              move.consequence
            )
          }
          confirm={{
            label: move.verb,
            danger: event === "disable",
            onConfirm: () =>
              run(
                changeStatus(kind, {
                  companyId: data.companyId,
                  expectedStatus: data.status,
                  event,
                  comment,
                  registrationId:
                    registration && registration.decision === "" ? registration.registrationId : undefined,
                }),
                move.done,
              ),
          }}
        >
          {event === "return" && (
            <TextArea
              label="差戻しの理由"
              required
              rows={4}
              maxLength={limits.CompanyStatusInput.comment.maxLength}
              help="買手の登録画面に表示されます。"
              value={comment}
              onChange={(change) => setComment(change.target.value)}
            />
          )}
        </Dialog>
      )}
    </>
  );
}

function statusNotice(kind: Kind, data: CompanyOverview): string | null {
  switch (data.status) {
    case COMPANY.notApproved:
      return "買手が登録を申し込みました。上の「買手が申し込んだ内容」を確認して、承認するか、理由を添えて差戻してください。";
    case COMPANY.notCreated:
      return data.returnComment
        ? `差戻し中です。買手が内容を直して、もう一度申し込むのを待っています。（理由：${data.returnComment}）`
        : "買手の登録を待っています。メールで案内するか、招待状を渡してください。";
    case COMPANY.noData:
      if (data.isTrialOver)
        return "お試しの期間が終わり、利用者はログインできなくなりました。詳細を登録するか、買手に本登録を案内してください。本登録が済むと、もう一度ログインできます。";
      if (data.isTrial)
        return data.trialEnd
          ? `お試し中です（${formatDate(data.trialEnd)}まで、${formatRemaining(data.trialEnd)}）。案件は匿名の内容だけが見られ、` +
              "興味の登録や交渉はできません。詳細を登録するか、買手に本登録を案内すると、本登録になります。"
          : "お試しの買手です。利用者を登録すると、お試しが始まります。";
      return kind.kind === "buyer"
        ? "詳細がまだ登録されていないため、公開されていません。詳細を登録すると公開されます。"
        : "詳細がまだ登録されていません。売却案件を登録する前に、詳細を登録してください。";
    case COMPANY.disabled:
      return kind.kind === "buyer"
        ? "この買手は無効になっています。検索には表示されず、利用者はログインできません。"
        : "この企業は無効になっています。検索には表示されません。";
  }
  return null;
}
