import { api, call } from "@/api/client";
import type { components } from "@/api/schema.gen";

type Input = components["schemas"]["ApprovalDecisionInput"];

/** What the seller decided. */
export type Decision = components["schemas"]["ApprovalDecided"];

/**
 * The seller's one decision (ApproveByKey).
 *
 * @throws ApiError
 */
export function decide(input: Input): Promise<Decision> {
  return call(api.POST("/api/SellerBusiness/ApproveByKey", { body: input }));
}
