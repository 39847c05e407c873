import { CircleCheck } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useEnumerations } from "@/api/enumerations";
import { ApiError } from "@/api/errors";
import { ofMail } from "@/api/network";
import { Checkbox } from "@/kit/Checkbox";
import { FormSection } from "@/kit/Form";
import { FormSteps } from "@/kit/FormSteps";
import { Heading } from "@/kit/Heading";
import { CONFIRMATION_DIFFERS, type NewPassword, NewPasswordFields } from "@/kit/NewPasswordFields";
import panel from "@/kit/Panel.module.css";
import { PasscodeForm } from "@/kit/PasscodeForm";
import { Prose } from "@/kit/Prose";
import { formatTime } from "@/lib/dates";
import { useNavigate } from "@/lib/location";
import { useUrlState } from "@/lib/urlstate";
import { FAILED } from "@/messages";
import type { ScreenProps } from "@/screen";
import { Waiting } from "@/search/Waiting";
import styles from "../company.module.css";
import { DetailsFields } from "../form/DetailsFields";
import { errorOf } from "../form/fields";
import { OverviewFields } from "../form/OverviewFields";
import { SaveForm } from "../form/SaveForm";
import { UserFields } from "../form/UserFields";
import { fromDetails, fromOverview, fromUser, type UserValues } from "../form/values";
import { BUYER } from "../kinds";
import { type Masters, useMasters } from "../masters";
import { DETAILS_NAMES, OVERVIEW_NAMES } from "../panel/CompanyPanels";
import type { CompanyDetails, CompanyOverview, RegistrationPage, User } from "../types";
import {
  addressOf,
  checkParts,
  draftOf,
  initialValues,
  keepPassword,
  openLetter,
  type PersonValues,
  readSteps,
  STEP_NAMES,
  STEPS,
  type Step,
  type TermsValues,
  toDetails,
  toOverview,
  toUser,
  useRegistrationPage,
} from "./registration";

const DEFAULTS = { step: "overview" };

/** A buyer registers itself by the key in its mail: /buyer-company-register/:key (domain.md 6). */
export default function RegisterScreen({ params }: ScreenProps) {
  const key = params.key ?? "";
  const [, setOpened] = useState(0);
  const page = useRegistrationPage(key);
  const masters = useMasters();
  if (page === null) return <InvalidKey />;
  if (page === "passcode") return <LetterCode linkKey={key} onOpen={() => setOpened((n) => n + 1)} />;
  return (
    <>
      <Heading level={1}>会社のご登録</Heading>
      {page && masters ? <Steps linkKey={key} page={page} masters={masters} /> : <Waiting lines={6} />}
    </>
  );
}

/** Asks for the code of a letter, which was told by another way. */
function LetterCode({ linkKey, onOpen }: { linkKey: string; onOpen: () => void }) {
  const limits = useEnumerations()?.limits;
  return (
    <>
      <Heading level={1}>招待状をお持ちの方</Heading>
      <div className={panel.box}>
        <p>
          招待状を渡した担当者が、電話などでお伝えした確認コード（{limits?.passcodeDigits ?? 8}
          桁の数字）を入力してください。招待状には書かれていません。続けて、会社のご登録に進みます。
        </p>
        <PasscodeForm
          label="確認コード"
          digits={limits?.passcodeDigits}
          submitLabel="次へ進む"
          open={async (passcode) => {
            const problem = await openLetter(linkKey, passcode);
            if (!problem) onOpen();
            return problem;
          }}
        />
        <ul className={styles.bullets}>
          {limits && <li>{limits.wrongPasscodes}回誤ると、招待状は使えなくなります。</li>}
          <li>画面を読み込み直したときは、もう一度入力してください。入力した会社の内容は残っています。</li>
          <li>確認コードがわからないときや、期限が過ぎたときは、招待状を渡した担当者にご連絡ください。</li>
        </ul>
      </div>
    </>
  );
}

export function StepList({ current }: { current: Step | "confirm" }) {
  const all = [...STEPS, "confirm" as const];
  return (
    <>
      <p className={panel.note}>
        {all.indexOf(current) + 1} / {all.length}　{STEP_NAMES[current]}
      </p>
      <FormSteps steps={all.map((key) => ({ key, title: STEP_NAMES[key] }))} current={current} />
    </>
  );
}

/** The server names a part's field with the part before it. */
function named(part: string, names: Readonly<Record<string, string>>, fields: object): Record<string, never> {
  const all = Object.keys(fields).map((field) => [`${part}.${field}`, field]);
  return Object.fromEntries([
    ...all,
    ...Object.entries(names).map(([from, to]) => [`${part}.${from}`, to]),
  ]) as Record<string, never>;
}

function Steps({ linkKey, page, masters }: { linkKey: string; page: RegistrationPage; masters: Masters }) {
  const navigate = useNavigate();
  const { state, set } = useUrlState(DEFAULTS);
  const initial = initialValues(page);
  const typedValues = readSteps(linkKey, page);
  // A step comes after the ones before it were finished.
  const reachable = STEPS.filter((_, index) => STEPS.slice(0, index).every((before) => typedValues[before]));
  const step = reachable.includes(state.step as Step)
    ? (state.step as Step)
    : (reachable.at(-1) ?? "overview");
  const stepIndex = STEPS.indexOf(step);
  const nextStep = STEPS[stepIndex + 1];
  const before = STEPS[stepIndex - 1];
  const common = {
    draft: draftOf(linkKey, step),
    keepDraft: true,
    isCheck: true,
    failed: FAILED.buyerSave,
    submitLabel: nextStep ? `次へ（${STEP_NAMES[nextStep]}）` : "確認画面へ",
    onDone: () => (nextStep ? set({ step: nextStep }) : navigate(addressOf(linkKey, "confirm"))),
    onCancel: before ? () => set({ step: before }) : undefined,
    cancelLabel: "前に戻る",
  };
  return (
    <>
      {step === "overview" && (
        <p>
          お取引の金融機関からのご案内により、会社の登録をお願いします。途中でやめても、この端末に入力した内容が残ります。このリンクは{" "}
          {formatTime(page.expires)} まで使えます。
        </p>
      )}
      {page.returnComment && (
        <div className={styles.notice} data-kind="waiting">
          <h2>金融機関からのご連絡</h2>
          <p className={styles.lines}>{page.returnComment}</p>
          <p>前回の内容を表示しています。直して、もう一度お申し込みください。</p>
        </div>
      )}
      <StepList current={step} />
      {step === "overview" && (
        <SaveForm
          key="overview"
          {...common}
          initial={initial.overview}
          names={named("overview", OVERVIEW_NAMES, initial.overview)}
          save={async (values) => {
            const { overview } = await checkParts(linkKey, { overview: toOverview(values) });
            return fromOverview(overview as CompanyOverview);
          }}
        >
          {(form) => <OverviewFields form={form} kind={BUYER} masters={masters} byKey />}
        </SaveForm>
      )}
      {step === "details" && (
        <SaveForm
          key="details"
          {...common}
          initial={initial.details}
          names={named("details", DETAILS_NAMES, initial.details)}
          save={async (values) => {
            const { details } = await checkParts(linkKey, { details: toDetails(values) });
            return fromDetails(details as CompanyDetails);
          }}
        >
          {(form) => <DetailsFields form={form} kind={BUYER} masters={masters} />}
        </SaveForm>
      )}
      {step === "user" && (
        <SaveForm
          key="user"
          {...common}
          initial={initial.user}
          omit={["newPassword", "again"]}
          names={{ ...named("user", {}, initial.user), "user.password": "newPassword" } as never}
          save={async (values: PersonValues) => {
            if (values.newPassword !== values.again)
              throw new ApiError(422, "invalid", "", [{ field: "again", detail: CONFIRMATION_DIFFERS }]);
            const { user } = await checkParts(linkKey, { user: toUser(values) });
            keepPassword(linkKey, values.newPassword);
            return { ...fromUser(user as User), newPassword: values.newPassword, again: values.again };
          }}
        >
          {(form) => <Person form={form} page={page} />}
        </SaveForm>
      )}
      {step === "terms" && (
        <SaveForm
          key="terms"
          {...common}
          initial={initial.terms}
          save={async (values: TermsValues) => ({
            ...values,
            termsVersion: page.termsVersion,
            declarationVersion: page.declarationVersion,
          })}
        >
          {(form) => <Terms form={form} page={page} />}
        </SaveForm>
      )}
    </>
  );
}

function Person({ form, page }: { form: UseFormReturn<PersonValues>; page: RegistrationPage }) {
  const length = useEnumerations()?.limits.passwordLength;
  // Both are parts of this form under the same names.
  const password = form as unknown as UseFormReturn<NewPassword>;
  return (
    <>
      <UserFields
        form={form as unknown as UseFormReturn<UserValues>}
        owner={BUYER}
        fixedLogin={page.isSignedUp}
        help="ログインして案件を検索する、ご担当者です。"
      />
      {!page.isSignedUp && (
        <FormSection
          title="パスワード"
          help={
            page.isPasswordSet
              ? "パスワードは設定してあります。変えるときだけ、新しいパスワードを入力してください。"
              : "登録が承認されたあと、メールアドレスとこのパスワードでログインします。"
          }
        >
          <NewPasswordFields
            register={password.register}
            errors={password.formState.errors}
            length={length}
            required={!page.isPasswordSet}
            badge
          />
        </FormSection>
      )}
    </>
  );
}

function Terms({ form, page }: { form: UseFormReturn<TermsValues>; page: RegistrationPage }) {
  return (
    <>
      <FormSection title={page.termsTitle}>
        <Text label={page.termsTitle}>
          <Prose html={page.termsHtml} />
        </Text>
        <Checkbox
          label="利用規約を読み、同意します"
          error={errorOf(form, "terms")}
          {...form.register("terms", { required: "利用規約をお読みになり、同意してください。" })}
        />
      </FormSection>
      <FormSection title="反社会的勢力排除の表明">
        <Text label="反社会的勢力排除の表明">{page.declaration}</Text>
        <Checkbox
          label="上の内容を表明し、確約します"
          error={errorOf(form, "declaration")}
          {...form.register("declaration", {
            required: "反社会的勢力でないことの表明が必要です。内容をお読みになり、表明してください。",
          })}
        />
      </FormSection>
    </>
  );
}

/** A long text in a box of its own that the keyboard can scroll. */
function Text({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached by keyboard.
    <section className={styles.text} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}

/** The same page for every invalid key, whatever the reason; it names no bank. */
export function InvalidKey() {
  return (
    <>
      <Heading level={1}>このリンクは使えません</Heading>
      <div className={styles.notice} data-kind="waiting">
        <p>次のいずれかの理由が考えられます。</p>
        <ul className={styles.bullets}>
          <li>リンクの期限が過ぎた</li>
          <li>登録の申込みが済んでいる（リンクは1回だけ使えます）</li>
          <li>あとから届いた新しいご案内のメールや招待状がある</li>
          <li>リンクが途中で切れている</li>
          <li>招待状の確認コードを、続けて誤った</li>
        </ul>
        <p>
          申込みがお済みのときは、承認のお知らせをお待ちください。そのほかのときは、お取引の金融機関の担当者へ、新しいご案内をご依頼ください。
        </p>
      </div>
    </>
  );
}

/** What happens next, after it was sent. */
export function RegistrationReceived() {
  return (
    <>
      <Heading level={1}>登録を受け付けました</Heading>
      <div className={styles.notice}>
        <p>
          <CircleCheck aria-hidden size={20} /> お申し込みありがとうございました。次のように進みます。
        </p>
        <ol className={styles.numbers}>
          <li>お取引の金融機関が、内容を確認します。</li>
          <li>
            {ofMail("承認されると、メールでお知らせします。", "承認されると、担当者がお知らせします。")}
            メールアドレスとパスワードでログインできます。
          </li>
          <li>
            {ofMail(
              "直していただきたい点があるときは、新しいリンクをメールでお送りします。",
              "直していただきたい点があるときは、担当者が新しい招待状をお渡しします。",
            )}
          </li>
        </ol>
        <p>承認されるまでは、ログインできません。この画面は閉じてかまいません。</p>
      </div>
    </>
  );
}
