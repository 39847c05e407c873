import { PasswordForm } from "./PasswordForm";
import { officePage } from "./page";

/** /office/password */
export default officePage(() => <PasswordForm />, { fad: true });
