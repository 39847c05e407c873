import { Heading } from "@/kit/Heading";
import { isADM } from "@/session/office";
import { officePage } from "../page";
import { OfficeDirectories } from "./OfficeDirectories";
import { OwnDirectory } from "./OwnDirectory";

/** /office/directory: institutions' own directories, by which their people sign in (OpenID Connect). */
export default officePage(
  () => (
    <>
      <Heading level={1}>認証基盤（社内のアカウントでのログイン）</Heading>
      {isADM.value ? <OfficeDirectories /> : <OwnDirectory />}
    </>
  ),
  { fad: true },
);
