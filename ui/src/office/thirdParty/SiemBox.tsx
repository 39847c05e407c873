import { useState } from "react";
import { useForm } from "react-hook-form";
import { call } from "@/api/client";
import { network } from "@/api/network";
import { office, type Schemas } from "@/api/officeClient";
import { Button } from "@/kit/Button";
import { Checkbox } from "@/kit/Checkbox";
import { DescriptionList } from "@/kit/DescriptionList";
import { Heading } from "@/kit/Heading";
import panel from "@/kit/Panel.module.css";
import { TextArea } from "@/kit/TextArea";
import { TextField } from "@/kit/TextField";
import { formatTime } from "@/lib/dates";
import { DeedDialog } from "../deed";
import { State } from "../list";
import styles from "../office.module.css";

type Siem = Schemas["SiemShown"];

/** The receiver of events: what was sent, what waits, and what went wrong last. */
export function SiemBox({ siem }: { siem: Siem }) {
  const [isOpen, setOpen] = useState(false);
  const logs = [siem.hasAudit && "監査ログ", siem.hasLedger && "開示台帳"].filter(Boolean).join("、");
  return (
    <section className={styles.section}>
      <Heading>SIEMへの送信</Heading>
      {siem.problem && (
        <p className={panel.problem} role="alert">
          {formatTime(siem.problemAt)}　{siem.problem}
          {siem.nextAt && `　次は ${formatTime(siem.nextAt)} にやり直します。`}
        </p>
      )}
      {siem.isOn && siem.isHeld && (
        <p className={panel.warning}>
          バックアップから復元したため、送信を止めています。メールの送信を再開すると、続きから送ります。
        </p>
      )}
      <p>
        監査ログと開示台帳の新しい行を、RFC 5424
        の形で、TLSで暗号化して送ります。名前と本文は入りません。受け取る側が止まっている間は待ち、動き出すと続きから送ります。
      </p>
      <DescriptionList
        items={[
          {
            term: "状態",
            value: siem.isOn ? (
              <State kind={siem.problem ? "bad" : "done"}>送っています</State>
            ) : (
              "送っていません"
            ),
          },
          ...(siem.isOn
            ? [
                { term: "受け取るサーバ", value: `${siem.host}（${siem.port || 6514}番）` },
                { term: "送るもの", value: logs },
                { term: "最後に送った日時", value: siem.sentAt ? formatTime(siem.sentAt) : "まだありません" },
                {
                  term: "送ったイベント",
                  value: `${siem.sentCount.toLocaleString("ja-JP")}件（待っている分 ${siem.waitingCount.toLocaleString("ja-JP")}件）`,
                },
              ]
            : []),
        ]}
      />
      <div className={styles.actions}>
        <Button
          onClick={() => setOpen(true)}
          disabledReason={network.value.isDemo ? "デモでは、外のサーバに接続しません。" : undefined}
        >
          {siem.version > 0 ? "送信の設定を変更する" : "送信を設定する"}
        </Button>
      </div>
      <p className={panel.note}>
        どのイベントにも通し番号（stream、log、seq）があります。送り直しで同じ番号が二度届いたときは、受け取る側で一つにしてください。設定する前の行は送りません。一日の記録のファイルにあります。
      </p>
      {isOpen && <SiemDialog siem={siem} onClose={() => setOpen(false)} />}
    </section>
  );
}

const FIELDS = ["host", "port", "ca", "certificate", "key", "hasAudit"] as const;

function SiemDialog({ siem, onClose }: { siem: Siem; onClose: () => void }) {
  const form = useForm({
    defaultValues: {
      isOn: siem.version === 0 || siem.isOn,
      host: siem.host,
      port: siem.port ? String(siem.port) : "",
      ca: siem.ca,
      certificate: siem.certificate,
      key: "",
      hasAudit: siem.version === 0 || siem.hasAudit,
      hasLedger: siem.version === 0 || siem.hasLedger,
    },
  });
  const { errors } = form.formState;
  return (
    <DeedDialog
      title="SIEMへの送信を設定する"
      label="保存する"
      consequence="保存したあとに書かれた行から送ります。やめて、また始めたときは、その間の行は送りません。"
      form={form}
      fields={FIELDS}
      send={({ port, ...values }) =>
        call(
          office.PUT("/api/Office/UpdateSIEM", {
            body: {
              ...values,
              port: Number(port.normalize("NFKC")),
              version: siem.version,
            },
          }),
        )
      }
      done="保存しました。1分ほどで送り始めます。"
      failed="保存できませんでした。"
      onClose={onClose}
      wide
    >
      <Checkbox label="送る" {...form.register("isOn")} />
      <Checkbox label="監査ログ" error={errors.hasAudit?.message} {...form.register("hasAudit")} />
      <Checkbox label="開示台帳" {...form.register("hasLedger")} />
      <TextField
        label="受け取るサーバの名前"
        badge={false}
        example="siem.example.jp"
        autoComplete="off"
        error={errors.host?.message}
        {...form.register("host")}
      />
      <TextField
        label="ポート番号"
        size="short"
        help="空のときは 6514 になります。"
        inputMode="numeric"
        error={errors.port?.message}
        {...form.register("port", {
          validate: (typed) =>
            /^\d*$/.test(typed.normalize("NFKC").trim()) || "ポート番号は、数字で入力してください。",
        })}
      />
      <TextArea
        label="認証局の証明書（PEM）"
        badge={false}
        help="受け取るサーバの証明書を発行した認証局のもの。"
        rows={5}
        spellCheck={false}
        error={errors.ca?.message}
        {...form.register("ca")}
      />
      <TextArea
        label="こちらの証明書（PEM）"
        help="受け取るサーバが、送る側の証明書を求めるときだけ。"
        rows={3}
        spellCheck={false}
        error={errors.certificate?.message}
        {...form.register("certificate")}
      />
      <TextArea
        label="こちらの秘密鍵（PEM）"
        help={
          siem.hasKey
            ? "変えないときは空のままにします。暗号化して保存し、二度と表示しません。"
            : "暗号化して保存し、二度と表示しません。"
        }
        rows={3}
        spellCheck={false}
        error={errors.key?.message}
        {...form.register("key")}
      />
    </DeedDialog>
  );
}
