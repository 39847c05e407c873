import { part, read } from "./read";

/** Who read what of a listing, and when. */
export const ledgerQuery = (sellerBusinessId: string) =>
  part(
    read("ledger", "/api/SellerBusiness/GetDisclosureLedger", { sellerBusinessId }),
    ({ ledgerList }) => ledgerList,
  );

/** Whom the bank approached and who asked, as the owner is told (domain.md 0.12). */
export const approachesQuery = (sellerBusinessId: string) =>
  part(
    read("ledger", "/api/SellerBusiness/GetApproaches", { sellerBusinessId }),
    ({ approachList }) => approachList,
  );
