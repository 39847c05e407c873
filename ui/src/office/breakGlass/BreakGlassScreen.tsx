import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { call } from "@/api/client";
import * as limits from "@/api/limits.gen";
import { breakGlassesQuery, breakGlassTargetsQuery } from "@/api/office";
import { office, type Schemas } from "@/api/officeClient";
import { Button } from "@/kit/Button";
import { DescriptionList } from "@/kit/DescriptionList";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import panel from "@/kit/Panel.module.css";
import { RadioGroup } from "@/kit/RadioGroup";
import { Select } from "@/kit/Select";
import { TextArea } from "@/kit/TextArea";
import { formatTime } from "@/lib/dates";
import { useNavigate } from "@/lib/location";
import { useUrlState } from "@/lib/urlstate";
import { DeedDialog } from "../deed";
import { OfficeList, officeLabel, optionsOf, State, useOfficeCodes } from "../list";
import styles from "../office.module.css";
import { officePage } from "../page";
import { WordSearch } from "../WordSearch";
import { STATE_KINDS, useBreakGlassDeeds } from "./breakGlass";

type Target = Schemas["OfficeGlassTarget"];
const DEFAULTS = { word: "", pageNumber: 1 };
/** What a target's own content is, by its `kind`; the kinds after them are what one bank recorded (確認事項). */
const CONTENTS: Readonly<Record<number, string>> = {
  1: "公開された案件の実名の内容、決算の数値、資料",
  2: "双方の企業名、買手の内容、すべてのメッセージと添付ファイル",
};

/**
 * /office/break-glass: past and pending openings of content that is normally not disclosed to the
 * office, and the request for a new one.
 */
function BreakGlassScreen() {
  const { state, set, href } = useUrlState(DEFAULTS);
  const deeds = useBreakGlassDeeds();
  const [requested, setRequested] = useState<Target | null>(null);
  const query = useQuery({
    ...breakGlassesQuery({ pageNumber: state.pageNumber }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <Heading level={1}>緊急閲覧</Heading>
      <p>
        事務局に開示されない内容（実名の内容、メッセージ、ファイル、金融機関の確認事項）を、苦情や事故の調査のために、一件だけ、時間を限って開きます。開いたことは、関係する金融機関にすぐにメールで知らされ、読んだ記録はすべて残ります。
      </p>
      <section className={styles.section}>
        <Heading>対象を照会する</Heading>
        <p>
          金融機関に、案件の番号（L-に続く8文字）か交渉の番号（N-に続く8文字）を確認してください。番号は、届いたメールにあります。
        </p>
        <WordSearch label="案件または交渉の番号" word={state.word} onSearch={(word) => set({ word })} />
        {state.word && <Targets word={state.word} onRequest={setRequested} />}
      </section>
      <section className={styles.section}>
        <Heading>これまでの緊急閲覧</Heading>
        <OfficeList
          query={query}
          page={state.pageNumber}
          href={(pageNumber) => href({ pageNumber })}
          caption="これまでの緊急閲覧"
          rowKey={(row) => row.breakGlassId}
          columns={[
            {
              key: "what",
              header: "対象",
              primary: true,
              cell: (row) => (
                <div>
                  <Link href={`/office/break-glass/${row.breakGlassId}`}>{row.caseNumber}</Link>　
                  {row.kindLabel}
                  <br />
                  <span className={styles.small}>{row.businessName || "（公開前）"}</span>
                </div>
              ),
            },
            {
              key: "state",
              header: "状態",
              cell: (row) => (
                <>
                  <State kind={STATE_KINDS[row.state] ?? "quiet"}>{row.stateLabel}</State>
                  {row.whyNot && (
                    <>
                      <br />
                      <span className={styles.small}>{row.whyNot}</span>
                    </>
                  )}
                </>
              ),
            },
            { key: "ground", header: "理由", cell: (row) => row.groundLabel },
            {
              key: "by",
              header: "申し出・確認",
              cell: (row) => [row.requestedBy, row.confirmedBy].filter(Boolean).join("　／　"),
            },
            { key: "requested", header: "申し出", nowrap: true, cell: (row) => formatTime(row.requested) },
            { key: "readings", header: "閲覧", align: "end", cell: (row) => `${row.readings.length}回` },
          ]}
          actions={(row) => (
            <>
              {row.canRead && (
                <Link href={`/office/break-glass/${row.breakGlassId}`} button="primary">
                  内容へ進む<span className="visually-hidden">：{row.caseNumber}</span>
                </Link>
              )}
              {row.canConfirm && (
                <Button onClick={() => deeds.confirm(row)}>
                  確認する<span className="visually-hidden">：{row.caseNumber}</span>
                </Button>
              )}
              {row.canClose && (
                <Button onClick={() => deeds.close(row)}>
                  {row.opened ? "終了する" : "取り下げる"}
                  <span className="visually-hidden">：{row.caseNumber}</span>
                </Button>
              )}
            </>
          )}
          empty={
            <EmptyState title="緊急閲覧は、まだありません">
              開いた記録は、だれが、なぜ、いつ、何を読んだかとともに、ここに並びます。
            </EmptyState>
          }
        />
      </section>
      {deeds.dialog}
      {requested && (
        <RequestDialog
          target={requested}
          needsSecond={query.data?.needsSecond ?? false}
          onClose={() => setRequested(null)}
        />
      )}
    </>
  );
}

function Targets({ word, onRequest }: { word: string; onRequest: (target: Target) => void }) {
  const query = useQuery(breakGlassTargetsQuery(word));
  const rows = query.data?.targetList;
  if (!rows) return null;
  if (rows.length === 0)
    return (
      <EmptyState title="一致する案件・交渉はありません">
        番号は、全体が一致するものだけが見つかります。入力し直してください。
      </EmptyState>
    );
  const ids = [...new Set(rows.map(({ targetId }) => targetId))];
  return ids.map((id) => {
    const [first, ...others] = rows.filter(({ targetId }) => targetId === id);
    if (!first) return null;
    return (
      <div key={id} className={panel.box}>
        <DescriptionList items={metadata(first)} />
        <div className={styles.actions}>
          <Button kind="primary" onClick={() => onRequest(first)}>
            緊急閲覧を申し出る<span className="visually-hidden">：{first.caseNumber}</span>
          </Button>
          {others.map((target) => (
            <Button key={target.kind} onClick={() => onRequest(target)}>
              {target.kindLabel}の緊急閲覧を申し出る
              <span className="visually-hidden">：{target.caseNumber}</span>
            </Button>
          ))}
        </div>
      </div>
    );
  });
}

/** The facts about a target that the office may know without an opening. */
function metadata(target: Target) {
  const isListing = !target.buyerFinancialName;
  return [
    { term: isListing ? "案件番号" : "交渉番号", value: target.caseNumber },
    { term: "公開された案件名", value: target.businessName || "（公開前）" },
    { term: "状態", value: target.statusLabel },
    { term: "売手側の金融機関", value: target.sellerFinancialName },
    ...(isListing ? [] : [{ term: "買手側の金融機関", value: target.buyerFinancialName }]),
  ];
}

function RequestDialog({
  target,
  needsSecond,
  onClose,
}: {
  target: Target;
  needsSecond: boolean;
  onClose: () => void;
}) {
  const codes = useOfficeCodes();
  const navigate = useNavigate();
  const form = useForm({ defaultValues: { ground: "", reason: "", minutes: "15" } });
  const { errors } = form.formState;
  const isDuties = !(target.kind in CONTENTS);
  const contentText =
    CONTENTS[target.kind] ??
    `${target.kindLabel}（記録した内容と書面、省略の申し出。反社照会、買手調査、特定事業者リスト照会は、済みか未完了かだけ）`;
  return (
    <DeedDialog
      title="緊急閲覧を申し出る"
      label={needsSecond ? "確認を依頼する" : "内容を開く"}
      danger
      wide
      consequence={
        <p>
          {target.caseNumber}の{contentText}が、あなただけに開きます。
          {needsSecond &&
            "事務局のほかの担当者が確認すると開き、そこから時間が始まります。24時間以内に確認されないと失効します。"}
          開いたときに、{isDuties ? "記録した" : "関係する"}
          金融機関のすべての担当者と管理者に、メールで知らされます。取り消すことはできません。
        </p>
      }
      form={form}
      fields={["ground", "reason", "minutes"]}
      send={async ({ ground, reason, minutes }) => {
        const opened = await call(
          office.POST("/api/Office/RequestBreakGlass", {
            body: {
              kind: target.kind,
              targetId: target.targetId,
              ground: Number(ground),
              reason,
              minutes: Number(minutes),
            },
          }),
        );
        navigate(`/office/break-glass/${opened.breakGlassId}`);
      }}
      done={needsSecond ? "ほかの担当者に確認を依頼しました。" : "緊急閲覧を始めました。"}
      failed="緊急閲覧を申し出られませんでした。"
      onClose={onClose}
    >
      <DescriptionList items={[{ term: "開くもの", value: target.kindLabel }, ...metadata(target)]} />
      <Select
        label="理由の区分"
        required
        empty="選択してください"
        help={`${isDuties ? "記録した" : "関係する"}金融機関の履歴に表示されます。`}
        options={optionsOf(codes?.breakGlassGrounds)}
        error={errors.ground?.message}
        {...form.register("ground")}
      />
      <TextArea
        label="理由"
        required
        maxLength={limits.OfficeGlassInput.reason.maxLength}
        help="事務局の記録です。金融機関には表示されません。何のために、何を確かめるのかを書いてください。"
        error={errors.reason?.message}
        {...form.register("reason")}
      />
      <RadioGroup
        label="閲覧できる時間"
        required
        options={(codes?.breakGlassMinutes ?? []).map(({ code }) => ({
          value: code,
          label: officeLabel(codes?.breakGlassMinutes, code),
        }))}
        error={errors.minutes?.message}
        {...form.register("minutes")}
      />
    </DeedDialog>
  );
}

export default officePage(BreakGlassScreen);
