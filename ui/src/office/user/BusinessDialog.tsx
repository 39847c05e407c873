import { useForm } from "react-hook-form";
import { call } from "@/api/client";
import { office, type Schemas } from "@/api/officeClient";
import { RadioGroup } from "@/kit/RadioGroup";
import { DeedDialog } from "../deed";
import { toldText } from "../told";

type User = Schemas["OfficeUserRow"];

/** What a bank's user may work on, by the codes of the server (team.md 2), and what it means for him. */
const BUSINESSES = [
  {
    value: "0",
    label: "M&Aと融資",
    help: "企業・案件・交渉のすべてと、資金支援を扱います。融資の部門を分けない金融機関では、これを選びます。",
  },
  {
    value: "1",
    label: "M&A",
    help: "企業・案件・交渉を扱います。資金支援は「相談受付」までで、検討と承認は融資の担当者が行います。",
  },
  {
    value: "2",
    label: "融資",
    help: "買手が情報共有に同意した資金支援の案件だけを扱います。売手、交渉、メッセージは表示されません。",
  },
] as const;

/** Sets what a bank's user works on: M&A, lending, or both. It is in force with his next step. */
export function BusinessDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const form = useForm({ defaultValues: { business: String(user.business) } });
  return (
    <DeedDialog
      title={`${user.userName}の業務を変更する`}
      label="業務を変更する"
      wide
      consequence={
        <p>
          {user.userName}（{user.loginId}
          ）は、すぐにログアウトされ、次のログインから、選んだ業務の画面だけが開きます。担当しているものがあるとき、代理や承認者であるときは、「融資」だけにはできません。
          {toldText("ご本人と、すべての管理者")}
        </p>
      }
      form={form}
      fields={["business"]}
      send={({ business }) =>
        call(
          office.POST("/api/Office/ChangeBusiness", {
            body: { userId: user.userId, version: user.version, business: Number(business) },
          }),
        )
      }
      done="業務を変更しました。"
      failed="業務を変更できませんでした。"
      onClose={onClose}
    >
      <RadioGroup label="業務" column badge={false} options={BUSINESSES} {...form.register("business")} />
    </DeedDialog>
  );
}
