import { Heading } from "@/kit/Heading";
import { isFIN, user } from "@/session/session";
import { BuyerDesk } from "./BuyerDesk";
import { FinancialDesk } from "./FinancialDesk";
import { ImportantTopics } from "./ImportantTopics";

/** The top page after login, for a bank's or a buyer's user (domain.md 9). */
export default function MypageScreen() {
  const name = user.value?.userName;
  return (
    <>
      <Heading level={1}>トップページ</Heading>
      {name && <p>{name} 様、お疲れさまです。</p>}
      <ImportantTopics />
      {isFIN.value ? <FinancialDesk /> : <BuyerDesk />}
    </>
  );
}
