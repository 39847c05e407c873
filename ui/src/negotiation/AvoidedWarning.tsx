import panel from "@/kit/Panel.module.css";
import type { Negotiation } from "./types";

/** To the seller's bank, once it knows the buyer's name: the owner does not want to be offered to this buyer (papers.md 2). */
export function AvoidedWarning({ negotiation: n }: { negotiation: Negotiation }) {
  if (!n.isAvoided || n.status === 9) return null;
  return (
    <section className={panel.warning} role="alert" aria-label="オーナーの打診しない先">
      <p>
        <strong>オーナーの打診しない先に一致しています</strong>
      </p>
      {n.status <= 2 ? (
        <p>
          このままでは、オーナーへの承諾の依頼も、実名交渉の承認もできません。実名交渉の申請は、却下してください。
          オーナーに確かめて打診してよいことになったときは、売手企業の画面の「打診しない先」から外すと、進められます。
          買手側には、一致していることは伝わりません。
        </p>
      ) : (
        <p>実名はすでに開示されています。交渉の進め方を、オーナーに確かめてください。</p>
      )}
    </section>
  );
}
