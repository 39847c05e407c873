import { useQuery } from "@tanstack/react-query";
import { listingOverviewQuery } from "@/api/listing";
import { enabledUsers, usersQuery } from "@/api/user";

/** The persons in charge of a listing's seller; for the institution in charge alone. */
export function useSellerPersons(sellerBusinessId: string) {
  const listing = useQuery(listingOverviewQuery({ sellerBusinessId }));
  const companyId = listing.data?.companyId;
  const users = useQuery({
    ...usersQuery("seller", companyId ?? ""),
    select: enabledUsers,
    enabled: companyId !== undefined,
  });
  const error = listing.error ?? users.error;
  return { data: users.data, error, isError: error !== null, isPending: users.isPending && error === null };
}
