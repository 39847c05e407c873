import type { components } from "@/api/schema.gen";
import { negotiationHref } from "@/negotiation/href";

export type Task = components["schemas"]["DeskTask"];
export type TaskKind = Task["kind"];
export type FunnelStep = components["schemas"]["DeskStep"];

/** The address of the page on which a task is done (domain.md 9, /mypage). */
export function taskHref({
  place,
  sellerBusinessId = "",
  buyerNegotiationId = "",
  companyId = "",
}: Pick<Task, "place" | "sellerBusinessId" | "buyerNegotiationId" | "companyId">): string {
  switch (place) {
    case "bf":
    case "sf":
      return negotiationHref({ sellerBusinessId, buyerNegotiationId, side: place });
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
