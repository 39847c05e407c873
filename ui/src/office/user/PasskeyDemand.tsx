import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { call } from "@/api/client";
import { passkeyDemandQuery } from "@/api/office";
import { office } from "@/api/officeClient";
import { Button } from "@/kit/Button";
import { Heading } from "@/kit/Heading";
import panel from "@/kit/Panel.module.css";
import { DeedDialog } from "../deed";
import styles from "../office.module.css";

/** Whether the administrator's institution demands passkeys of its users. */
export function PasskeyDemand() {
  const { data } = useQuery(passkeyDemandQuery);
  const [isOpen, setOpen] = useState(false);
  const form = useForm();
  if (!data) return null;
  const { isDemanded, withoutCount } = data;
  const title = isDemanded ? "パスキーの必須をやめる" : "パスキーを必須にする";
  return (
    <section className={panel.section} aria-labelledby="passkey-demand">
      <Heading level={2} id="passkey-demand">
        担当者のパスキー：{isDemanded ? "必須" : "任意"}
      </Heading>
      {data.isOffered ? (
        <>
          <p>
            {isDemanded
              ? "担当者は、指紋や顔、端末の暗証番号（パスキー）でログインします。パスワードでは、パスキーを登録するまでのログインだけができます。"
              : "担当者は、パスワードでも、パスキー（指紋や顔、端末の暗証番号）でもログインできます。"}
            まだ登録していない担当者：{withoutCount}人
          </p>
          <div className={styles.actions}>
            <Button onClick={() => setOpen(true)}>{title}</Button>
          </div>
        </>
      ) : (
        <p className={panel.note}>{data.whyNot}</p>
      )}
      {isOpen && (
        <DeedDialog
          title={title}
          label={isDemanded ? "必須をやめる" : "必須にする"}
          danger={!isDemanded}
          consequence={
            <p>
              {isDemanded
                ? "担当者は、パスワード（設定している人は確認コードも）でログインできるようになります。登録したパスキーは、引き続き使えます。監査ログに残ります。"
                : `まだ登録していない${withoutCount}人は、次の操作から、パスキーを登録するまで他の操作ができません。` +
                  "登録した人は、パスワードではログインできなくなります。" +
                  "端末をなくした人のパスキーは、この画面の「操作」から削除できます。監査ログに残ります。"}
            </p>
          }
          form={form}
          send={() => call(office.POST("/api/Office/DemandPasskeys", { body: { isDemanded: !isDemanded } }))}
          done={isDemanded ? "パスキーの必須をやめました。" : "パスキーを必須にしました。"}
          failed="変更できませんでした。"
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  );
}
