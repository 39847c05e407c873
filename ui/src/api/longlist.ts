import { type BodyOf, part, read, readByPost } from "./read";

/** Buyers that a listing fits. */
export const candidatesQuery = (body: BodyOf<"/api/BuyerCompany/SearchLongCompany">) =>
  readByPost("longlist", "/api/BuyerCompany/SearchLongCompany", body, { isAbortable: true });

/** The institution's saved lists for one listing, or with "" for all. */
export const longListsQuery = (sellerBusinessId: string) =>
  part(
    read("longlist", "/api/BuyerCompany/GetLongListList", {
      sellerBusinessId: sellerBusinessId || undefined,
    }),
    ({ longListList }) => longListList,
  );

export const longListQuery = (longListId: string) =>
  read("longlist", "/api/BuyerCompany/GetLongList", { longListId });
