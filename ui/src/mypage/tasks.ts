import type { components } from "@/api/schema.gen";
import { negotiationHref, unreadHref } from "@/negotiation/href";

export type Task = components["schemas"]["DeskTask"];
export type TaskKind = Task["kind"];
export type FunnelStep = components["schemas"]["DeskStep"];

/** The address of the page on which a task is done (domain.md 9, /mypage). */
export function taskHref({
  kind,
  place,
  sellerBusinessId = "",
  buyerNegotiationId = "",
  companyId = "",
}: Partial<Pick<Task, "kind">> &
  Pick<Task, "place" | "sellerBusinessId" | "buyerNegotiationId" | "companyId">): string {
  switch (place) {
    case "bf":
    case "sf":
      return (kind === "unread" ? unreadHref : negotiationHref)({
        sellerBusinessId,
        buyerNegotiationId,
        side: place,
      });
    case "listing":
      return `/seller-company-manage/seller-business/${sellerBusinessId}`;
    case "offers":
      return `/seller-company-manage/seller-business/${sellerBusinessId}?tab=offers`;
    case "buyer":
      return `/buyer-company-manage/${companyId}`;
    case "user":
      return `/buyer-company-manage/${companyId}?tab=users`;
  }
}
