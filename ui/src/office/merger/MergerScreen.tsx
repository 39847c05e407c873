import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { call } from "@/api/client";
import * as limits from "@/api/limits.gen";
import { mergerQuery } from "@/api/office";
import { office, type Schemas } from "@/api/officeClient";
import { pageFetch } from "@/api/query";
import { Button } from "@/kit/Button";
import { DescriptionList } from "@/kit/DescriptionList";
import { Heading } from "@/kit/Heading";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { TextArea } from "@/kit/TextArea";
import { formatDate, formatTime } from "@/lib/dates";
import { useScreenTitle } from "@/lib/title";
import type { ScreenProps } from "@/screen";
import { isADM } from "@/session/office";
import { DeedDialog } from "../deed";
import { Figures } from "../Figures";
import { State } from "../list";
import styles from "../office.module.css";
import { officePage } from "../page";
import { toldText } from "../told";
import { ABSORBED, confirmText, isLate, STATE_KINDS } from "./merger";

type Merger = Schemas["OfficeMergerDetail"];
type Side = Schemas["OfficeMergerSide"];

/** /office/mergers/:id: one merger, what it does to the reader's side, and the confirmations. */
function MergerScreen({ params }: ScreenProps) {
  const [confirmed, setConfirmed] = useState<Side | null>(null);
  const [withdrawing, setWithdrawing] = useState(false);
  const { data } = useQuery({ ...mergerQuery(params.id ?? ""), ...pageFetch });
  const title = data?.sides.map((side) => side.financialName).join(" → ");
  useScreenTitle(title);
  if (!data)
    return (
      <>
        <Heading level={1}>金融機関の合併</Heading>
        <Skeleton lines={8} />
      </>
    );
  return (
    <>
      <Heading level={1}>{title}の合併</Heading>
      <DescriptionList
        items={[
          {
            term: "状態",
            value: <State kind={STATE_KINDS[data.state] ?? "quiet"}>{data.stateLabel}</State>,
          },
          { term: "合併日", value: formatDate(data.date) },
          ...(isLate(data)
            ? [
                {
                  term: "行う時期",
                  value: `早くて${formatDate(data.planned)}の午前1時すぎ（双方の確認がそろってから24時間は行いません）`,
                },
              ]
            : []),
          { term: "合併の内容", value: <span className={styles.prose}>{data.reason}</span> },
          { term: "提案", value: `${data.proposedBy}（${formatTime(data.proposed)}）` },
          { term: "顧客番号の先頭に付ける印", value: data.mark },
          ...(data.done ? [{ term: "完了", value: formatTime(data.done) }] : []),
          ...(data.backup ? [{ term: "直前のバックアップ", value: data.backup }] : []),
          ...(data.withdrawn
            ? [{ term: "取下げ", value: `${formatTime(data.withdrawn)}　${data.withdrawnReason}` }]
            : []),
        ]}
      />
      {data.previews.map((preview) => (
        <Preview key={preview.side} preview={preview} mark={data.mark} />
      ))}
      <section className={styles.section}>
        <Heading>双方の確認</Heading>
        {data.sides.map((side) => (
          <div key={side.side} className={panel.box}>
            <Heading level={3}>
              {side.financialName}（{side.side === ABSORBED ? "なくなる側" : "引き継ぐ側"}）
            </Heading>
            <p>
              <State kind={side.isConfirmed ? "done" : data.withdrawn ? "quiet" : "waiting"}>
                {side.isConfirmed ? "確認済み" : data.withdrawn ? "確認していません" : "確認待ち"}
              </State>
            </p>
            {(side.isConfirmed || !data.withdrawn) && <p>{confirmText(side)}</p>}
            {side.whyNot && (side.isByOffice || !isADM.value) && (
              <p className={styles.small}>{side.whyNot}</p>
            )}
            {side.canConfirm && (
              <div className={styles.actions}>
                <Button kind="primary" onClick={() => setConfirmed(side)}>
                  この合併を確認する<span className="visually-hidden">：{side.financialName}</span>
                </Button>
              </div>
            )}
          </div>
        ))}
        {data.state === 2 && <When merger={data} />}
      </section>
      {data.moved.length > 0 && (
        <section className={styles.section}>
          <Heading>移ったもの</Heading>
          <Figures figures={data.moved} />
        </section>
      )}
      {data.canWithdraw && (
        <div className={styles.actions}>
          <Button onClick={() => setWithdrawing(true)}>合併を取り下げる</Button>
        </div>
      )}
      {confirmed && <ConfirmDialog merger={data} side={confirmed} onClose={() => setConfirmed(null)} />}
      {withdrawing && <WithdrawDialog merger={data} onClose={() => setWithdrawing(false)} />}
    </>
  );
}

/** When a merger that both sides have confirmed is done. */
function When({ merger }: { merger: Merger }) {
  return (
    <div className={panel.box}>
      <p>
        双方の確認がそろいました。
        <strong>{formatDate(merger.planned)}の午前1時すぎに、自動で行います。</strong>
      </p>
      {isLate(merger) && (
        <p>確認がそろってから24時間は行わないため、合併日（{formatDate(merger.date)}）より後になります。</p>
      )}
      <p>その前であれば、取り下げることができます。</p>
      {isADM.value && (
        <p>
          {formatTime(merger.earliest)}
          からは、「定期処理」の「金融機関の合併」から、すぐに行うこともできます。行う間（大きな金融機関では数分）は、ほかの方の登録や送信が待たされるため、業務時間の外に行ってください。バックアップを作れないときは合併せず、1時間後にもう一度試します。
        </p>
      )}
    </div>
  );
}

/** What a merger does to one side, in counts of its own records. */
function Preview({ preview, mark }: { preview: Schemas["OfficeMergerPreview"]; mark: string }) {
  const moves = preview.side === ABSORBED;
  return (
    <section className={styles.section}>
      <Heading>
        {preview.financialName}の{moves ? "移るもの" : "いまの記録"}
      </Heading>
      <p>
        {moves
          ? "合併日に、次のものがすべて、引き継ぐ金融機関のものになります。"
          : "次のものは、そのまま残ります。相手方から移るものの件数は、合併が終わるまで表示されません。"}
      </p>
      <Figures figures={preview.counts} />
      <ul className={styles.points}>
        {preview.unshownCount > 0 && (
          <li>
            <strong>{preview.unshownCount}件の案件は、公開が止まります。</strong>
            「自機関限定」か、相手方の金融機関を公開先から除いている案件です。そのままでは、売手が承認した範囲より広く公開されるためです。進行中の交渉は続きます。合併のあとで、売手の承認を得て、もう一度公開してください。
          </li>
        )}
        {preview.bothCount > 0 && (
          <li>
            双方の間で進行中の交渉が{preview.bothCount}
            件あります。合併のあとは、同じ金融機関の中の交渉として、実名交渉の承認などに二人目の担当者の確認が必要になります。
          </li>
        )}
        {moves && preview.numberCount > 0 && (
          <li>
            {preview.numberCount}件の顧客番号の先頭に「{mark}」が付きます。
            {preview.longCount > 0 &&
              `${preview.longCount}件は、40文字を超えるため、いまの番号のまま残ります。`}
          </li>
        )}
        {moves && (
          <>
            <li>ロングリストの名前の後ろに「（旧…）」が付きます。</li>
            <li>
              担当者と管理者は、一度ログアウトされ、これまでのログインIDとパスワードで、引き継ぐ金融機関の利用者としてログインします。買手企業の利用者は、そのまま使い続けられます。
            </li>
          </>
        )}
        <li>
          ほかの金融機関が、どちらか一方を公開先から除いている案件は、合併のあとも表示されません。公開するかどうかは、その案件の担当金融機関が決めます。
        </li>
        <li>監査ログ、開示台帳、過去のメッセージには、合併の前の金融機関の名前が残ります。</li>
      </ul>
    </section>
  );
}

function ConfirmDialog({ merger, side, onClose }: { merger: Merger; side: Side; onClose: () => void }) {
  const form = useForm();
  const [absorbed, surviving] = merger.sides.map((s) => s.financialName);
  return (
    <DeedDialog
      title={`${side.financialName}として、合併を確認する`}
      label="確認する"
      danger
      wide
      consequence={
        <>
          <p>
            {formatDate(merger.planned)}
            {isLate(merger) && "以降"}に、{absorbed}が{surviving}に合併され、{absorbed}の記録と利用者がすべて
            {surviving}に移ります。
            <strong>合併は取り消せません。</strong>
          </p>
          <p>
            双方の確認がそろうと、合併することが決まります。
            {toldText("双方のすべての担当者と管理者")}
            それから24時間は合併を行わず、合併が終わるまでは、取り下げることができます。
          </p>
          {isLate(merger) && (
            <p>
              いま確認がそろっても24時間は行わないため、合併日（{formatDate(merger.date)}）より後の
              {formatDate(merger.planned)}の午前1時すぎになります。
            </p>
          )}
        </>
      }
      form={form}
      send={() =>
        call(
          office.POST("/api/Office/ConfirmMerger", {
            body: { mergerId: merger.mergerId, version: merger.version, side: side.side },
          }),
        )
      }
      done="合併を確認しました。"
      failed="合併を確認できませんでした。"
      onClose={onClose}
    />
  );
}

function WithdrawDialog({ merger, onClose }: { merger: Merger; onClose: () => void }) {
  const form = useForm({ defaultValues: { reason: "" } });
  return (
    <DeedDialog
      title="合併を取り下げる"
      label="取り下げる"
      consequence={`何も変わらずに終わります。${toldText("これまでに知らせた方")}`}
      form={form}
      fields={["reason"]}
      send={({ reason }) =>
        call(
          office.POST("/api/Office/WithdrawMerger", {
            body: { mergerId: merger.mergerId, version: merger.version, reason },
          }),
        )
      }
      done="合併を取り下げました。"
      failed="合併を取り下げられませんでした。"
      onClose={onClose}
    >
      <TextArea
        label="取り下げる理由"
        required
        maxLength={limits.OfficeMergerWithdrawal.reason.maxLength}
        help="双方の管理者に表示され、監査ログに残ります。"
        error={form.formState.errors.reason?.message}
        {...form.register("reason")}
      />
    </DeedDialog>
  );
}

export default officePage(MergerScreen, {
  fad: true,
  crumbs: [{ label: "金融機関の合併", href: "/office/mergers" }],
});
