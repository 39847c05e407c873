import { useNavigate } from "@/lib/location";
import { secondStepDue } from "@/session/session";
import { SetupSteps } from "@/signin/SetupSteps";
import { bankSignIns } from "./signInCalls";

/** Sets up the second step of signing in (/password/second-step). */
export default function SecondStepScreen() {
  const navigate = useNavigate();
  return (
    <SetupSteps
      calls={bankSignIns.secondStep}
      due={secondStepDue.value}
      doneLabel={secondStepDue.value ? "トップページへ進む" : "パスワード変更の画面へ戻る"}
      onDone={() => {
        const wasDue = secondStepDue.value;
        secondStepDue.value = false;
        navigate(wasDue ? "/mypage" : "/password");
      }}
    />
  );
}
