import { useQuery } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { call } from "@/api/client";
import { ApiError, fieldErrors } from "@/api/errors";
import { loadNetwork } from "@/api/network";
import { pageFetch } from "@/api/query";
import { Button } from "@/kit/Button";
import { Checkbox } from "@/kit/Checkbox";
import { ErrorSummary } from "@/kit/ErrorSummary";
import { Form, FormActions } from "@/kit/Form";
import { Heading } from "@/kit/Heading";
import { notify } from "@/kit/notify";
import { Skeleton } from "@/kit/Skeleton";
import { TextField } from "@/kit/TextField";
import { summaryErrors } from "@/lib/formErrors";
import { useLeaveGuard } from "@/lib/leave";
import { failureText, office, type Schemas } from "./client";
import { reread } from "./deed";
import styles from "./office.module.css";
import { officePage } from "./page";

const FIELDS = ["networkName", "officeMail", "officePhone"] as const;

/** /office/settings: the network's name, how to reach the office, whether requests are taken. */
function SettingsScreen() {
  const { data } = useQuery({
    queryKey: ["office", "settings"],
    queryFn: () => call(office.GET("/api/Office/GetSettings")),
    ...pageFetch,
  });
  return (
    <>
      <Heading level={1}>ネットワークの設定</Heading>
      {data ? <SettingsForm settings={data} /> : <Skeleton lines={5} />}
    </>
  );
}

function SettingsForm({ settings }: { settings: Schemas["OfficeSettings"] }) {
  // The version that was seen when typing began goes with it; another's change gives 409.
  const form = useForm({ defaultValues: settings, shouldFocusError: false });
  const { errors, submitCount, isSubmitting, isDirty } = form.formState;
  useLeaveGuard(isDirty);
  const save = form.handleSubmit(async (values) => {
    try {
      await call(office.PUT("/api/Office/UpdateSettings", { body: values }));
      form.reset(await call(office.GET("/api/Office/GetSettings")));
    } catch (error) {
      if (error instanceof ApiError) fieldErrors(error, form.setError, FIELDS);
      notify.error(failureText(error, "設定を保存できませんでした。"));
      return;
    }
    await Promise.all([reread(), loadNetwork()]);
    notify.success("設定を保存しました。");
  });
  return (
    <div className={styles.box}>
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
