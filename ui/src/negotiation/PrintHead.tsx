import { network } from "@/api/network";
import { formatTime } from "@/lib/dates";
import { user } from "@/session/session";

/** The head of a page on paper that bears names: who printed it, and when (domain.md 3.5). */
export function PrintHead() {
  return (
    <p className="print-only">
      <strong>取扱注意</strong>　{network.value.networkName}　印刷 {formatTime(new Date().toISOString())}　
      {user.value?.userName}
    </p>
  );
}
