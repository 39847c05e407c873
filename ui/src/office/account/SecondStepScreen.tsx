import { officePage } from "../page";
import { SecondStepSetup } from "./SecondStepSetup";

/** /office/password/second-step */
export default officePage(() => <SecondStepSetup />, {
  fad: true,
  crumbs: [{ label: "パスワード変更", href: "/office/password" }, { label: "2段階認証の設定" }],
});
