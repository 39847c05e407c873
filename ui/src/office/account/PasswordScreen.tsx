import { useQuery } from "@tanstack/react-query";
import { ownOfficeDirectoryQuery } from "@/api/office";
import { isADM } from "@/session/office";
import { DirectoryPanel } from "@/signin/DirectoryPanel";
import { officePasskeys } from "@/signin/officePasskeyCalls";
import { PasskeyPanel } from "@/signin/PasskeyPanel";
import { SecondStepPanel } from "@/signin/SecondStepPanel";
import { SignInsPanel } from "@/signin/SignInsPanel";
import { officePage } from "../page";
import { PasswordForm } from "./PasswordForm";
import { officeSignIns } from "./signInCalls";

/** /office/password: the user's own password, second step and sessions. */
export default officePage(
  () => (
    <>
      <PasswordForm />
      <PasskeyPanel calls={officePasskeys} />
      <SecondStepPanel calls={officeSignIns.secondStep} />
      {!isADM.value && <OwnDirectory />}
      <SignInsPanel calls={officeSignIns} />
    </>
  ),
  { fad: true },
);

function OwnDirectory() {
  return <DirectoryPanel data={useQuery(ownOfficeDirectoryQuery).data} />;
}
