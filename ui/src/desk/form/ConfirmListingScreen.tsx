import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, call } from "@/api/client";
import { ApiError, failureMessage } from "@/api/errors";
import { anonymityQuery, listingDetailsQuery, listingOverviewQuery } from "@/api/listing";
import { rereadAfter } from "@/api/reread";
import { Button } from "@/kit/Button";
import { EmptyState } from "@/kit/EmptyState";
import { FormActions } from "@/kit/Form";
import { FormSteps } from "@/kit/FormSteps";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { useLeaveGuard } from "@/lib/leave";
import { useNavigate } from "@/lib/location";
import { useUrlState } from "@/lib/urlstate";
import { FAILED } from "@/messages";
import { Waiting } from "@/search/Waiting";
import { user } from "@/session/session";
import { formAddress } from "../addresses";
import { type Masters, useMasters } from "../masters";
import { useNames } from "../names";
import { missingOf } from "../rules";
import { publicViewOf } from "../shown";
import { BuyerView } from "../tab/BuyerView";
import { anonymityInput, openHits } from "./anonymity";
import { ConflictPanel } from "./ConflictPanel";
import styles from "./Form.module.css";
import { ALL_STEPS, type Step, stepOf } from "./fields";
import { clearHandover, draftName, readHandover, saveHandover } from "./handover";
import { DETAILS_SERVER_NAMES, detailsInput, overviewInput, SERVER_NAMES } from "./inputs";
import { keepJustifications } from "./justifications";
import { ListingFields } from "./ListingFields";
import { valuesOf } from "./storedValues";
import type { ListingValues } from "./values";

const DEFAULTS = { companyId: "", sellerBusinessId: "" };

/** Shows every value as it will be stored, and what others will see of it; then saves it. */
export default function ConfirmListingScreen() {
  const { state } = useUrlState(DEFAULTS);
  const masters = useMasters();
  const userId = user.value?.userId ?? "";
  const [found] = useState(() => readHandover(draftName(state.sellerBusinessId, state.companyId), userId));
  if (!found)
    return (
      <>
        <Heading level={1}>売却案件の確認</Heading>
        <EmptyState
          title="確認する入力がありません"
          action={
            <Link
              button="primary"
              href={
                state.sellerBusinessId || state.companyId
                  ? formAddress(state.sellerBusinessId, state.companyId, "overview")
                  : "/seller-company-manage"
              }
            >
              入力画面へ
            </Link>
          }
        >
          入力した内容は、すでに登録されたか、別の端末で入力されています。入力画面から、もう一度お進みください。
        </EmptyState>
      </>
    );
  if (!masters)
    return (
      <>
        <Heading level={1}>売却案件の確認</Heading>
        <Waiting lines={8} />
      </>
    );
  return (
    <Confirmation masters={masters} initialValues={found.values} initialBase={found.base} userId={userId} />
  );
}

function Confirmation({
  masters,
  initialValues,
  initialBase,
  userId,
}: {
  masters: Masters;
  initialValues: ListingValues;
  initialBase: ListingValues | null;
  userId: string;
}) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [values, setValues] = useState(initialValues);
  const [base, setBase] = useState(initialBase);
  const [latest, setLatest] = useState<ListingValues | null>(null);
  /** The overview is stored already, the details were refused. */
  const [overviewDone, setOverviewDone] = useState(false);
  const [refused, setRefused] = useState("");
  const release = useLeaveGuard(true);
  const names = useNames(values);
  const isEdit = values.sellerBusinessId !== "" && !overviewDone;
  const missing = missingOf(values, masters);
  const check = useQuery({ ...anonymityQuery(anonymityInput(values, masters.regions)), throwOnError: false });
  const open = openHits(check.data?.report.hits ?? [], values.justifications);

  const form = () => draftName(values.sellerBusinessId, values.companyId);
  /** Goes back to the form with its values; `typed` replaces them while the state is not up to date. */
  const backTo = (step: Step, errors: { name: string; message: string }[] = [], typed = values) => {
    saveHandover(draftName(typed.sellerBusinessId, typed.companyId), userId, { values: typed, base, errors });
    release();
    navigate(formAddress(typed.sellerBusinessId, typed.companyId, step));
  };

  /** Stores the values under the id that the listing has now. */
  const storeValues = (next: ListingValues) => {
    if (next.sellerBusinessId !== values.sellerBusinessId) {
      clearHandover(form(), userId);
      history.replaceState(
        history.state,
        "",
        `/seller-business/confirm?${new URLSearchParams({ sellerBusinessId: next.sellerBusinessId, companyId: next.companyId })}`,
      );
    }
    setValues(next);
    saveHandover(draftName(next.sellerBusinessId, next.companyId), userId, {
      values: next,
      base,
      errors: [],
    });
  };

  const fail = (message: string, error: unknown, names: typeof SERVER_NAMES, typed: ListingValues) => {
    notify.error(failureMessage(message, error));
    if (!(error instanceof ApiError)) throw error;
    setRefused(error.code === "stale" ? "stale" : "");
    if (error.errors.length === 0) return;
    const errors = error.errors.map(({ field, detail }) => ({
      name: names[field] ?? field,
      message: detail,
    }));
    backTo(stepOf(errors[0]?.name ?? ""), errors, typed);
  };

  const save = async () => {
    setRefused("");
    let next = values;
    if (!overviewDone) {
      try {
        const saved = await call(
          api.POST("/api/SellerBusiness/CreateUpdateSellerBusinessOverviewAsync", {
            body: overviewInput(values, masters.regions),
          }),
        );
        next = { ...values, sellerBusinessId: saved.sellerBusinessId, version: saved.version };
        storeValues(next);
        setOverviewDone(true);
      } catch (error) {
        fail(FAILED.listingOverviewSave, error, SERVER_NAMES, values);
        return;
      }
    }
    try {
      await call(
        api.POST("/api/SellerBusiness/CreateUpdateSellerBusinessDetailsAsync", {
          body: detailsInput(next, { sellerBusinessId: next.sellerBusinessId, version: next.version }),
        }),
      );
    } catch (error) {
      fail(FAILED.listingDetailsSave, error, DETAILS_SERVER_NAMES, next);
      return;
    }
    keepJustifications(next.sellerBusinessId, userId, next.justifications);
    clearHandover(draftName(next.sellerBusinessId, next.companyId), userId);
    release();
    await rereadAfter("listing");
    notify.success(isEdit ? "売却案件を更新しました。" : "売却案件を登録しました。");
    navigate(`/seller-company-manage/seller-business/${next.sellerBusinessId}`, { replace: true });
  };

  const loadLatest = async () => {
    const id = values.sellerBusinessId;
    const [overview, details] = await Promise.all([
      client.fetchQuery({ ...listingOverviewQuery({ sellerBusinessId: id }), staleTime: 0 }),
      client.fetchQuery({ ...listingDetailsQuery({ sellerBusinessId: id }), staleTime: 0 }),
    ]).catch((error) => {
      notify.error(failureMessage("最新の内容を取得できませんでした。", error));
      return [null, null] as const;
    });
    if (overview) setLatest(valuesOf(overview, details));
  };

  return (
    <>
      <Heading level={1}>売却案件の確認</Heading>
      <FormSteps steps={ALL_STEPS} current="confirm" onGo={(step) => step !== "confirm" && backTo(step)} />
      <div className={styles.notice} data-kind="waiting">
        <p>
          {isEdit ? "まだ更新されていません。" : "まだ登録されていません。"}
          内容を確かめて、いちばん下の「{isEdit ? "この内容で更新する" : "この内容で登録する"}
          」を押してください。売手が承認するまで公開されません。
        </p>
      </div>
      {refused === "stale" && !values.sellerBusinessId && (
        <div className={styles.notice} data-kind="danger" role="alert">
          <p>
            この案件は、すでに登録され、そのあとで更新されています。入力した内容は残っています。売手の「案件」から開いて、最新の内容を確認してください。
          </p>
          <Link button="primary" href={`/seller-company-manage/${values.companyId}?tab=listings`}>
            売手の案件を見る
          </Link>
        </div>
      )}
      {refused === "stale" && values.sellerBusinessId && !latest && (
        <div className={styles.notice} data-kind="danger" role="alert">
          <p>
            この案件は、他の担当者が先に更新しました。入力した内容は残っています。最新の内容と並べて、どちらを残すか選べます。
          </p>
          <Button kind="primary" onClick={loadLatest}>
            最新の内容と比べる
          </Button>
        </div>
      )}
      {latest && (
        <ConflictPanel
          mine={values}
          latest={latest}
          base={base}
          masters={masters}
          onMerge={(next) => {
            setBase(latest);
            setLatest(null);
            setRefused("");
            setOverviewDone(false);
            setValues(next);
            saveHandover(form(), userId, { values: next, base: latest, errors: [] });
            notify.info("選んだ内容をまとめました。確かめて、もう一度保存してください。");
          }}
        />
      )}
      {missing.length > 0 && (
        <div className={styles.notice} data-kind="waiting">
          <div>
            <p>
              <strong>このままでも登録できます。</strong>売手に承認を依頼するまでに、次の{missing.length}
              件を直してください。
            </p>
            <ul className={styles.bullets}>
              {missing.map(({ name, message }) => (
                <li key={name + message}>
                  <Link
                    href={formAddress(values.sellerBusinessId, values.companyId, stepOf(name))}
                    onClick={() => {
                      saveHandover(form(), userId, { values, base, errors: [] });
                      release();
                    }}
                  >
                    {message}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
      {open.length > 0 && (
        <div className={styles.notice} data-kind="danger">
          <p>
            匿名化チェックで、直すか理由を書く表現が{open.length}件あります：
            {open.map((hit) => `「${hit.text}」`).join("")}。承認を依頼するときに、理由を書くこともできます。
          </p>
        </div>
      )}
      <section className={panel.panel} aria-labelledby="shown-title">
        <h2 id="shown-title">公開後、買手にはこう見えます（公開匿名）</h2>
        <BuyerView shown={publicViewOf(values, masters)} masters={masters} />
      </section>
      <div className={panel.panel}>
        <p>登録されるすべての値です。右の列は、だれに、いつから見えるかです。</p>
        <ListingFields
          values={values}
          masters={masters}
          names={names}
          actions={(step) => <Button onClick={() => backTo(step)}>修正する</Button>}
        />
      </div>
      <FormActions>
        <Button
          kind="primary"
          onClick={save}
          disabledReason={latest ? "上の違いを選んでから保存してください。" : undefined}
        >
          {isEdit ? "この内容で更新する" : "この内容で登録する"}
        </Button>
        <Button onClick={() => backTo("overview")}>入力に戻る</Button>
      </FormActions>
    </>
  );
}
