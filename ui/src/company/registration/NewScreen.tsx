import { useState } from "react";
import { checkDetailsQuery, checkOverviewQuery } from "@/api/company";
import { useEnumerations } from "@/api/enumerations";
import { ofMail } from "@/api/network";
import { fetchUncached } from "@/api/read";
import { checkUserQuery } from "@/api/user";
import { Checkbox } from "@/kit/Checkbox";
import { FormSteps } from "@/kit/FormSteps";
import { Heading } from "@/kit/Heading";
import { RadioGroup } from "@/kit/RadioGroup";
import { useNavigate } from "@/lib/location";
import { useUrlState } from "@/lib/urlstate";
import { Waiting } from "@/search/Waiting";
import { DetailsFields } from "../form/DetailsFields";
import { OverviewFields } from "../form/OverviewFields";
import { SaveForm } from "../form/SaveForm";
import { UserFields } from "../form/UserFields";
import {
  EMPTY_DETAILS,
  EMPTY_OVERVIEW,
  EMPTY_USER,
  fromDetails,
  fromOverview,
  fromUser,
  toDetailsInput,
  toOverviewInput,
  toUserInput,
} from "../form/values";
import { type Kind, useKind } from "../kinds";
import { type Masters, useMasters } from "../masters";
import { DETAILS_NAMES, OVERVIEW_NAMES } from "../panel/CompanyPanels";
import { draftName, type Plan, readNew, readPlan, type Step, savePlan, stepsOf } from "./newCompany";

const DEFAULTS = { step: "overview" };

/** Registering a company step by step: /seller-company-manage/new and /buyer-company-manage/new. */
export default function NewScreen() {
  const kind = useKind();
  const masters = useMasters();
  return (
    <>
      <Heading level={1}>{kind.name}の登録</Heading>
      {masters ? <Steps kind={kind} masters={masters} /> : <Waiting lines={6} />}
    </>
  );
}

export function StepList({
  kind,
  steps,
  current,
}: {
  kind: Kind;
  steps: readonly Step[];
  current: Step | "confirm";
}) {
  const labels = { overview: "概要", details: "詳細", user: kind.person, confirm: "確認" };
  return (
    <FormSteps
      steps={[...steps, "confirm" as const].map((key) => ({ key, title: labels[key] }))}
      current={current}
    />
  );
}

function Steps({ kind, masters }: { kind: Kind; masters: Masters }) {
  const navigate = useNavigate();
  const { state, set } = useUrlState(DEFAULTS);
  const [plan, setPlanState] = useState(() => readPlan(kind));
  const setPlan = (changes: Partial<Plan>) => {
    const next = { ...plan, ...changes };
    setPlanState(next);
    savePlan(kind, next);
  };
  const steps = stepsOf(plan);
  // A step can be reached when all steps before it are complete.
  const typed = readNew(kind);
  const wantedStep = state.step as Step;
  const reachable = steps.filter((_, index) => steps.slice(0, index).every((before) => typed[before]));
  const step = reachable.includes(wantedStep) ? wantedStep : (reachable[0] ?? "overview");
  const stepIndex = steps.indexOf(step);
  const nextStep = steps[stepIndex + 1];
  const before = steps[stepIndex - 1];
  const names: Record<Step, string> = { overview: "概要", details: "詳細", user: kind.person };
  const common = {
    draft: draftName(kind, step),
    keepDraft: true,
    isCheck: true,
    submitLabel: nextStep ? `次へ（${names[nextStep]}）` : "確認画面へ",
    onDone: () => (nextStep ? set({ step: nextStep }) : navigate(`${kind.manage}/confirm`)),
    onCancel: before ? () => set({ step: before }) : undefined,
    cancelLabel: "前に戻る",
  };
  return (
    <>
      <StepList kind={kind} steps={steps} current={step} />
      {step === "overview" && (
        <SaveForm
          key="overview"
          {...common}
          initial={EMPTY_OVERVIEW}
          failed={kind.failed.create}
          names={OVERVIEW_NAMES}
          save={async (values) =>
            fromOverview(await fetchUncached(checkOverviewQuery(kind.kind, toOverviewInput(values))))
          }
        >
          {(form) => (
            <>
              {kind.kind === "buyer" && <Method plan={plan} setPlan={setPlan} />}
              <OverviewFields form={form} kind={kind} masters={masters} />
              {kind.kind === "seller" && <WithoutUser kind={kind} plan={plan} setPlan={setPlan} />}
            </>
          )}
        </SaveForm>
      )}
      {step === "details" && (
        <SaveForm
          key="details"
          {...common}
          initial={EMPTY_DETAILS}
          failed={kind.failed.create}
          names={DETAILS_NAMES}
          save={async (values) =>
            fromDetails(
              await fetchUncached(checkDetailsQuery(kind.kind, toDetailsInput(values, { companyId: "" }))),
            )
          }
        >
          {(form) => <DetailsFields form={form} kind={kind} masters={masters} />}
        </SaveForm>
      )}
      {step === "user" && (
        <SaveForm
          key="user"
          {...common}
          initial={EMPTY_USER}
          failed={kind.failed.userCreate}
          save={async (values) =>
            fromUser(await fetchUncached(checkUserQuery(kind.kind, toUserInput(values, { clientId: "" }))))
          }
        >
          {(form) => (
            <UserFields
              form={form}
              owner={kind}
              invitesCompany={plan.method === "invite"}
              help={
                plan.method === "trial"
                  ? ofMail(
                      "登録すると、パスワードを設定するためのメールが届きます。お試しの期間は、登録した日から数えます。",
                      "登録したあと、招待状を作って渡してください。お試しの期間は、登録した日から数えます。",
                    )
                  : undefined
              }
            />
          )}
        </SaveForm>
      )}
    </>
  );
}

/** Who fills in a buyer's details (domain.md 6). */
function Method({ plan, setPlan }: { plan: Plan; setPlan: (changes: Partial<Plan>) => void }) {
  const trialDays = useEnumerations()?.limits.trialDays;
  return (
    <>
      <RadioGroup
        label="登録の方法"
        required
        column
        name="method"
        value={plan.method}
        options={[
          { value: "bank", label: "こちらで詳細まで登録する", help: "登録すると、すぐに公開されます。" },
          {
            value: "invite",
            label: "買手に登録を案内する",
            help: ofMail(
              "買手の担当者にメールが届き、詳細は買手が入力します。内容を確認して承認すると公開されます。",
              "買手の担当者に招待状を渡し、詳細は買手が入力します。内容を確認して承認すると公開されます。",
            ),
          },
          {
            value: "trial",
            label: trialDays ? `お試し（${trialDays}日間）` : "お試し",
            help: "買手の担当者は、公開中の案件を匿名の内容だけ見られます。興味の登録や交渉はできず、この買手が他の金融機関に表示されることもありません。本登録すると、そのまま続けて使えます。",
          },
        ]}
        onChange={(event) =>
          setPlan({
            method: event.target.value as Plan["method"],
            withoutUser: event.target.value === "bank" && plan.withoutUser,
          })
        }
      />
      {plan.method === "bank" && (
        <Checkbox
          label="ユーザはあとで登録する"
          checked={plan.withoutUser}
          onChange={(event) => setPlan({ withoutUser: event.target.checked })}
        />
      )}
    </>
  );
}

function WithoutUser({
  kind,
  plan,
  setPlan,
}: {
  kind: Kind;
  plan: Plan;
  setPlan: (changes: Partial<Plan>) => void;
}) {
  return (
    <Checkbox
      label={`${kind.person}はあとで登録する`}
      help="売却案件の承認をお願いするまでに登録してください。"
      checked={plan.withoutUser}
      onChange={(event) => setPlan({ withoutUser: event.target.checked })}
    />
  );
}
