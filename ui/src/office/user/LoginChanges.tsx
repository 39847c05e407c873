import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { call } from "@/api/client";
import { codeLabel, useEnumerations } from "@/api/enumerations";
import { loginChangesQuery } from "@/api/office";
import { office, type Schemas } from "@/api/officeClient";
import { Button } from "@/kit/Button";
import { DataList } from "@/kit/DataList";
import { Heading } from "@/kit/Heading";
import { TextField } from "@/kit/TextField";
import { formatTime } from "@/lib/dates";
import { isADM } from "@/session/office";
import { DeedDialog } from "../deed";
import styles from "../office.module.css";
import { toldText } from "../told";

type Change = Schemas["OfficeLoginRow"];

/** The requested changes of login IDs that wait for confirmation by another person; nothing if there are none. */
export function LoginChanges() {
  const codes = useEnumerations();
  const [deed, setDeed] = useState<{ change: Change; confirms: boolean } | null>(null);
  const { data } = useQuery(loginChangesQuery);
  const rows = data?.loginChangeList ?? [];
  if (rows.length === 0 && !deed) return null;
  return (
    <section className={styles.section}>
      <Heading>確認を待つログインIDの変更</Heading>
      <DataList
        caption="確認を待つログインIDの変更"
        rows={rows}
        rowKey={(row) => row.userId}
        columns={[
          {
            key: "name",
            header: "氏名",
            primary: true,
            cell: (row) => (
              <>
                {row.userName || "（氏名未登録）"}
                <br />
                <span className={styles.login}>
                  {[codeLabel(codes, "role", row.role), row.financialName].filter(Boolean).join("　")}
                </span>
              </>
            ),
          },
          { key: "from", header: "いまのログインID", cell: (row) => row.loginId },
          { key: "to", header: "新しいログインID", cell: (row) => row.newLoginId },
          {
            key: "why",
            header: "申し出",
            cell: (row) => (
              <>
                {row.reason}
                <br />
                <span className={styles.login}>
                  {row.requestedBy}（{formatTime(row.requested)}）
                </span>
                {row.whyNot && (
                  <>
                    <br />
                    <span className={styles.login}>{row.whyNot}</span>
                  </>
                )}
              </>
            ),
          },
        ]}
        actions={(row) => (
          <>
            {row.canConfirm && (
              <Button onClick={() => setDeed({ change: row, confirms: true })}>
                確認する<span className="visually-hidden">：{row.userName}</span>
              </Button>
            )}
            <Button onClick={() => setDeed({ change: row, confirms: false })}>
              {isADM.value ? "取り下げる" : "認めない"}
              <span className="visually-hidden">：{row.userName}</span>
            </Button>
          </>
        )}
        empty={null}
      />
      {deed?.confirms && <ConfirmDialog change={deed.change} onClose={() => setDeed(null)} />}
      {deed && !deed.confirms && <RefuseDialog change={deed.change} onClose={() => setDeed(null)} />}
    </section>
  );
}

function ConfirmDialog({ change, onClose }: { change: Change; onClose: () => void }) {
  const form = useForm({ defaultValues: { reason: "" } });
  return (
    <DeedDialog
      title={`${change.userName}のログインIDの変更を確認する`}
      label="確認して変更する"
      danger
      wide
      consequence={
        <p>
          電話などで、ご本人が希望していることを必ず確かめてください。新しいアドレス（{change.newLoginId}
          ）のメールを読める方が、パスワードを設定し直せるようになります。ご本人は、すぐにログアウトされます。
          {toldText(`いまのアドレス（${change.loginId}）と新しいアドレスの両方`)}
        </p>
      }
      form={form}
      fields={["reason"]}
      send={({ reason }) =>
        call(
          office.POST("/api/Office/ConfirmLoginChange", {
            body: { userId: change.userId, loginId: change.newLoginId, reason },
          }),
        )
      }
      done="ログインIDを変更しました。"
      failed="ログインIDを変更できませんでした。"
      onClose={onClose}
    >
      <TextField
        label="本人に確かめた方法"
        required
        help="監査ログに残ります。"
        example="本人に内線で確認した。"
        error={form.formState.errors.reason?.message}
        {...form.register("reason")}
      />
    </DeedDialog>
  );
}

function RefuseDialog({ change, onClose }: { change: Change; onClose: () => void }) {
  const form = useForm({ defaultValues: { reason: "" } });
  const label = isADM.value ? "取り下げる" : "認めない";
  return (
    <DeedDialog
      title={`${change.userName}のログインIDの変更を${label}`}
      label={label}
      consequence={`いまのログインID（${change.loginId}）がそのまま使われます。${toldText("ご本人")}`}
      form={form}
      fields={["reason"]}
      send={({ reason }) =>
        call(
          office.POST("/api/Office/RefuseLoginChange", {
            body: { userId: change.userId, loginId: change.newLoginId, reason },
          }),
        )
      }
      done="ログインIDの変更を取りやめました。"
      failed="ログインIDの変更を取りやめられませんでした。"
      onClose={onClose}
    >
      <TextField
        label="理由"
        required
        help="監査ログに残ります。"
        error={form.formState.errors.reason?.message}
        {...form.register("reason")}
      />
    </DeedDialog>
  );
}
