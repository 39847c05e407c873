import { useState } from "react";
import { Redirect } from "wouter";
import { api, call } from "@/api/client";
import { type ItemLists, itemLabel, useItemLists } from "@/api/enumerations";
import { ApiError, failureMessage } from "@/api/errors";
import { useCities, usePrefectures } from "@/api/master";
import { Button } from "@/kit/Button";
import { DescriptionList } from "@/kit/DescriptionList";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { notify } from "@/kit/notify";
import { Skeleton } from "@/kit/Skeleton";
import { clearDraft, readDraft, VISITOR } from "@/lib/draft";
import { formatPostal } from "@/lib/kana";
import { useNavigate } from "@/lib/location";
import { DRAFT, type RequestValues, toInput } from "./accountRequest";
import styles from "./public.module.css";
import { useRequestsClosedNotice } from "./RequestsClosed";

/** Shows the account request as the server will store it, and sends it. */
export default function JoinConfirmScreen() {
  const closedNotice = useRequestsClosedNotice();
  const [values] = useState(() => readDraft<RequestValues>(DRAFT, VISITOR)?.values);
  if (closedNotice) return closedNotice;
  if (!values) return <Redirect to="/join/financial" replace />;
  return <Confirm values={values} />;
}

function Confirm({ values }: { values: RequestValues }) {
  const navigate = useNavigate();
  const items = useItemLists();
  const prefectures = usePrefectures();
  const cities = useCities(values.prefecture);

  const send = async () => {
    try {
      const { caseNumber } = await call(
        api.POST("/api/AccountRequest/RegistAccountRequest", { body: toInput(values) }),
      );
      clearDraft(DRAFT, VISITOR);
      navigate(`/account-request?number=${caseNumber}`, { replace: true });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.error(failureMessage("利用申請の送信に失敗しました。", error));
      if (error.status === 422) navigate("/join/financial");
    }
  };

  const labels = (list: keyof ItemLists, keys: readonly string[]) =>
    keys.map((key) => itemLabel(items, list, Number(key))).join("、");
  if (!items || !prefectures || !cities)
    return (
      <>
        <Heading level={1}>申請内容の確認</Heading>
        <Skeleton rows={8} />
      </>
    );
  const address = [
    prefectures.find((p) => p.code === values.prefecture)?.name,
    cities.find((c) => c.code === values.city)?.name,
    values.address,
    values.buildingName && `　${values.buildingName}`,
  ].join("");
  return (
    <>
      <Heading level={1}>申請内容の確認</Heading>
      <p>この内容で申請します。よろしければ「この内容で申請する」を押してください。</p>
      <section className={styles.section}>
        <Heading level={2}>金融機関</Heading>
        <DescriptionList
          items={[
            { term: "金融機関名", value: values.financialName },
            { term: "金融機関名（カナ）", value: values.financialNameKana },
            {
              term: "金融機関の種別",
              value: itemLabel(items, "financialType", Number(values.financialType)),
            },
            { term: "金融機関コード", value: values.financialCode },
            { term: "代表者名", value: values.representativeName },
            { term: "所在地", value: `〒${formatPostal(values.postcode)} ${address}` },
            { term: "電話番号", value: values.phone },
            { term: "FAX番号", value: values.fax },
            { term: "ホームページ", value: values.websiteUrl },
            { term: "取扱業務", value: labels("handlingBusiness", values.handlingBusiness) },
            { term: "営業地域", value: labels("region", values.salesRegion) },
          ]}
        />
      </section>
      <section className={styles.section}>
        <Heading level={2}>ご担当者</Heading>
        <DescriptionList
          items={[
            { term: "担当者名", value: values.responsibleParsonName },
            { term: "部署", value: values.responsibleParsonDepartment },
            { term: "役職", value: values.responsibleParsonPosition },
            { term: "電話番号", value: values.responsibleParsonTel },
            { term: "メールアドレス", value: values.responsibleParsonMail },
          ]}
        />
      </section>
      <div className={styles.actions}>
        <Button kind="primary" onClick={send}>
          この内容で申請する
        </Button>
        <Link href="/join/financial" button="secondary">
          入力画面に戻って直す
        </Link>
      </div>
    </>
  );
}
