import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Redirect } from "wouter";
import {
  checkDetailsQuery,
  checkOverviewQuery,
  companyDetailsQuery,
  companyOverviewQuery,
  duplicatesQuery,
} from "@/api/company";
import { ApiError, failureMessage } from "@/api/errors";
import { ofMail } from "@/api/network";
import { rereadAfter } from "@/api/reread";
import { checkUserQuery } from "@/api/user";
import { Button } from "@/kit/Button";
import { DescriptionList } from "@/kit/DescriptionList";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { useNavigate } from "@/lib/location";
import { randomKey } from "@/lib/randomKey";
import { yenReading } from "@/lib/yen";
import { itemText } from "@/search/names";
import { Waiting } from "@/search/Waiting";
import { saveDetails, saveOverview, saveUser } from "../calls";
import styles from "../company.module.css";
import { describeBankNotes, describeDetails, describeOverview, describeUser } from "../describe";
import {
  type DetailsValues,
  EMPTY_DETAILS,
  EMPTY_OVERVIEW,
  EMPTY_USER,
  salesOf,
  toDetailsInput,
  toOverviewInput,
  toUserInput,
} from "../form/values";
import { type Kind, useKind } from "../kinds";
import { type Masters, useMasters } from "../masters";
import { IN_CHARGE } from "../types";
import { StepList } from "./NewScreen";
import { clearNew, readNew, readPlan, savePlan, stepsOf } from "./newCompany";

/** Everything as it will be stored, before it is: …/confirm. */
export default function ConfirmScreen() {
  const kind = useKind();
  const masters = useMasters();
  const [plan] = useState(() => readPlan(kind));
  const [typed] = useState(() => readNew(kind));
  const steps = stepsOf(plan);
  const missing = steps.find((step) => !typed[step]);
  if (missing) return <Redirect to={`${kind.manage}/new?step=${missing}`} replace />;
  return (
    <>
      <Heading level={1}>{kind.name}の登録内容の確認</Heading>
      <StepList kind={kind} steps={steps} current="confirm" />
      {masters ? <Confirm kind={kind} masters={masters} /> : <Waiting lines={6} />}
    </>
  );
}

/**
 * Sends the steps one after the other; after an error the next attempt continues at the failed
 * step.
 */
async function register(kind: Kind, client: ReturnType<typeof useQueryClient>): Promise<string> {
  const { companyKey = randomKey(), userKey = randomKey(), ...plan } = readPlan(kind);
  savePlan(kind, { ...plan, companyKey, userKey });
  const steps = stepsOf(plan);
  const { overview, details, user } = readNew(kind);
  if (!overview) throw new Error("overview is missing");
  const storedCompany = plan.companyId
    ? await client.fetchQuery({ ...companyOverviewQuery(kind.kind, plan.companyId), staleTime: 0 })
    : undefined;
  const companyId = await saveOverview(kind, {
    ...toOverviewInput(overview, { companyId: storedCompany?.companyId, version: storedCompany?.version }),
    isTrial: kind.kind === "buyer" ? plan.method === "trial" : undefined,
    requestKey: companyKey,
  });
  savePlan(kind, { ...readPlan(kind), companyId });
  if (steps.includes("details") && details) {
    const storedDetails = await client.fetchQuery({
      ...companyDetailsQuery(kind.kind, companyId),
      staleTime: 0,
    });
    await saveDetails(kind, toDetailsInput(details, { companyId, version: storedDetails?.version }));
  }
  if (steps.includes("user") && user && !plan.userId) {
    const userId = await saveUser(kind, {
      ...toUserInput(user, { clientId: companyId }),
      requestKey: userKey,
    });
    savePlan(kind, { ...readPlan(kind), userId });
  }
  return companyId;
}

function Confirm({ kind, masters }: { kind: Kind; masters: Masters }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [plan] = useState(() => readPlan(kind));
  const [typed] = useState(() => readNew(kind));
  const steps = stepsOf(plan);
  const preview = usePreview(kind, plan, typed);

  const send = async () => {
    try {
      const companyId = await register(kind, client);
      clearNew(kind);
      notify.success(`${kind.name}を登録しました。`);
      await rereadAfter("company");
      navigate(`${kind.manage}/${companyId}`, { replace: true });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.error(
        failureMessage(kind.failed.create, error) + error.errors.map((one) => one.detail).join(""),
      );
    }
  };

  if (preview.error)
    return (
      <EmptyState
        title="入力内容を確認してください"
        action={
          <Link href={`${kind.manage}/new`} button="primary">
            入力画面に戻る
          </Link>
        }
      >
        {preview.error instanceof ApiError
          ? [preview.error.detail, ...preview.error.errors.map((one) => one.detail)].join(" ")
          : "もう一度お試しください。"}
      </EmptyState>
    );
  const { overview, details, user } = preview;
  if (!overview || preview.isPending) return <Skeleton lines={8} />;
  return (
    <>
      <p>
        {plan.method === "trial"
          ? ofMail(
              "登録すると、担当者にパスワード設定の案内メールが届き、お試しが始まります。この買手は、他の金融機関には表示されません。",
              "登録すると、お試しが始まります。メールを送れないため、企業の画面の「ユーザ」で招待状を作り、担当者に渡してください。この買手は、他の金融機関には表示されません。",
            )
          : plan.method === "invite"
            ? ofMail(
                "登録すると、担当者に登録の案内メールが届きます。よろしければ「この内容で登録する」を押してください。",
                "メールを送れないため、登録したあと、企業の画面で「登録の招待状を作る」を押し、印刷して担当者に渡してください。よろしければ「この内容で登録する」を押してください。",
              )
            : kind.kind === "buyer"
              ? "登録するとすぐに公開され、業種・都道府県・売上規模・M&Aの経験が他の金融機関に匿名で表示されます。企業名は表示されません。"
              : "登録しても、他の金融機関や買手には何も表示されません。"}
      </p>
      {details && typed.details && (
        <Duplicates kind={kind} values={typed.details} prefecture={typed.overview?.prefecturecode ?? ""} />
      )}
      {details && !fitsBand(masters, overview.salesAmount, salesOf(details)) && (
        <div className={styles.notice} data-kind="waiting">
          <p>
            概要の年間売上高（{itemText(masters, "annualSales", [overview.salesAmount])}
            ）と、詳細の直近の売上高（
            {yenReading(salesOf(details))}
            ）が合っていません。どちらかを直すか、このままでよいか確認してください。
          </p>
        </div>
      )}
      <Part title="概要" edit={`${kind.manage}/new?step=overview`}>
        <DescriptionList
          items={[...describeOverview(kind, overview, masters), ...describeBankNotes(overview)]}
        />
      </Part>
      {details && (
        <Part title="詳細" edit={`${kind.manage}/new?step=details`}>
          <DescriptionList items={describeDetails(details, masters, IN_CHARGE)} />
        </Part>
      )}
      {user && (
        <Part title={kind.person} edit={`${kind.manage}/new?step=user`}>
          <DescriptionList items={describeUser(kind, user)} />
        </Part>
      )}
      <div className={styles.actions}>
        <Button kind="primary" onClick={send}>
          この内容で登録する
        </Button>
        <Link href={`${kind.manage}/new?step=${steps.at(-1)}`} button="secondary">
          入力画面に戻って直す
        </Link>
      </div>
    </>
  );
}

/** The input as it would be stored. */
function usePreview(kind: Kind, plan: ReturnType<typeof readPlan>, typed: ReturnType<typeof readNew>) {
  const steps = stepsOf(plan);
  const checkOptions = { gcTime: 0, retry: false } as const;
  const overview = useQuery({
    ...checkOverviewQuery(kind.kind, toOverviewInput(typed.overview ?? EMPTY_OVERVIEW)),
    ...checkOptions,
    enabled: typed.overview !== null,
  });
  const details = useQuery({
    ...checkDetailsQuery(kind.kind, toDetailsInput(typed.details ?? EMPTY_DETAILS, { companyId: "" })),
    ...checkOptions,
    enabled: steps.includes("details") && typed.details !== null,
  });
  const user = useQuery({
    ...checkUserQuery(kind.kind, toUserInput(typed.user ?? EMPTY_USER, { clientId: "" })),
    ...checkOptions,
    enabled: steps.includes("user") && typed.user !== null && !plan.userId,
  });
  return {
    overview: overview.data,
    details: details.data,
    user: user.data,
    error: overview.error ?? details.error ?? user.error,
    isPending: overview.isLoading || details.isLoading || user.isLoading,
  };
}

/** Whether an exact amount in 千円 lies in a band of the annual sales; true where one is missing. */
function fitsBand(masters: Masters, key: number, amount: number | undefined): boolean {
  const band = masters.items.annualSales.items.find((item) => item.key === key);
  if (!band || amount === undefined) return true;
  const millions = amount / 1000;
  return (
    millions >= (band.min ?? Number.NEGATIVE_INFINITY) && millions < (band.max ?? Number.POSITIVE_INFINITY)
  );
}

function Part({ title, edit, children }: { title: string; edit: string; children: ReactNode }) {
  return (
    <section className={panel.panel}>
      <Heading
        actions={
          <Link href={edit} button="secondary" aria-label={`${title}を直す`}>
            直す
          </Link>
        }
      >
        {title}
      </Heading>
      {children}
    </section>
  );
}

/** Whether the own institution already has such a company; this is only a hint. */
function Duplicates({ kind, values, prefecture }: { kind: Kind; values: DetailsValues; prefecture: string }) {
  const { data } = useQuery(
    duplicatesQuery(kind.kind, {
      companyName: values.companyName,
      corporateRegistrationNumber: values.corporateRegistrationNumber,
      prefectureCode: prefecture,
    }),
  );
  if (!data?.isDuplicate) return null;
  return (
    <div className={styles.notice} data-kind="waiting" role="status">
      <h2>自機関に、よく似た{kind.name}が登録されています</h2>
      <p>同じ企業でないか確認してください。別の企業であれば、このまま登録できます。</p>
      <ul>
        {data.companyList.map((duplicate) => (
          <li key={duplicate.companyId}>
            <Link href={`${kind.manage}/${duplicate.companyId}`}>{duplicate.companyName}</Link>（
            {duplicate.reason}）
          </li>
        ))}
      </ul>
    </div>
  );
}
