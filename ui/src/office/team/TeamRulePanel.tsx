import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { call } from "@/api/client";
import { teamRuleQuery } from "@/api/office";
import { failureText, office } from "@/api/officeClient";
import type { TeamRule } from "@/api/team";
import { Button } from "@/kit/Button";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { formatTime } from "@/lib/dates";
import { isADM } from "@/session/office";
import { DeedDialog } from "../deed";
import { State } from "../list";
import styles from "../office.module.css";
import { toldText } from "../told";
import { ruleLabel, ruleNote, unattendedText } from "./teamRule";

type Deed = "narrow" | "ask" | "confirm" | "withdraw";

/**
 * Who of an institution may see its deals, and the request that waits for a second person: for the institution's administrator, and,
 * with its id, for the office.
 */
export function TeamRulePanel({ financialId }: { financialId?: string }) {
  const [deed, setDeed] = useState<Deed | null>(null);
  const query = useQuery(teamRuleQuery(financialId));
  const rule = query.data;
  if (query.isError)
    return (
      <div role="alert" className={panel.problem}>
        <p>{failureText(query.error, "案件を見られる人の設定を読み込めませんでした。")}</p>
        <Button onClick={() => query.refetch()}>もう一度読み込む</Button>
      </div>
    );
  if (!rule) return <Skeleton lines={3} />;
  return (
    <section className={panel.section} aria-labelledby="team-rule">
      <Heading level={2} id="team-rule">
        案件を見られる人：{ruleLabel(rule)}
      </Heading>
      <p>{ruleNote(rule)}</p>
      {!isADM.value && <Unattended rule={rule} />}
      {rule.asked ? (
        <div className={panel.warning}>
          <p>
            <State kind="waiting">確認待ち</State>　{rule.asked.userName}さんが、
            {formatTime(rule.asked.asked)}
            に、「全員」にすることを申し出ています。二人目が確認するまで、「チームのみ」のままです。
          </p>
          {rule.asked.whyNot && <p>{rule.asked.whyNot}</p>}
        </div>
      ) : null}
      {(rule.asked || !isADM.value) && (
        <div className={styles.actions}>
          {rule.asked ? (
            <>
              {rule.asked.mayConfirm && (
                <Button kind="primary" onClick={() => setDeed("confirm")}>
                  確認して「全員」にする
                </Button>
              )}
              <Button onClick={() => setDeed("withdraw")}>
                {isADM.value ? "申し出を認めない" : "申し出を取り下げる"}
              </Button>
            </>
          ) : (
            <Button onClick={() => setDeed(rule.isTeamOnly ? "ask" : "narrow")}>
              {rule.isTeamOnly ? "「全員」にすることを申し出る" : "「チームのみ」にする"}
            </Button>
          )}
        </div>
      )}
      {deed && <RuleDialog deed={deed} rule={rule} financialId={financialId} onClose={() => setDeed(null)} />}
    </section>
  );
}

/** What nobody is in charge of, with the way to it. */
function Unattended({ rule }: { rule: TeamRule }) {
  const text = unattendedText(rule);
  if (!text) return null;
  return (
    <div className={panel.warning}>
      <p>{text}</p>
      <p>
        <Link href="/office/teams?none=1">担当者のいない企業を見て、担当者を決める</Link>
      </p>
      <p>
        <Link href="/office/charges">担当の状況（担当者のいない案件と交渉）</Link>
      </p>
    </div>
  );
}

function RuleDialog({
  deed,
  rule,
  financialId,
  onClose,
}: {
  deed: Deed;
  rule: TeamRule;
  financialId?: string;
  onClose: () => void;
}) {
  const form = useForm();
  const decided = { financialId, asked: rule.asked?.asked ?? "" };
  const everybody = toldText("この金融機関のM&Aの利用者と、すべての管理者");
  const deciders = toldText("この金融機関の管理者（ほかに確認できる管理者がいないときは、事務局にも）");
  const { title, label, text, danger, send, done } = {
    narrow: {
      title: "案件を見られる人を「チームのみ」にする",
      label: "「チームのみ」にする",
      text: `利用者は、自分がチームにいない企業・売却案件・交渉を、次の操作から見られなくなります。一覧、件数、検索、メールにも現れません。「全員」に戻すには、二人目（ほかの管理者、いなければ事務局）の確認が必要です。${everybody}`,
      danger: true,
      send: () => call(office.POST("/api/Office/ChangeTeamRule", { body: { isTeamOnly: true } })),
      done: "案件を見られる人を「チームのみ」にしました。",
    },
    ask: {
      title: "案件を見られる人を「全員」にすることを申し出る",
      label: "申し出る",
      text: `二人目が確認すると、M&Aを扱う利用者の全員が、この金融機関のすべての案件を見られるようになります。それまでは「チームのみ」のままです。${deciders}`,
      danger: false,
      send: () => call(office.POST("/api/Office/ChangeTeamRule", { body: { isTeamOnly: false } })),
      done: "「全員」にすることを申し出ました。二人目の確認を待っています。",
    },
    confirm: {
      title: "案件を見られる人を「全員」にする",
      label: "「全員」にする",
      text: `申し出た${rule.asked?.userName ?? ""}さんに、電話などで確かめてから、確認してください。すぐに、M&Aを扱う利用者の全員が、この金融機関のすべての案件を見られるようになります。${everybody}`,
      danger: true,
      send: () => call(office.POST("/api/Office/ConfirmTeamRule", { body: decided })),
      done: "案件を見られる人を「全員」にしました。",
    },
    withdraw: {
      title: isADM.value ? "「全員」にする申し出を認めない" : "「全員」にする申し出を取り下げる",
      label: isADM.value ? "認めない" : "取り下げる",
      text: `案件を見られる人は、「チームのみ」のままです。${deciders}`,
      danger: false,
      send: () => call(office.POST("/api/Office/WithdrawTeamRule", { body: decided })),
      done: isADM.value ? "申し出を認めませんでした。" : "申し出を取り下げました。",
    },
  }[deed];
  return (
    <DeedDialog
      title={title}
      label={label}
      danger={danger}
      consequence={
        <>
          <p>{text}</p>
          {deed === "narrow" && unattendedText(rule) && <p>{unattendedText(rule)}</p>}
          <p>監査ログに残ります。</p>
        </>
      }
      form={form}
      send={send}
      done={done}
      failed="案件を見られる人を変更できませんでした。"
      onClose={onClose}
    />
  );
}
