import type { Step } from "./form/fields";

/** Where the form of a listing is, at one of its steps. */
export function formAddress(sellerBusinessId: string, companyId: string, step: Step): string {
  return `/seller-business/new?${new URLSearchParams({
    ...(companyId ? { companyId } : {}),
    ...(sellerBusinessId ? { sellerBusinessId } : {}),
    step,
  })}`;
}

/** Where a listing's confirmation is. */
export function confirmAddress(sellerBusinessId: string, companyId: string): string {
  return `/seller-business/confirm?${new URLSearchParams(
    sellerBusinessId ? { sellerBusinessId, companyId } : { companyId },
  )}`;
}
