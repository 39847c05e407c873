import { useQuery } from "@tanstack/react-query";
import { ShieldAlert, ShieldCheck } from "lucide-react";
import { useState } from "react";
import { rereadAfter } from "@/api/reread";
import { Button } from "@/kit/Button";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { formatTime } from "@/lib/dates";
import { CodesPanel } from "./CodesPanel";
import { ProofDialog } from "./ProofDialog";
import styles from "./signin.module.css";
import type { SecondStep, SecondStepCalls } from "./types";

/** With this many recovery codes left or fewer, the user is advised to create new ones. */
const FEW_CODES = 3;

/** The state of the user's own second step, with the actions on it. */
export function SecondStepPanel({ calls }: { calls: SecondStepCalls }) {
  const { data, isError, refetch } = useQuery(calls.state);
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes)
    return (
      <CodesPanel
        codes={codes}
        label="リカバリーコードの表示を終える"
        onDone={() => {
          setCodes(null);
          void refetch();
        }}
      />
    );
  // The network does not use the second step and the user has not set it up.
  if (data && data.rule === 0 && !data.isEnabled) return null;
  return (
    <section className={panel.section} aria-labelledby="second-step">
      <Heading id="second-step">2段階認証</Heading>
      {data ? (
        <State state={data} calls={calls} onCodes={setCodes} />
      ) : isError ? (
        <div className={styles.actions}>
          <Button onClick={() => refetch()}>2段階認証の状態を読み込む</Button>
        </div>
      ) : (
        <Skeleton lines={2} />
      )}
    </section>
  );
}

function State({
  state,
  calls,
  onCodes,
}: {
  state: SecondStep;
  calls: SecondStepCalls;
  onCodes: (codes: string[]) => void;
}) {
  const [dialog, setDialog] = useState<"renew" | "stop" | null>(null);
  const close = () => setDialog(null);
  if (!state.isEnabled)
    return (
      <>
        <p className={styles.state}>
          <ShieldAlert aria-hidden size={20} />
          設定していません
        </p>
        <p>
          設定すると、ログインのときに、パスワードのほかにスマートフォンに表示される6桁の数字を入力します。パスワードが他人に知られても、ログインされません。
        </p>
        <div className={styles.actions}>
          <Link href={calls.setupHref} button="secondary">
            2段階認証を設定する
          </Link>
        </div>
      </>
    );
  return (
    <>
      <p className={styles.state} data-on>
        <ShieldCheck aria-hidden size={20} />
        設定しています（{formatTime(state.enabled)} から）
      </p>
      <p className={state.recoveryCodeCount <= FEW_CODES ? panel.warning : undefined}>
        残りのリカバリーコード：{state.recoveryCodeCount}個
        {state.recoveryCodeCount <= FEW_CODES &&
          "。少なくなっています。作り直して、新しいコードを控えてください。"}
      </p>
      <div className={styles.actions}>
        <Link href={calls.setupHref} button="secondary">
          別のスマートフォンに切り替える
        </Link>
        <Button onClick={() => setDialog("renew")}>リカバリーコードを作り直す</Button>
        {state.rule !== 2 && (
          <Button kind="danger" onClick={() => setDialog("stop")}>
            2段階認証を解除する
          </Button>
        )}
      </div>
      {state.rule === 2 && <p className={panel.note}>2段階認証は必須のため、解除できません。</p>}
      {dialog === "renew" && (
        <ProofDialog
          title="リカバリーコードを作り直す"
          label="作り直す"
          consequence={<p>新しいコードを10個作ります。これまでのコードは、すべて使えなくなります。</p>}
          send={async (proof) => {
            const { recoveryCodes } = await calls.renew(proof);
            close();
            onCodes(recoveryCodes);
          }}
          onClose={close}
        />
      )}
      {dialog === "stop" && (
        <ProofDialog
          title="2段階認証を解除する"
          label="解除する"
          danger
          consequence={
            <p>
              次のログインから、パスワードだけでログインできるようになります。リカバリーコードも使えなくなります。
            </p>
          }
          send={async (proof) => {
            await calls.stop(proof);
            close();
            notify.success("2段階認証を解除しました。");
            await rereadAfter("session");
          }}
          onClose={close}
        />
      )}
    </>
  );
}
