import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { ApiError, failureMessage } from "@/api/errors";
import { memorandumQuery } from "@/api/issued";
import { pageFetch } from "@/api/query";
import { rereadAfter } from "@/api/reread";
import { Button } from "@/kit/Button";
import { ErrorSummary } from "@/kit/ErrorSummary";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { Tabs } from "@/kit/Tabs";
import { formatTime } from "@/lib/dates";
import { useLeaveGuard } from "@/lib/leave";
import { useScreenTitle } from "@/lib/title";
import { useUrlState } from "@/lib/urlstate";
import { FAILED_OWN } from "@/messages";
import type { ScreenProps } from "@/screen";
import { saveMemorandum } from "./calls";
import styles from "./Memorandum.module.css";
import { MemorandumForm } from "./MemorandumForm";
import { PapersPanel } from "./PapersPanel";
import { Preview } from "./Preview";
import { contentOf, filled, type Memorandum, type Values, valuesOf } from "./values";

const DEFAULTS = { tab: "edit", level: "3" };

/** The seller's bank's desk for 企業概要書 of a listing (papers.md 2). */
export default function MemorandumScreen({ params }: ScreenProps) {
  const id = params.id ?? "";
  const { data } = useQuery({ ...memorandumQuery(id), ...pageFetch });
  useScreenTitle(data && `企業概要書：${data.businessName}`);
  return (
    <>
      <Heading level={1}>企業概要書</Heading>
      {data ? <Desk memorandum={data} /> : <Skeleton rows={10} />}
    </>
  );
}

/** The form stays as it is when somebody else saves meanwhile. */
function Desk({ memorandum }: { memorandum: Memorandum }) {
  const { sellerBusinessId, levelList } = memorandum;
  const { state, set } = useUrlState(DEFAULTS);
  // The revision on which this form stands; after a conflict the newer one, once the user has been told.
  const [seen, setSeen] = useState(memorandum.revision);
  const [problems, setProblems] = useState<string[]>([]);
  const [attempt, setAttempt] = useState(0);
  const form = useForm<Values>({ shouldFocusError: false, defaultValues: valuesOf(memorandum.content) });
  const { isDirty, isSubmitting } = form.formState;
  useLeaveGuard(isDirty);
  const isNewer = memorandum.revision !== seen;
  const refuse = (details: string[]) => {
    setProblems(details);
    setAttempt((before) => before + 1);
  };
  const save = form.handleSubmit(async (values) => {
    try {
      const saved = await saveMemorandum(sellerBusinessId, seen, contentOf(values));
      setProblems([]);
      setSeen(saved.revision);
      form.reset(valuesOf(saved.content));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const named = error.status === 422 ? error.errors.map(({ detail }) => detail) : [];
      refuse(named.length > 0 ? named : [failureMessage(FAILED_OWN.memorandumSave, error)]);
      if (error.status === 409) await rereadAfter("memorandum");
      return;
    }
    await rereadAfter("memorandum");
    notify.success("企業概要書を保存しました。");
  });
  const fill = () => {
    const { values, count } = filled(form.getValues(), memorandum.prefill);
    if (count === 0) {
      notify.success("取り込めるものはありません。書いてある章は、そのままです。");
      return;
    }
    form.reset(values, { keepDefaultValues: true });
    notify.success(`${count}か所に、登録されている内容を取り込みました。確かめてから保存してください。`);
  };
  const level = levelList.some((one) => String(one.level) === state.level) ? Number(state.level) : 3;
  const newer = memorandum.givenList.filter((one) => one.isNewer);
  return (
    <div className={styles.head}>
      <p>
        <Link href={`/seller-company-manage/seller-business/${sellerBusinessId}?tab=papers`}>
          {memorandum.businessName || "売却案件"}
        </Link>
        {"　"}
        {memorandum.revision === 0
          ? "まだ保存していません。"
          : `${formatTime(memorandum.modified ?? "")}に保存${memorandum.userName && `（${memorandum.userName}）`}`}
      </p>
      <p className={panel.note}>
        資料として渡すまで、見られるのは自機関の担当者だけです。章ごとに、どの段階の買手から見えるかを選びます。
      </p>
      {newer.length > 0 && (
        <p className={panel.warning}>
          <strong>渡した版より新しい内容があります。</strong>
          {`「${newer.map(({ title }) => title).join("」「")}」は、渡した時のままです。「書面にする」から渡し直せます。`}
        </p>
      )}
      {isNewer && (
        <div className={panel.warning} role="alert">
          <p>
            <strong>ほかの担当者が、先に保存しました。</strong>
            入力した内容は残っています。「買手の見え方」で新しい内容を確かめ、必要なところを書き写してから、どちらかを選んでください。
          </p>
          <div className={styles.acts}>
            <Button
              onClick={() => {
                setSeen(memorandum.revision);
                setProblems([]);
              }}
            >
              この画面の内容で保存できるようにする
            </Button>
            <Button
              onClick={() => {
                setSeen(memorandum.revision);
                setProblems([]);
                form.reset(valuesOf(memorandum.content));
              }}
            >
              入力を捨てて、新しい内容を開く
            </Button>
          </div>
        </div>
      )}
      <Tabs
        label="企業概要書"
        selected={state.tab}
        onSelect={(tab) => set({ tab })}
        items={[
          {
            key: "edit",
            label: "書く",
            content: (
              <MemorandumForm
                form={form}
                memorandum={memorandum}
                onSubmit={save}
                onFill={fill}
                summary={
                  <ErrorSummary
                    errors={problems.map((message) => ({ name: "", message }))}
                    attempt={attempt}
                  />
                }
                actions={
                  <Button
                    type="submit"
                    kind="primary"
                    part="acts"
                    busy={isSubmitting}
                    disabledReason={
                      isNewer ? "先に、上の案内のとおり、どちらの内容にするかを選んでください。" : undefined
                    }
                  >
                    保存する
                  </Button>
                }
              />
            ),
          },
          {
            key: "preview",
            label: "買手の見え方",
            content: (
              <Preview
                memorandum={memorandum}
                level={level}
                onLevel={(next) => set({ level: String(next) })}
                isDirty={isDirty}
              />
            ),
          },
          {
            key: "papers",
            label: "書面にする",
            content: (
              <PapersPanel
                memorandum={memorandum}
                level={level}
                onLevel={(next) => set({ level: String(next) })}
                isDirty={isDirty}
              />
            ),
          },
        ]}
      />
    </div>
  );
}
