import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Redirect } from "wouter";
import { ApiError, failureMessage } from "@/api/errors";
import { registrationPreviewQuery } from "@/api/registration";
import { forgetRegistration, rereadAfter } from "@/api/reread";
import { Button } from "@/kit/Button";
import { DescriptionList } from "@/kit/DescriptionList";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { useNavigate } from "@/lib/location";
import { FAILED } from "@/messages";
import type { ScreenProps } from "@/screen";
import { Waiting } from "@/search/Waiting";
import styles from "../company.module.css";
import { type Masters, useMasters } from "../masters";
import type { RegistrationPage } from "../types";
import { InvalidKey, RegistrationReceived, StepList } from "./RegisterScreen";
import {
  addressOf,
  clearSteps,
  describeRegistration,
  openingOf,
  readSteps,
  STEP_NAMES,
  STEPS,
  type Step,
  send,
  toDetails,
  toOverview,
  toUser,
  useRegistrationPage,
} from "./registration";

/** Everything as it will be stored, before it is sent: /buyer-company-register/:key/confirm. */
export default function RegisterConfirmScreen({ params }: ScreenProps) {
  const key = params.key ?? "";
  const page = useRegistrationPage(key);
  const masters = useMasters();
  const [done, setDone] = useState(false);
  if (done) return <RegistrationReceived />;
  if (page === null) return <InvalidKey />;
  if (page === "passcode") return <Redirect to={addressOf(key, "overview")} replace />;
  if (!page || !masters)
    return (
      <>
        <Heading level={1}>登録内容の確認</Heading>
        <Waiting lines={8} />
      </>
    );
  return <Confirm linkKey={key} page={page} masters={masters} onDone={() => setDone(true)} />;
}

function Confirm({
  linkKey,
  page,
  masters,
  onDone,
}: {
  linkKey: string;
  page: RegistrationPage;
  masters: Masters;
  onDone: () => void;
}) {
  const navigate = useNavigate();
  const [typedValues] = useState(() => readSteps(linkKey, page));
  const { overview, details, user, terms } = typedValues;
  const missing = STEPS.find((step) => !typedValues[step]);
  const preview = useQuery({
    ...registrationPreviewQuery({
      ...openingOf(linkKey),
      overview: overview ? toOverview(overview) : undefined,
      details: details ? toDetails(details) : undefined,
      user: user ? toUser({ ...user, again: user.newPassword }) : undefined,
    }),
    enabled: !missing,
  });
  if (missing || !overview || !details || !user || !terms)
    return <Redirect to={addressOf(linkKey, missing ?? "overview")} replace />;

  const apply = async () => {
    try {
      await send({
        ...openingOf(linkKey),
        overview: toOverview(overview),
        details: toDetails(details),
        user: toUser({ ...user, again: user.newPassword }),
        termsVersion: terms.termsVersion,
        declarationVersion: terms.declarationVersion,
      });
      clearSteps(linkKey);
      onDone();
      window.scrollTo(0, 0);
      forgetRegistration();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.error(failureMessage(FAILED.buyerSave, error) + error.errors.map((one) => one.detail).join(""));
      // The form shows there that the key has become invalid or that the texts have changed.
      if (error.status === 400 || error.code === "terms_changed") {
        await rereadAfter("registration");
        navigate(addressOf(linkKey, "terms"));
      }
    }
  };
  const part = (step: Step, content: ReactNode) => (
    <section className={panel.panel}>
      <Heading
        actions={
          <Link href={addressOf(linkKey, step)} button="secondary" aria-label={`${STEP_NAMES[step]}を直す`}>
            直す
          </Link>
        }
      >
        {STEP_NAMES[step]}
      </Heading>
      {content}
    </section>
  );
  if (preview.error)
    return (
      <>
        <Heading level={1}>登録内容の確認</Heading>
        <EmptyState
          title="入力内容を確認してください"
          action={
            <Link href={addressOf(linkKey, "overview")} button="primary">
              入力画面に戻る
            </Link>
          }
        >
          {preview.error instanceof ApiError
            ? [preview.error.detail, ...preview.error.errors.map((one) => one.detail)].join(" ")
            : "もう一度お試しください。"}
        </EmptyState>
      </>
    );
  const shown = preview.data && describeRegistration(preview.data, masters);
  return (
    <>
      <Heading level={1}>登録内容の確認</Heading>
      <StepList current="confirm" />
      {shown ? (
        <>
          <p>
            内容を確かめて、よろしければ「この内容で登録を申し込む」を押してください。お取引の金融機関が確認し、承認すると公開されます。公開されても、企業名と連絡先は、実名交渉を希望するまで他の金融機関に表示されません。
          </p>
          {part("overview", <DescriptionList items={shown.overview ?? []} />)}
          {part("details", <DescriptionList items={shown.details ?? []} />)}
          {part(
            "user",
            <DescriptionList
              items={[
                ...(shown.user ?? []),
                { term: "パスワード", value: user.newPassword ? "入力したもの（表示しません）" : "設定済み" },
              ]}
            />,
          )}
          {part(
            "terms",
            <DescriptionList
              items={[
                { term: page.termsTitle, value: `同意する（第${terms.termsVersion}版）` },
                { term: "反社会的勢力排除の表明", value: "表明し、確約する" },
              ]}
            />,
          )}
          <div className={styles.actions}>
            <Button kind="primary" onClick={apply}>
              この内容で登録を申し込む
            </Button>
            <Link href={addressOf(linkKey, "terms")} button="secondary">
              入力画面に戻って直す
            </Link>
          </div>
        </>
      ) : (
        <Skeleton lines={8} />
      )}
    </>
  );
}
