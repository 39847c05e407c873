import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { NEGOTIATION_KEY } from "./queries";

/** A user of a company or an institution, as far as choosing one needs (SPEC.md section 3 User). */
export interface Person {
  userId: string;
  /** The mail address. */
  loginId: string;
  userName: string;
  position: string;
  status: number;
}

/** Users who may act: userType 2 FIN, 3 SEL (domain.md 6). */
function enabled({ userList }: { userList: Person[] }): Person[] {
  return userList.filter((person) => person.status === ENABLED);
}

const ENABLED = 2;

/** The persons in charge of a listing's seller; for the institution in charge alone. */
export function sellerPersonsQuery(sellerBusinessId: string) {
  return queryOptions({
    queryKey: [NEGOTIATION_KEY, "persons", "seller", sellerBusinessId],
    queryFn: async () => {
      const { companyId } = await call(
        api.GET("/api/SellerBusiness/GetSellerBusinessOverViewAsync", {
          params: { query: { sellerBusinessId } },
        }),
      );
      return enabled(
        await call(
          api.GET("/api/SellerCompanyUser/GetUsersList", {
            params: { query: { clientId: companyId, userType: 3 } },
          }),
        ),
      );
    },
  });
}

/** The users of the caller's own institution. */
export const colleaguesQuery = queryOptions({
  queryKey: [NEGOTIATION_KEY, "persons", "own"],
  queryFn: async () =>
    enabled(await call(api.GET("/api/FinancialUser/GetUsersList", { params: { query: { userType: 2 } } }))),
});
