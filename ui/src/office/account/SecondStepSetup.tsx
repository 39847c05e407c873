import { network } from "@/api/network";
import { useNavigate } from "@/lib/location";
import { secondStepDue } from "@/session/office";
import { officePasskeys } from "@/signin/officePasskeyCalls";
import { SetupChoice } from "@/signin/SetupChoice";
import { SetupSteps } from "@/signin/SetupSteps";
import { officeSignIns } from "./signInCalls";

/** Sets up the second step of signing in. All users of the console need it, except in the demo. */
export function SecondStepSetup({ due }: { due?: boolean }) {
  const navigate = useNavigate();
  const leave = () => {
    secondStepDue.value = false;
    if (!due) navigate("/office/password");
  };
  return (
    <>
      <SetupChoice passkeys={officePasskeys} due={due} onDone={leave}>
        <SetupSteps
          calls={officeSignIns.secondStep}
          due={due}
          doneLabel={due ? "管理画面へ進む" : "パスワード変更の画面へ戻る"}
          onDone={leave}
        />
      </SetupChoice>
      {network.value.isDemo && (
        <p>
          デモでは、事務局と管理者の2段階認証は任意です。実際のネットワークでは必須で、最初のログインのあとに設定します。
        </p>
      )}
    </>
  );
}
