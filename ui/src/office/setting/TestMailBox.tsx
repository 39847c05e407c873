import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "@/api/client";
import { network } from "@/api/network";
import { mailServerQuery } from "@/api/office";
import { failureText, office } from "@/api/officeClient";
import { Button } from "@/kit/Button";
import { DescriptionList } from "@/kit/DescriptionList";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import styles from "../office.module.css";

/** The state of mail delivery, with a button that sends a test mail to the user. */
export function TestMailBox() {
  const [busy, setBusy] = useState(false);
  const { data } = useQuery(mailServerQuery);
  const send = async () => {
    setBusy(true);
    try {
      const { to, isMailSent } = await call(office.POST("/api/Office/SendTestMail", { body: {} }));
      notify.success(
        isMailSent
          ? `${to} にテストメールを送りました。届かないときは、送信メールの一覧で理由を確認してください。`
          : `${to} あてのテストメールは、送信箱で待っています。`,
      );
    } catch (failure) {
      notify.error(failureText(failure, "テストメールを送れませんでした。"));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={panel.box}>
      <Heading>メールの送信</Heading>
      {data && (
        <DescriptionList
          items={[
            {
              term: "送信の状態",
              value: data.isMailSent
                ? "メールサーバーから送信しています"
                : network.value.isDemo
                  ? "デモのため送信しません。「デモのメール」で読めます"
                  : "メールサーバーが指定されていないため、送信箱で待っています",
            },
            { term: "差出人のアドレス", value: data.mailFrom },
          ]}
        />
      )}
      <p className={panel.note}>メールサーバーと差出人のアドレスは、つなぐを起動するときに指定します。</p>
      <div className={styles.actions}>
        <Button busy={busy} onClick={send}>
          自分あてにテストメールを送る
        </Button>
        <Link href="/office/mail">送信メールの一覧</Link>
      </div>
    </section>
  );
}
