import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { call } from "@/api/client";
import { useItemLists } from "@/api/enumerations";
import { ApiError, fieldErrors } from "@/api/errors";
import * as limits from "@/api/limits.gen";
import { useCities, usePrefectures } from "@/api/master";
import { officeInstitutionQuery } from "@/api/office";
import { failureText, office, type Schemas } from "@/api/officeClient";
import { pageFetch } from "@/api/query";
import { Button } from "@/kit/Button";
import { CheckboxGroup } from "@/kit/Checkbox";
import { DescriptionList } from "@/kit/DescriptionList";
import { ErrorSummary } from "@/kit/ErrorSummary";
import { Form, FormActions, FormSection } from "@/kit/Form";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { Select } from "@/kit/Select";
import { Skeleton } from "@/kit/Skeleton";
import { TextArea } from "@/kit/TextArea";
import { TextField } from "@/kit/TextField";
import { summaryErrors } from "@/lib/formErrors";
import { useLeaveGuard } from "@/lib/leave";
import { useScreenTitle } from "@/lib/title";
import type { ScreenProps } from "@/screen";
import { reread } from "../deed";
import styles from "../office.module.css";
import { officePage } from "../page";
import { TeamRulePanel } from "../team/TeamRulePanel";
import { toldText } from "../told";
import { InstitutionState, InstitutionStatusDialog, isRunning, MERGED } from "./InstitutionState";
import { useDescriptions } from "./institution";

type Institution = Schemas["OfficeInstitutionDetail"];

/** /office/institutions/:id: shows and edits a member institution. */
function InstitutionScreen({ params }: ScreenProps) {
  const id = params.id ?? "";
  const [editing, setEditing] = useState(false);
  const [changingStatus, setChangingStatus] = useState(false);
  const { data } = useQuery({
    ...officeInstitutionQuery(id),
    ...pageFetch,
  });
  const fields = useDescriptions(data);
  useScreenTitle(data?.financialName);
  if (!data)
    return (
      <>
        <Heading level={1}>金融機関</Heading>
        <Skeleton lines={8} />
      </>
    );
  if (editing) return <EditForm institution={data} onDone={() => setEditing(false)} />;
  return (
    <>
      <Heading
        level={1}
        actions={
          <>
            <Button kind="primary" onClick={() => setEditing(true)}>
              変更する
            </Button>
            {data.status !== MERGED && (
              <Button onClick={() => setChangingStatus(true)}>
                {isRunning(data) ? "利用を停止する" : "利用を再開する"}
              </Button>
            )}
          </>
        }
      >
        {data.financialName}
      </Heading>
      <DescriptionList
        items={[
          { term: "状態", value: <InstitutionState status={data.status} /> },
          { term: "略称", value: data.shortName },
          ...fields,
        ]}
      />
      <TeamRulePanel financialId={id} />
      {changingStatus && (
        <InstitutionStatusDialog institution={data} onClose={() => setChangingStatus(false)} />
      )}
      <ul className={styles.links}>
        <li>
          <Link href={`/office/users?financialId=${id}`}>この金融機関の利用者</Link>
        </li>
        <li>
          <Link href={`/office/listings?financialId=${id}`}>この金融機関の売却案件</Link>
        </li>
        <li>
          <Link href={`/office/audit?financialId=${id}`}>この金融機関の監査ログ</Link>
        </li>
      </ul>
    </>
  );
}

/** The form's text fields in the order of the screen, with their labels. */
const TEXTS = {
  financialName: { label: "金融機関名", required: true },
  financialNameKana: { label: "金融機関名（カナ）", required: true },
  shortName: { label: "略称", required: true },
  financialCode: { label: "金融機関コード", required: false },
  representativeName: { label: "代表者名", required: true },
  postcode: { label: "郵便番号", required: true },
  address: { label: "町域・番地", required: true },
  buildingName: { label: "建物名", required: false },
  phone: { label: "電話番号", required: true },
  fax: { label: "FAX番号", required: false },
  websiteUrl: { label: "ホームページ", required: false },
  responsibleParsonName: { label: "担当者名", required: true },
  responsibleParsonDepartment: { label: "担当者の部署", required: true },
  responsibleParsonPosition: { label: "担当者の役職", required: false },
  responsibleParsonTel: { label: "担当者の電話番号", required: true },
  responsibleParsonMail: { label: "担当者のメールアドレス", required: true },
} as const;

const FIELDS = [
  "financialName",
  "financialNameKana",
  "shortName",
  "financialType",
  "financialCode",
  "representativeName",
  "postcode",
  "prefecture",
  "city",
  "address",
  "buildingName",
  "phone",
  "fax",
  "websiteUrl",
  "responsibleParsonName",
  "responsibleParsonDepartment",
  "responsibleParsonPosition",
  "responsibleParsonTel",
  "responsibleParsonMail",
  "handlingBusiness",
  "salesRegion",
  "reason",
] as const;

function EditForm({ institution, onDone }: { institution: Institution; onDone: () => void }) {
  const items = useItemLists();
  const form = useForm({ defaultValues: { ...institution, reason: "" }, shouldFocusError: false });
  const { errors, submitCount, isSubmitting, isDirty } = form.formState;
  const release = useLeaveGuard(isDirty);
  const prefectures = usePrefectures();
  const cities = useCities(form.watch("prefecture"));
  const save = form.handleSubmit(async (values) => {
    const { created: _c, modified: _m, status: _s, ...body } = values;
    try {
      await call(
        office.PUT("/api/Office/UpdateInstitution", {
          body: { ...body, financialType: Number(body.financialType) },
        }),
      );
    } catch (error) {
      if (error instanceof ApiError) fieldErrors(error, form.setError, FIELDS);
      notify.error(failureText(error, "金融機関を変更できませんでした。"));
      return;
    }
    release();
    await reread();
    notify.success("金融機関を変更しました。");
    onDone();
  });
  const text = (name: keyof typeof TEXTS) => (
    <TextField {...TEXTS[name]} error={errors[name]?.message} {...form.register(name)} />
  );
  const choices = (
    name: "handlingBusiness" | "salesRegion",
    label: string,
    list: "handlingBusiness" | "region",
  ) => (
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => (
        <CheckboxGroup
          name={name}
          label={label}
          required
          options={(items?.[list].items ?? []).map((i) => ({ value: i.key, label: i.label }))}
          value={field.value.map(String)}
          onChange={(value) => field.onChange(value.map(Number))}
          onBlur={field.onBlur}
          error={errors[name]?.message}
        />
      )}
    />
  );
  if (!items || !prefectures || (institution.prefecture && !cities)) return <Skeleton rows={8} />;
  return (
    <>
      <Heading level={1}>{institution.financialName}の変更</Heading>
      <div className={panel.box}>
        <Form onSubmit={save} label="金融機関の変更">
          <ErrorSummary attempt={submitCount} errors={summaryErrors(errors, FIELDS)} />
          <FormSection title="金融機関">
            {text("financialName")}
            {text("financialNameKana")}
            {text("shortName")}
            <Select
              label="金融機関の種別"
              required
              options={items.financialType.items.map((i) => ({ value: i.key, label: i.label }))}
              error={errors.financialType?.message}
              {...form.register("financialType")}
            />
            {text("financialCode")}
            {text("representativeName")}
          </FormSection>
          <FormSection title="所在地と連絡先">
            {text("postcode")}
            <Select
              label="都道府県"
              required
              empty="選択してください"
              options={prefectures.map((p) => ({ value: p.code, label: p.name }))}
              error={errors.prefecture?.message}
              {...form.register("prefecture", {
                onChange: () => form.setValue("city", "", { shouldDirty: true }),
              })}
            />
            <Controller
              control={form.control}
              name="city"
              render={({ field }) => (
                <Select
                  {...field}
                  label="市区町村"
                  required
                  empty="選択してください"
                  options={(cities ?? []).map((c) => ({ value: c.code, label: c.name }))}
                  error={errors.city?.message}
                />
              )}
            />
            {text("address")}
            {text("buildingName")}
            {text("phone")}
            {text("fax")}
            {text("websiteUrl")}
          </FormSection>
          <FormSection title="担当者">
            {text("responsibleParsonName")}
            {text("responsibleParsonDepartment")}
            {text("responsibleParsonPosition")}
            {text("responsibleParsonTel")}
            {text("responsibleParsonMail")}
          </FormSection>
          <FormSection title="取扱業務と営業地域">
            {choices("handlingBusiness", "取扱業務", "handlingBusiness")}
            {choices("salesRegion", "営業地域", "region")}
          </FormSection>
          <FormSection title="変更の理由">
            <TextArea
              label="変更の理由"
              required
              maxLength={limits.OfficeInstitutionInput.reason.maxLength}
              help={`変更した項目とともに、この金融機関の監査ログに表示されます。${toldText("金融機関")}`}
              error={errors.reason?.message}
              {...form.register("reason")}
            />
          </FormSection>
          <FormActions>
            <Button type="submit" kind="primary" busy={isSubmitting}>
              この内容で変更する
            </Button>
            <Button
              onClick={() => {
                release();
                onDone();
              }}
            >
              変更をやめる
            </Button>
          </FormActions>
        </Form>
      </div>
    </>
  );
}

export default officePage(InstitutionScreen, {
  crumbs: [{ label: "金融機関", href: "/office/institutions" }],
});
