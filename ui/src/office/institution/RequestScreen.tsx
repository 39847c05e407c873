import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { call } from "@/api/client";
import { codeLabel, useEnumerations } from "@/api/enumerations";
import * as limits from "@/api/limits.gen";
import { ofMail } from "@/api/network";
import { accountRequestQuery } from "@/api/office";
import { office, type Schemas } from "@/api/officeClient";
import { pageFetch } from "@/api/query";
import { Button } from "@/kit/Button";
import { DescriptionList } from "@/kit/DescriptionList";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { TextArea } from "@/kit/TextArea";
import { TextField } from "@/kit/TextField";
import { formatTime } from "@/lib/dates";
import { useScreenTitle } from "@/lib/title";
import type { ScreenProps } from "@/screen";
import { DeedDialog } from "../deed";
import { State } from "../list";
import styles from "../office.module.css";
import { officePage } from "../page";
import { useDescriptions } from "./institution";
import { REQUEST_STATES } from "./RequestsScreen";

/** /office/requests/:id: one account request, to approve or to reject (domain.md 6). */
function RequestScreen({ params }: ScreenProps) {
  const id = params.id ?? "";
  const [deed, setDeed] = useState<"approve" | "reject" | null>(null);
  const codes = useEnumerations();
  const { data } = useQuery({
    ...accountRequestQuery(id),
    ...pageFetch,
  });
  const fields = useDescriptions(data?.financial);
  useScreenTitle(data?.financialName);
  if (!data)
    return (
      <>
        <Heading level={1}>利用申請</Heading>
        <Skeleton lines={8} />
      </>
    );
  const isPending = data.status === 0;
  return (
    <>
      <Heading level={1}>{data.financialName}</Heading>
      <p className={styles.actions}>
        <State kind={REQUEST_STATES[data.status] ?? "quiet"}>
          {codeLabel(codes, "accountRequestStatus", data.status)}
        </State>
        <span>受付番号 {data.caseNumber}</span>
        <span>受付 {formatTime(data.created)}</span>
      </p>
      {data.isCodeTaken && (
        <p className={panel.warning}>
          同じ金融機関コードの金融機関が、すでに参加しています。このままでは承認できません。申請者に確認し、重複であれば却下してください。
        </p>
      )}
      {data.isMailTaken && (
        <p className={panel.warning}>
          担当者のメールアドレスは、すでにログインIDとして使われています。承認するときに、最初の利用者のメールアドレスを別のものにしてください。
        </p>
      )}
      {!isPending && (
        <DescriptionList
          items={[
            { term: "処理日時", value: formatTime(data.decided) },
            { term: "処理した担当者", value: data.decidedBy },
            ...(data.reason
              ? [{ term: "却下の理由", value: <span className={styles.prose}>{data.reason}</span> }]
              : []),
            ...(data.financialId
              ? [
                  {
                    term: "金融機関",
                    value: (
                      <Link href={`/office/institutions/${data.financialId}`}>{data.financialName}</Link>
                    ),
                  },
                ]
              : []),
          ]}
        />
      )}
      <section className={styles.section}>
        <Heading>申請の内容</Heading>
        <DescriptionList items={fields} />
      </section>
      {isPending && (
        <div className={styles.actions}>
          <Button
            kind="primary"
            disabledReason={
              data.isCodeTaken ? "同じ金融機関コードの金融機関がすでに参加しています。" : undefined
            }
            onClick={() => setDeed("approve")}
          >
            承認する
          </Button>
          <Button onClick={() => setDeed("reject")}>却下する</Button>
        </div>
      )}
      {deed === "approve" && <ApproveDialog request={data} onClose={() => setDeed(null)} />}
      {deed === "reject" && <RejectDialog request={data} onClose={() => setDeed(null)} />}
    </>
  );
}

function ApproveDialog({ request, onClose }: { request: Schemas["OfficeRequest"]; onClose: () => void }) {
  const form = useForm({
    defaultValues: {
      shortName: request.financialName,
      loginId: request.isMailTaken ? "" : request.financial.responsibleParsonMail,
    },
  });
  const { errors } = form.formState;
  return (
    <DeedDialog
      title="利用申請を承認する"
      label="承認する"
      consequence={
        `${request.financialName}がネットワークに参加し、公開中の案件を検索できるようになります。` +
        "公開先を制限している案件は、担当の金融機関が公開するまで表示されません。" +
        ofMail(
          "申請者に承認のメールを、最初の利用者にパスワード設定の案内を送ります。",
          "メールを送れないため、承認のあと「利用者」の画面で、最初の利用者の招待状を作って渡してください。",
        )
      }
      form={form}
      fields={["shortName", "loginId"]}
      send={(values) =>
        call(
          office.POST("/api/Office/ApproveAccountRequest", {
            body: { accountRequestId: request.accountRequestId, ...values },
          }),
        )
      }
      done={ofMail(
        "承認しました。最初の利用者に案内を送ります。",
        "承認しました。メールは届きません。「利用者」の画面で、最初の利用者の招待状を作ってください。",
      )}
      failed="承認できませんでした。"
      onClose={onClose}
    >
      <TextField
        label="略称"
        help={`一覧で使います。${limits.OfficeApproval.shortName.maxLength}文字まで。`}
        error={errors.shortName?.message}
        {...form.register("shortName")}
      />
      <TextField
        label="最初の利用者のメールアドレス"
        required
        type="email"
        help="ログインIDになります。申請の担当者と違う方にするときは、書き換えてください。"
        error={errors.loginId?.message}
        {...form.register("loginId", { required: "最初の利用者のメールアドレスを入力してください。" })}
      />
    </DeedDialog>
  );
}

function RejectDialog({ request, onClose }: { request: Schemas["OfficeRequest"]; onClose: () => void }) {
  const form = useForm({ defaultValues: { reason: "" } });
  return (
    <DeedDialog
      title="利用申請を却下する"
      label="却下する"
      danger
      consequence={
        <p>
          この操作は取り消せません。
          {ofMail(
            "申請者には、承認に至らなかったことと、事務局への問い合わせの案内だけをメールで送ります。",
            "メールを送れないため、申請者には電話などで伝えてください。",
          )}
        </p>
      }
      form={form}
      fields={["reason"]}
      send={({ reason }) =>
        call(
          office.POST("/api/Office/RejectAccountRequest", {
            body: { accountRequestId: request.accountRequestId, reason },
          }),
        )
      }
      done={ofMail(
        "却下しました。申請者にメールを送ります。",
        "却下しました。メールは届きません。電話などで申請者に伝えてください。",
      )}
      failed="却下できませんでした。"
      onClose={onClose}
    >
      <TextArea
        label="却下の理由"
        required
        maxLength={limits.OfficeRejection.reason.maxLength}
        help="事務局の記録です。申請者には送られません。"
        error={form.formState.errors.reason?.message}
        {...form.register("reason")}
      />
    </DeedDialog>
  );
}

export default officePage(RequestScreen, { crumbs: [{ label: "利用申請", href: "/office/requests" }] });
