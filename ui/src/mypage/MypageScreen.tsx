import { Heading } from "@/kit/Heading";
import { isFIN, isLending, user } from "@/session/session";
import { BuyerDesk } from "./BuyerDesk";
import { FinancialDesk } from "./FinancialDesk";
import { ImportantTopics } from "./ImportantTopics";
import { LendingDesk } from "./LendingDesk";

/** The top page after login, for a bank's or a buyer's user (domain.md 9). */
export default function MypageScreen() {
  const name = user.value?.userName;
  return (
    <>
      <Heading level={1}>トップページ</Heading>
      {name && <p>{name} 様、お疲れさまです。</p>}
      <ImportantTopics />
      {isLending.value ? <LendingDesk /> : isFIN.value ? <FinancialDesk /> : <BuyerDesk />}
    </>
  );
}
