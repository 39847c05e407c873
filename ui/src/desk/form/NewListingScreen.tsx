import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { ApiError } from "@/api/errors";
import { listingDetailsQuery, listingOverviewQuery } from "@/api/listing";
import { pageFetch } from "@/api/query";
import { Button } from "@/kit/Button";
import { Drawer } from "@/kit/Drawer";
import { EmptyState } from "@/kit/EmptyState";
import { ErrorSummary } from "@/kit/ErrorSummary";
import { Form, FormActions } from "@/kit/Form";
import { FormSteps } from "@/kit/FormSteps";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import panel from "@/kit/Panel.module.css";
import { dayInJapan, formatTime } from "@/lib/dates";
import { useDraft } from "@/lib/draft";
import { useLeaveGuard } from "@/lib/leave";
import { useNavigate } from "@/lib/location";
import { PREVIEW_BESIDE, useMedia } from "@/lib/media";
import { useScreenTitle } from "@/lib/title";
import { useUrlState } from "@/lib/urlstate";
import { useTeamRefusals } from "@/persons/useTeamRefusals";
import { Waiting } from "@/search/Waiting";
import { user } from "@/session/session";
import { confirmAddress } from "../addresses";
import { type Masters, useMasters } from "../masters";
import { useCompanyFacts } from "../queries";
import { errorsOf, problemsOf, resolverOf } from "../rules";
import { publicViewOf } from "../shown";
import { BuyerView } from "../tab/BuyerView";
import { STATUS } from "../types";
import { warningsOf } from "../warnings";
import { AnonymityCheck } from "./Anonymity";
import { AudienceStep } from "./AudienceStep";
import { ConflictPanel } from "./ConflictPanel";
import { DetailsStep } from "./DetailsStep";
import styles from "./Form.module.css";
import type { ListingForm } from "./FormField";
import { ALL_STEPS, STEPS, type Step, stepOf } from "./fields";
import { clearHandover, clearMemory, draftName, keepBase, readHandover, saveHandover } from "./handover";
import { type CompanyFacts, newValues, proposalOf } from "./newValues";
import { OverviewStep } from "./OverviewStep";
import { valuesOf } from "./storedValues";
import type { ListingValues } from "./values";

const DEFAULTS = { companyId: "", sellerBusinessId: "", step: "overview" };

/** Registers a listing of a seller, or edits one (SPEC.md section 7; domain.md 3.1, 9). */
export default function NewListingScreen() {
  const { state } = useUrlState(DEFAULTS);
  const { sellerBusinessId } = state;
  const isEdit = sellerBusinessId !== "";
  const masters = useMasters();
  // A cached copy may be older than a colleague's change, so the stored values are read afresh.
  const stored = { enabled: isEdit, refetchOnMount: "always", ...pageFetch } as const;
  const overview = useQuery({ ...listingOverviewQuery({ sellerBusinessId }), ...stored });
  const details = useQuery({ ...listingDetailsQuery({ sellerBusinessId }), ...stored });
  const companyId = state.companyId || overview.data?.companyId || "";
  const company = useCompanyFacts(companyId);
  const refusal = useTeamRefusals(companyId).acts;
  useScreenTitle(isEdit ? "売却案件の編集" : null);

  if (!isEdit && !companyId)
    return (
      <>
        <Heading level={1}>売却案件の登録</Heading>
        <EmptyState
          title="売手が選ばれていません"
          action={
            <Link href="/seller-company-manage" button="primary">
              売手管理へ
            </Link>
          }
        >
          案件は、売手ごとに登録します。売手管理で売手を選び、「案件」から登録してください。
        </EmptyState>
      </>
    );
  const ready = !isEdit || (overview.isFetchedAfterMount && details.isFetchedAfterMount);
  if (!masters || !ready || !company || (isEdit && !overview.data))
    return (
      <>
        <Heading level={1}>{isEdit ? "売却案件の編集" : "売却案件の登録"}</Heading>
        <Waiting lines={8} />
      </>
    );
  const listing = overview.data;
  if (listing && listing.version === undefined) throw new ApiError(400, "not_available", "");
  if (listing?.moves && !listing.moves.some((move) => move.event === "save"))
    return (
      <>
        <Heading level={1}>売却案件の編集</Heading>
        <EmptyState
          title="この案件は編集できません"
          action={
            <Link href={`/seller-company-manage/seller-business/${sellerBusinessId}`} button="primary">
              案件の画面へ
            </Link>
          }
        >
          成約済みまたは無効の案件です。無効の案件は、承認前に戻すと編集できます。
        </EmptyState>
      </>
    );
  if (refusal)
    return (
      <>
        <Heading level={1}>{isEdit ? "売却案件の編集" : "売却案件の登録"}</Heading>
        <EmptyState
          title={isEdit ? "この案件は編集できません" : "この売手の案件は登録できません"}
          action={
            <Link href={`/seller-company-manage/${companyId}`} button="primary">
              売手の画面へ
            </Link>
          }
        >
          {refusal}担当者に依頼してください。
        </EmptyState>
      </>
    );
  return (
    <ListingFormScreen
      key={`${sellerBusinessId} ${companyId}`}
      masters={masters}
      company={company}
      stored={listing ? valuesOf(listing, details.data ?? null) : null}
      isShowing={listing?.status === STATUS.showing || listing?.status === STATUS.outsidePeriod}
      isPending={listing?.isPending ?? false}
      returnComment={listing?.returnComment ?? ""}
    />
  );
}

interface FormScreenProps {
  masters: Masters;
  company: CompanyFacts;
  stored: ListingValues | null;
  isShowing: boolean;
  isPending: boolean;
  returnComment: string;
}

function ListingFormScreen(props: FormScreenProps) {
  const { masters, company } = props;
  const { state, set, href } = useUrlState(DEFAULTS);
  const navigate = useNavigate();
  const userId = user.peek()?.userId ?? "";
  const today = dayInJapan(new Date()) ?? "";
  const [stored, setStored] = useState(props.stored);
  const [initial] = useState(() => props.stored ?? newValues(company, masters, today));
  const name = draftName(initial.sellerBusinessId, company.companyId);
  const [handover] = useState(() => readHandover(name, userId));
  const base = useRef(handover?.base ?? initial);

  const resolver = useMemo(
    () => resolverOf((values) => problemsOf(values, masters, today, stored?.dueDate)),
    [masters, today, stored],
  );
  const form: ListingForm = useForm<ListingValues>({
    defaultValues: initial,
    resolver,
    shouldFocusError: false,
    reValidateMode: "onBlur",
  });
  const draft = useDraft(form, { form: name, user: userId });
  const { isDirty } = form.formState;
  const release = useLeaveGuard(isDirty);
  const [attempt, setAttempt] = useState(0);
  const step = STEPS.find((entry) => entry.key === state.step)?.key ?? "overview";
  const index = STEPS.findIndex((entry) => entry.key === step);
  const heading = useRef<HTMLHeadingElement>(null);

  // Restores the values when the user comes back from the confirm page, with the server's errors.
  const { reset, setError, watch } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, with the values of the confirm page.
  useEffect(() => {
    if (!handover) return;
    reset(handover.values, { keepDefaultValues: true });
    for (const { name: field, message } of handover.errors) setError(field, { type: "server", message });
    if (handover.errors.length > 0) setAttempt(1);
    clearMemory(name, userId);
  }, []);

  useEffect(() => {
    const subscription = watch((_, { type }) => {
      if (type !== undefined) keepBase(name, userId, base.current);
    });
    return () => subscription.unsubscribe();
  }, [watch, name, userId]);

  const goToStep = (to: Step) => {
    set({ step: to });
    heading.current?.focus();
    window.scrollTo(0, 0);
  };

  const next = async () => {
    const names = Object.keys(form.getValues()).filter((field) => stepOf(field) === step);
    const isValid = await form.trigger(names);
    setAttempt(attempt + 1);
    const nextStep = STEPS[index + 1];
    if (!isValid) return;
    if (nextStep) goToStep(nextStep.key);
    else await confirm();
  };

  const confirm = async () => {
    if (!(await form.trigger())) {
      const first = errorsOf(form.formState.errors)[0] ?? errorsOf(form.control._formState.errors)[0];
      if (first) goToStep(stepOf(first.name));
      setAttempt(attempt + 1);
      return;
    }
    saveHandover(name, userId, { values: form.getValues(), base: base.current, errors: [] });
    release();
    navigate(confirmAddress(initial.sellerBusinessId, company.companyId));
  };

  const discard = () => {
    clearHandover(name, userId);
    base.current = initial;
    draft.discard();
  };

  const values = form.getValues();
  const isOutdated = stored !== null && values.version !== stored.version;

  return (
    <>
      <Heading level={1}>{initial.sellerBusinessId ? "売却案件の編集" : "売却案件の登録"}</Heading>
      <p>
        {company.companyName ?? "企業情報未設定"}
        の案件です。必須の項目は、売手に承認を依頼するまでに必要です。途中でも登録でき、あとから続けられます。
      </p>
      <FormSteps steps={ALL_STEPS} current={step} onGo={(to) => to !== "confirm" && goToStep(to)} />
      {draft.savedAt && !handover?.isReturn && (
        <div className={styles.notice} role="status">
          <p>
            {formatTime(draft.savedAt.toISOString())}
            までに入力した下書きから続けています。まだ登録されていません。
          </p>
          <Button onClick={discard}>下書きを消して、最初からやり直す</Button>
        </div>
      )}
      {props.returnComment && (
        <div className={styles.notice} data-kind="danger">
          <p>
            <strong>売手から差戻されました：</strong>
            {props.returnComment}
          </p>
        </div>
      )}
      {props.isPending && (
        <div className={styles.notice} data-kind="waiting">
          <p>
            売手に承認を依頼している案件です。ここで保存すると、いまの依頼は無効になり、もう一度依頼が必要です。
          </p>
        </div>
      )}
      {props.isShowing && (
        <div className={styles.notice}>
          <p>
            公開中の案件です。保存した内容は、売手が承認するまで公開されません。公開範囲を狭める変更と、期限を早める変更だけは、すぐに反映されます。
          </p>
        </div>
      )}
      {isOutdated && stored && (
        <ConflictPanel
          mine={values}
          latest={stored}
          base={base.current}
          masters={masters}
          onMerge={(next) => {
            base.current = stored;
            saveHandover(name, userId, { values: next, base: stored, errors: [] });
            clearMemory(name, userId);
            form.reset(next, { keepDefaultValues: true });
            setStored({ ...stored });
          }}
        />
      )}
      <AnonymityCheck form={form} masters={masters}>
        <div className={styles.columns}>
          <div className={panel.panel}>
            <Form onSubmit={next} label={STEPS[index]?.title}>
              <h2 ref={heading} tabIndex={-1} className="visually-hidden">
                {STEPS[index]?.title}
              </h2>
              <ErrorSummary attempt={attempt} errors={errorsOf(form.formState.errors, step)} />
              <StepContent step={step} form={form} masters={masters} company={company} today={today} />
              <FormActions>
                <Button type="submit" kind="primary">
                  {index + 1 < STEPS.length ? `次へ（${STEPS[index + 1]?.title}）` : "確認画面へ"}
                </Button>
                {index + 1 < STEPS.length && (
                  <Button onClick={confirm}>途中まで登録する（確認画面へ）</Button>
                )}
                {index > 0 && (
                  <Link
                    button="quiet"
                    href={href({ step: STEPS[index - 1]?.key ?? "overview" })}
                    onClick={() => heading.current?.focus()}
                  >
                    前へ（{STEPS[index - 1]?.title}）
                  </Link>
                )}
              </FormActions>
            </Form>
          </div>
          <LivePreview form={form} masters={masters} />
        </div>
      </AnonymityCheck>
    </>
  );
}

function StepContent({
  step,
  form,
  masters,
  company,
  today,
}: {
  step: Step;
  form: ListingForm;
  masters: Masters;
  company: CompanyFacts;
  today: string;
}) {
  const values = useWatch({ control: form.control }) as ListingValues;
  const warnings = useMemo(() => warningsOf(values, masters, company), [values, masters, company]);
  const proposal = useMemo(() => proposalOf(company, masters), [company, masters]);
  const common = { form, masters, warnings };
  if (step === "overview") return <OverviewStep {...common} proposal={proposal} />;
  if (step === "details") return <DetailsStep {...common} />;
  return <AudienceStep {...common} today={today} />;
}

/** The current input as buyers will see it: beside the form, on narrow screens behind a button. */
function LivePreview({ form, masters }: { form: ListingForm; masters: Masters }) {
  const values = useWatch({ control: form.control }) as ListingValues;
  const beside = useMedia(PREVIEW_BESIDE);
  const [open, setOpen] = useState(false);
  const view = <BuyerView compact shown={publicViewOf(values, masters)} masters={masters} />;
  if (beside)
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it.
      <aside className={styles.aside} aria-label="買手にはこう見えます" tabIndex={0}>
        <h2>買手にはこう見えます</h2>
        <p className={panel.note}>公開後、名前が伏せられた状態（公開匿名）の見え方です。</p>
        {view}
      </aside>
    );
  return (
    <>
      <div>
        <Button onClick={() => setOpen(true)}>買手にはこう見えます（プレビュー）</Button>
      </div>
      <Drawer open={open} onClose={() => setOpen(false)} title="買手にはこう見えます" side="right">
        {view}
      </Drawer>
    </>
  );
}
