import { useForm } from "react-hook-form";
import { call } from "@/api/client";
import { codeLabel, useEnumerations } from "@/api/enumerations";
import * as limits from "@/api/limits.gen";
import { office, type Schemas } from "@/api/officeClient";
import { TextArea } from "@/kit/TextArea";
import { DeedDialog } from "../deed";
import { State } from "../list";
import styles from "../office.module.css";
import { toldText } from "../told";

/** A member institution's status as text. */
export function InstitutionState({ status }: { status: number }) {
  const codes = useEnumerations();
  return (
    <State kind={isRunning({ status }) ? "done" : "quiet"}>
      {codeLabel(codes, "institutionStatus", status)}
    </State>
  );
}

/** The status of an institution that was absorbed by another one, for good. */
export const MERGED = 3;

export function isRunning(institution: { status: number }): boolean {
  return institution.status === 1;
}

/** The texts of stopping and resuming a member institution. */
const DEEDS = {
  stop: {
    title: "金融機関の利用を停止する",
    label: "利用を停止する",
    done: "金融機関の利用を停止しました。",
    failed: "利用を停止できませんでした。",
  },
  resume: {
    title: "金融機関の利用を再開する",
    label: "利用を再開する",
    done: "金融機関の利用を再開しました。",
    failed: "利用を再開できませんでした。",
  },
} as const;

export function InstitutionStatusDialog({
  institution,
  onClose,
}: {
  institution: Schemas["OfficeInstitutionDetail"];
  onClose: () => void;
}) {
  const form = useForm({ defaultValues: { reason: "" } });
  const event = isRunning(institution) ? "stop" : "resume";
  return (
    <DeedDialog
      {...DEEDS[event]}
      danger={event === "stop"}
      wide
      consequence={
        event === "stop" ? (
          <>
            <p>{institution.financialName}は、すぐに次のようになります。</p>
            <ul className={styles.points}>
              <li>この金融機関と、担当する買手企業の利用者は、全員ログアウトされ、ログインできません。</li>
              <li>担当する売却案件と買手は、ほかの金融機関と買手に表示されません。</li>
              <li>承認・承諾・登録・パスワードのためにメールで送ったリンクは、使えなくなります。</li>
              <li>
                すでに始まっている交渉は終わらず、相手方には、これまでに開示した内容が引き続き見えます。終わらせるときは、「売却案件」の画面で案件を無効にしてください。
              </li>
              <li>
                {toldText("この金融機関")}
                停止したことは、ほかの金融機関には知らせません。
              </li>
            </ul>
          </>
        ) : (
          <>
            <p>{institution.financialName}は、すぐに次のようになります。</p>
            <ul className={styles.points}>
              <li>この金融機関と、担当する買手企業の利用者は、これまでのパスワードでログインできます。</li>
              <li>公開期間中の売却案件と買手は、ふたたび表示されます。</li>
              <li>
                公開先を制限している他の金融機関の案件は、それぞれの担当の金融機関が許すまで、この金融機関に表示されません。
              </li>
              <li>{toldText("この金融機関")}</li>
            </ul>
          </>
        )
      }
      form={form}
      fields={["reason"]}
      send={({ reason }) =>
        call(
          office.PUT("/api/Office/ChangeInstitutionStatus", {
            body: { financialId: institution.financialId, version: institution.version, event, reason },
          }),
        )
      }
      onClose={onClose}
    >
      <TextArea
        label="理由"
        required
        maxLength={limits.OfficeInstitutionStatus.reason.maxLength}
        help="この金融機関の監査ログに表示されます。"
        error={form.formState.errors.reason?.message}
        {...form.register("reason")}
      />
    </DeedDialog>
  );
}
