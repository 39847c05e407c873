import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/api/client";

/** A user of a company or an institution, as far as choosing one needs (SPEC.md section 3 User). */
export interface Person {
  userId: string;
  /** The mail address. */
  loginId: string;
  userName: string;
  position: string;
  status: number;
}

/** Users of a client: userType 2 FIN, 3 SEL (domain.md 6). */
async function users(path: string, query: { clientId?: string; userType: number }): Promise<Person[]> {
  const answer = await call<{ userList: Person[] }>(api.GET(path as never, { params: { query } } as never));
  return answer.userList.filter((person) => person.status === ENABLED);
}

const ENABLED = 2;

/** The persons in charge of a listing's seller; for the institution in charge alone. */
export function sellerPersonsQuery(sellerBusinessId: string) {
  return queryOptions({
    queryKey: ["persons", "seller", sellerBusinessId],
    queryFn: async () => {
      const { companyId } = await call(
        api.GET("/api/SellerBusiness/GetSellerBusinessOverViewAsync", {
          params: { query: { sellerBusinessId } },
        }),
      );
      return users("/api/SellerCompanyUser/GetUsersList", { clientId: companyId, userType: 3 });
    },
  });
}

/** The users of the caller's own institution. */
export const colleaguesQuery = queryOptions({
  queryKey: ["persons", "own"],
  queryFn: () => users("/api/FinancialUser/GetUsersList", { userType: 2 }),
});
