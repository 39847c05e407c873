import { useNavigate } from "@/lib/location";
import { secondStepDue } from "@/session/session";
import { bankPasskeys } from "@/signin/passkeyCalls";
import { SetupChoice } from "@/signin/SetupChoice";
import { SetupSteps } from "@/signin/SetupSteps";
import { bankSignIns } from "./signInCalls";

/** Sets up the second step of signing in, or a passkey (/password/second-step). */
export default function SecondStepScreen() {
  const navigate = useNavigate();
  const leave = () => {
    const wasDue = secondStepDue.value;
    secondStepDue.value = false;
    navigate(wasDue ? "/mypage" : "/password");
  };
  return (
    <SetupChoice passkeys={bankPasskeys} due={secondStepDue.value} onDone={leave}>
      <SetupSteps
        calls={bankSignIns.secondStep}
        due={secondStepDue.value}
        doneLabel={secondStepDue.value ? "トップページへ進む" : "パスワード変更の画面へ戻る"}
        onDone={leave}
      />
    </SetupChoice>
  );
}
