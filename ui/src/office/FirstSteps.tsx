import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleDashed, CircleMinus } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { call } from "@/api/client";
import * as limits from "@/api/limits.gen";
import { firstStepsQuery } from "@/api/office";
import { office, type Schemas } from "@/api/officeClient";
import { pageFetch } from "@/api/query";
import { Button } from "@/kit/Button";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import panel from "@/kit/Panel.module.css";
import { TextField } from "@/kit/TextField";
import { formatTime } from "@/lib/dates";
import { DeedDialog, perform } from "./deed";
import styles from "./FirstSteps.module.css";

type Step = Schemas["FirstStep"];

const decide = (step: string, isDismissed: boolean, reason = "") =>
  call(office.POST("/api/Office/DecideFirstStep", { body: { step, isDismissed, reason } }));

/** What the office of a new network does first; nothing once all is done or done without. */
export function FirstSteps() {
  const { data } = useQuery({ ...firstStepsQuery, ...pageFetch });
  const [dismissed, setDismissed] = useState<Step | null>(null);
  const steps = data?.stepList ?? [];
  if (steps.length === 0) return null;
  const left = steps.filter(isLeft).length;
  return (
    <section className={styles.box} aria-labelledby="first-steps">
      <h2 id="first-steps">はじめにすること</h2>
      <p className={panel.note}>{`あと${left}つです。すべて済むと、この一覧は表示されなくなります。`}</p>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step.step} data-left={isLeft(step) || undefined}>
            <State step={step} />
            <div className={styles.text}>
              <Heading level={3}>{step.title}</Heading>
              {isLeft(step) && <p>{step.detail}</p>}
              {step.reason && (
                <p>
                  理由：{step.reason}（{step.reasonBy}、{formatTime(step.reasonAt)}）
                </p>
              )}
              {!step.isDone && (
                <div className={styles.actions}>
                  {isLeft(step) && (
                    <Link href={step.link} button="secondary">
                      {step.linkLabel}
                    </Link>
                  )}
                  {isLeft(step) && step.canDismiss && (
                    <Button kind="quiet" onClick={() => setDismissed(step)}>
                      しないことにする<span className="visually-hidden">：{step.title}</span>
                    </Button>
                  )}
                  {step.reason && (
                    <Button
                      kind="quiet"
                      onClick={() =>
                        perform(
                          decide(step.step, false),
                          "することに戻しました。",
                          "することに戻せませんでした。",
                        )
                      }
                    >
                      することに戻す<span className="visually-hidden">：{step.title}</span>
                    </Button>
                  )}
                </div>
              )}
            </div>
          </li>
        ))}
      </ol>
      {dismissed && <DismissDialog step={dismissed} onClose={() => setDismissed(null)} />}
    </section>
  );
}

const isLeft = (step: Step) => !step.isDone && !step.reason;

function State({ step }: { step: Step }) {
  if (step.isDone)
    return (
      <span className={styles.state} data-kind="done">
        <CircleCheck aria-hidden size={20} /> 済み
      </span>
    );
  if (step.reason)
    return (
      <span className={styles.state}>
        <CircleMinus aria-hidden size={20} /> しない
      </span>
    );
  return (
    <span className={styles.state} data-kind="waiting">
      <CircleDashed aria-hidden size={20} /> まだ
    </span>
  );
}

function DismissDialog({ step, onClose }: { step: Step; onClose: () => void }) {
  const form = useForm({ shouldFocusError: false, defaultValues: { reason: "" } });
  return (
    <DeedDialog
      title={`「${step.title}」を、しないことにしますか`}
      label="しないことにする"
      consequence="この一覧から外れます。あとで、することに戻せます（すべて済むまで）。"
      form={form}
      fields={["reason"]}
      send={({ reason }) => decide(step.step, true, reason)}
      done="しないことにしました。"
      failed="しないことにできませんでした。"
      onClose={onClose}
    >
      <TextField
        label="理由"
        required
        maxLength={limits.StepDecision.reason.maxLength}
        help="監査ログに残り、事務局のほかの方にも表示されます。"
        example={step.step === "mail" ? "メールを使わず、招待状で進めるため。" : undefined}
        error={form.formState.errors.reason?.message}
        {...form.register("reason", { required: "理由を入力してください。" })}
      />
    </DeedDialog>
  );
}
