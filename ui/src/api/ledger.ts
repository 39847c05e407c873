import { part, read } from "./read";

/** Who read what of a listing, and when. */
export const ledgerQuery = (sellerBusinessId: string) =>
  part(
    read("ledger", "/api/SellerBusiness/GetDisclosureLedger", { sellerBusinessId }),
    ({ ledgerList }) => ledgerList,
  );

/**
 * The buyers that the bank approached and those that asked, as reported to the owner (domain.md
 * 0.12).
 */
export const approachesQuery = (sellerBusinessId: string) =>
  part(
    read("ledger", "/api/SellerBusiness/GetApproaches", { sellerBusinessId }),
    ({ approachList }) => approachList,
  );

/** Who learned the name of a seller's company, and when, by listing. */
export const nameReadersQuery = (companyId: string) =>
  read("ledger", "/api/SellerCompany/GetNameReaders", { companyId });
