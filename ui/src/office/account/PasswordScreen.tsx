import { SecondStepPanel } from "@/signin/SecondStepPanel";
import { SignInsPanel } from "@/signin/SignInsPanel";
import { officePage } from "../page";
import { PasswordForm } from "./PasswordForm";
import { officeSignIns } from "./signInCalls";

/** /office/password: everything about one's own way in. */
export default officePage(
  () => (
    <>
      <PasswordForm />
      <SecondStepPanel calls={officeSignIns.secondStep} />
      <SignInsPanel calls={officeSignIns} />
    </>
  ),
  { fad: true },
);
