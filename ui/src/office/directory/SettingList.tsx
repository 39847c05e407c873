import type { Schemas } from "@/api/officeClient";
import { DescriptionList } from "@/kit/DescriptionList";
import { formatTime } from "@/lib/dates";

export type Setting = Schemas["DirectorySetting"];

const at = (time: string | undefined, name: string | undefined) =>
  time ? `${formatTime(time)}${name ? `　${name}` : ""}` : "";

/** What a directory's setting says, without its secret. */
export function SettingList({ setting }: { setting: Setting }) {
  const listed = (list: readonly string[]) => list.join("、");
  return (
    <DescriptionList
      items={[
        { term: "発行者（issuer）", value: setting.issuer },
        { term: "client ID", value: setting.clientId },
        { term: "ログインIDの@より後ろ", value: listed(setting.domainList) },
        { term: "求める認証の強さ（acr）", value: listed(setting.acrList) || "問わない" },
        { term: "求める認証の方法（amr）", value: listed(setting.amrList) || "問わない" },
        {
          term: "利用できるグループ",
          value: setting.groupClaim ? `${setting.groupClaim}：${listed(setting.groupList)}` : "問わない",
        },
        {
          term: "パスワードでのログイン",
          value: setting.isPasswordForbidden ? "禁止する" : "禁止しない",
        },
        { term: "緊急用の利用者", value: setting.emergencyUserName },
        { term: "試しのログイン", value: at(setting.tried, setting.triedName) },
        { term: "事務局の確認に出した日時", value: at(setting.sent, setting.sentName) },
      ]}
    />
  );
}
