import { useQuery } from "@tanstack/react-query";
import { Controller, useForm } from "react-hook-form";
import { call } from "@/api/client";
import { ApiError, fieldErrors } from "@/api/errors";
import { loadNetwork, network } from "@/api/network";
import { settingsQuery } from "@/api/office";
import { failureText, office, type Schemas } from "@/api/officeClient";
import { pageFetch } from "@/api/query";
import { fetchUncached } from "@/api/read";
import { Button } from "@/kit/Button";
import { Checkbox } from "@/kit/Checkbox";
import { ErrorSummary } from "@/kit/ErrorSummary";
import { Form, FormActions } from "@/kit/Form";
import { Heading } from "@/kit/Heading";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { RadioGroup } from "@/kit/RadioGroup";
import { Skeleton } from "@/kit/Skeleton";
import { TextField } from "@/kit/TextField";
import { summaryErrors } from "@/lib/formErrors";
import { useLeaveGuard } from "@/lib/leave";
import { reread } from "../deed";
import { officePage } from "../page";
import { ColourField } from "./ColourField";
import { LogoBox } from "./LogoBox";
import { MailServerBox } from "./MailServerBox";
import { ScoreWeightsBox } from "./ScoreWeightsBox";
import { SettingHistory } from "./SettingHistory";

const FIELDS = ["networkName", "officeMail", "officePhone", "colour", "mailFromName", "mailReplyTo"] as const;

/**
 * /office/settings: the network's name, colour and logo, the office's contact data, the mail settings,
 * the score's weights, and the history of changes.
 */
function SettingsScreen() {
  const { data } = useQuery({
    ...settingsQuery,
    ...pageFetch,
  });
  return (
    <>
      <Heading level={1}>ネットワークの設定</Heading>
      {data ? <SettingsForm settings={data} /> : <Skeleton lines={5} />}
      <LogoBox />
      <MailServerBox />
      <ScoreWeightsBox />
      <SettingHistory />
    </>
  );
}

/** The settings as the form's values: a radio button's value is text. */
const formValues = (settings: Schemas["OfficeSettings"]) => ({
  ...settings,
  secondStep: String(settings.secondStep),
});

function SettingsForm({ settings }: { settings: Schemas["OfficeSettings"] }) {
  // The version loaded with the values is sent with them; if somebody has saved meanwhile, the server answers 409.
  const form = useForm({ defaultValues: formValues(settings), shouldFocusError: false });
  const { errors, submitCount, isSubmitting, isDirty } = form.formState;
  useLeaveGuard(isDirty);
  const save = form.handleSubmit(async (values) => {
    try {
      const body = { ...values, secondStep: Number(values.secondStep) as 0 | 1 | 2 };
      await call(office.PUT("/api/Office/UpdateSettings", { body }));
      form.reset(formValues(await fetchUncached(settingsQuery)));
    } catch (error) {
      if (error instanceof ApiError) fieldErrors(error, form.setError, FIELDS);
      notify.error(failureText(error, "設定を保存できませんでした。"));
      return;
    }
    await Promise.all([reread(), loadNetwork()]);
    notify.success("設定を保存しました。");
  });
  return (
    <div className={panel.box}>
      <Form onSubmit={save} label="ネットワークの設定">
        <ErrorSummary attempt={submitCount} errors={summaryErrors(errors, FIELDS)} />
        <TextField
          label="ネットワークの名前"
          required
          help="すべての画面とメールに表示されます。"
          error={errors.networkName?.message}
          {...form.register("networkName")}
        />
        <TextField
          label="事務局のメールアドレス"
          required
          type="email"
          help="利用申請やお問い合わせの通知が届きます。お問い合わせの画面にも表示されます。"
          error={errors.officeMail?.message}
          {...form.register("officeMail")}
        />
        <TextField
          label="事務局の電話番号"
          type="tel"
          size="medium"
          help="お問い合わせの画面に表示されます。"
          error={errors.officePhone?.message}
          {...form.register("officePhone")}
        />
        <Checkbox
          label="金融機関の利用申請を受け付ける"
          help="外すと、申請の画面への入り口が消え、申請できなくなります。"
          {...form.register("isAccountRequestEnabled")}
        />
        <RadioGroup
          label="金融機関の利用者の2段階認証"
          required
          column
          help={
            network.value.isDemo
              ? "事務局と管理者は、この設定によらず必須です（デモでは任意です）。"
              : "事務局と管理者は、この設定によらず必須です。"
          }
          options={[
            {
              value: 0,
              label: "使わない",
              help: "すでに設定している利用者は、本人が解除するまで使い続けます。",
            },
            { value: 1, label: "任意", help: "設定するかどうかを、利用者が選びます。" },
            {
              value: 2,
              label: "必須",
              help: "まだ設定していない利用者は、次の操作から、設定するまで他の操作ができなくなります。",
            },
          ]}
          {...form.register("secondStep")}
        />
        <Controller
          control={form.control}
          name="colour"
          render={({ field }) => <ColourField {...field} error={errors.colour?.message} />}
        />
        <TextField
          label="メールの差出人の名前"
          size="medium"
          help="空のときは、ネットワークの名前になります。"
          error={errors.mailFromName?.message}
          {...form.register("mailFromName")}
        />
        <TextField
          label="メールの返信先"
          type="email"
          help="空のときは、返信を受け付けない旨がメールに書かれます。"
          error={errors.mailReplyTo?.message}
          {...form.register("mailReplyTo")}
        />
        <FormActions>
          <Button type="submit" kind="primary" busy={isSubmitting}>
            設定を保存する
          </Button>
        </FormActions>
      </Form>
    </div>
  );
}

export default officePage(SettingsScreen);
