import { useQuery } from "@tanstack/react-query";
import { listingOverviewQuery } from "@/api/listing";
import { usersQuery } from "@/api/user";

/** A user of a company or an institution, as far as choosing one needs (SPEC.md section 3 User). */
interface Person {
  userId: string;
  /** The mail address. */
  loginId: string;
  userName: string;
  position: string;
  status: number;
}

const ENABLED = 2;

/** Users who may act (domain.md 6). */
const enabled = (users: readonly Person[]): Person[] => users.filter((person) => person.status === ENABLED);

/** The persons in charge of a listing's seller; for the institution in charge alone. */
export function useSellerPersons(sellerBusinessId: string) {
  const listing = useQuery(listingOverviewQuery({ sellerBusinessId }));
  const companyId = listing.data?.companyId;
  const users = useQuery({
    ...usersQuery("seller", companyId ?? ""),
    select: enabled,
    enabled: companyId !== undefined,
  });
  const error = listing.error ?? users.error;
  return { data: users.data, error, isError: error !== null, isPending: users.isPending && error === null };
}

/** The users of the caller's own institution. */
export const colleaguesQuery = { ...usersQuery("bank", ""), select: enabled };
