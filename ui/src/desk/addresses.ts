import type { Step } from "./form/fields";

/** The address of a listing's form at one of its steps. */
export function formAddress(sellerBusinessId: string, companyId: string, step: Step): string {
  return `/seller-business/new?${new URLSearchParams({
    ...(companyId ? { companyId } : {}),
    ...(sellerBusinessId ? { sellerBusinessId } : {}),
    step,
  })}`;
}

/** The address of a listing's confirm page. */
export function confirmAddress(sellerBusinessId: string, companyId: string): string {
  return `/seller-business/confirm?${new URLSearchParams(
    sellerBusinessId ? { sellerBusinessId, companyId } : { companyId },
  )}`;
}
