import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { api, call, noneOn400 } from "@/api/client";
import type { operations } from "@/api/schema.gen";
import type { Kind } from "./kinds";
import type {
  CompanyDetails,
  CompanyDetailsInput,
  CompanyOverview,
  CompanyOverviewInput,
  Institution,
  InstitutionInput,
  Needs,
  NeedsInput,
  Registration,
  User,
  UserInput,
} from "./types";

/** Everything cached of companies, their users and needs stands under this key. */
const KEY = "company";

/** After a write: whatever is shown of companies is asked for again. */
export function refresh(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: [KEY] });
}

export type SearchQuery = NonNullable<operations["BuyerCompany_SearchCompanyAsync"]["parameters"]["query"]>;

/** The call's path for a kind. Both kinds have the same types, so the seller's stand for both. */
function company<Name extends string>(kind: Kind, name: Name): `/api/SellerCompany/${Name}` {
  return (kind.kind === "seller" ? `/api/SellerCompany/${name}` : `/api/BuyerCompany/${name}`) as never;
}

/** Whose users: a kind of company's, or the bank's own. */
export type Owner = Kind | "bank";

function users<Name extends string>(owner: Owner, name: Name): `/api/FinancialUser/${Name}` {
  if (owner === "bank") return `/api/FinancialUser/${name}`;
  return (
    owner.kind === "seller" ? `/api/SellerCompanyUser/${name}` : `/api/BuyerCompanyUser/${name}`
  ) as never;
}

function userType(owner: Owner): number {
  return owner === "bank" ? 2 : owner.userType;
}

/** A company's overview; a buyer's user means its own with "". */
export function overviewQuery(kind: Kind, companyId: string) {
  return queryOptions({
    queryKey: [KEY, kind.kind, "overview", companyId],
    queryFn: (): Promise<CompanyOverview> =>
      call(api.GET(company(kind, "GetCompanyOverViewAsync"), { params: { query: { companyId } } })),
  });
}

/** A company's details; null where there are none, or none that one may see (SPEC.md section 7). */
export function detailsQuery(kind: Kind, companyId: string) {
  return queryOptions({
    queryKey: [KEY, kind.kind, "details", companyId],
    queryFn: (): Promise<CompanyDetails | null> =>
      noneOn400(api.GET(company(kind, "GetCompanyDetailsAsync"), { params: { query: { companyId } } })),
  });
}

export function searchQuery(kind: Kind, query: SearchQuery) {
  return {
    queryKey: [KEY, kind.kind, "search", query],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      call(api.GET(company(kind, "SearchCompanyAsync"), { params: { query }, signal })),
  };
}

export function historyQuery(kind: Kind, companyId: string) {
  return queryOptions({
    queryKey: [KEY, kind.kind, "history", companyId],
    queryFn: () => call(api.GET(company(kind, "GetCompanyHistory"), { params: { query: { companyId } } })),
  });
}

/** Companies of the own institution that look like this one (domain.md 6 CheckCompany). */
export function doublesQuery(
  kind: Kind,
  query: { companyName: string; corporateRegistrationNumber: string; prefectureCode: string },
) {
  return queryOptions({
    queryKey: [KEY, kind.kind, "doubles", query],
    queryFn: () => call(api.GET(company(kind, "CheckCompany"), { params: { query } })),
  });
}

export function saveOverview(kind: Kind, body: CompanyOverviewInput): Promise<string> {
  return call(api.POST(company(kind, "CreateUpdateCompanyOverviewAsync"), { body }));
}

export function saveDetails(kind: Kind, body: CompanyDetailsInput): Promise<string> {
  return call(api.POST(company(kind, "CreateUpdateCompanyDetailsAsync"), { body }));
}

/** As they would be stored; nothing is. */
export function checkOverview(kind: Kind, body: CompanyOverviewInput): Promise<CompanyOverview> {
  return call(api.POST(company(kind, "CheckCompanyOverview"), { body }));
}

export function checkDetails(kind: Kind, body: CompanyDetailsInput): Promise<CompanyDetails> {
  return call(api.POST(company(kind, "CheckCompanyDetails"), { body }));
}

export function changeStatus(
  kind: Kind,
  body: {
    companyId: string;
    expectedStatus: number;
    event: "approve" | "return" | "disable" | "enable";
    comment?: string;
    registrationId?: string;
  },
): Promise<unknown> {
  return call(api.PUT(company(kind, "ChangeCompanyStatus"), { body }));
}

/** What a buyer sent in by its key, for its bank; null where it has not. */
export function registrationQuery(companyId: string) {
  return queryOptions({
    queryKey: [KEY, "buyer", "registration", companyId],
    queryFn: (): Promise<Registration | null> =>
      noneOn400(api.GET("/api/BuyerCompany/GetRegistration", { params: { query: { companyId } } })),
  });
}

/** Mails the key to register once more; the one before is dead. */
export function resendRegistration(companyId: string): Promise<unknown> {
  return call(api.PUT("/api/BuyerCompany/ReSendCreateMail", { body: { companyId } }));
}

export function usersQuery(owner: Owner, clientId: string) {
  return queryOptions({
    queryKey: [KEY, owner === "bank" ? "bank" : owner.kind, "users", clientId],
    queryFn: async (): Promise<User[]> =>
      (
        await call(
          api.GET(users(owner, "GetUsersList"), {
            params: { query: { clientId, userType: userType(owner) } },
          }),
        )
      ).userList,
  });
}

export function saveUser(owner: Owner, body: UserInput): Promise<string> {
  return call(api.POST(users(owner, "RegistUser"), { body }));
}

export function checkUser(owner: Owner, body: UserInput): Promise<User> {
  return call(api.POST(users(owner, "CheckUser"), { body }));
}

/** Mails the link for the first password once more. */
export function resendInvitation(owner: Owner, userId: string): Promise<unknown> {
  // Sellers' contacts never sign in; their screens do not offer it.
  const path =
    owner === "bank" ? "/api/FinancialUser/ReSendInvitation" : "/api/BuyerCompanyUser/ReSendInvitation";
  return call(api.PUT(path, { body: { userId } }));
}

export function needsQuery(clientId: string) {
  return queryOptions({
    queryKey: [KEY, "needs", clientId],
    queryFn: async (): Promise<Needs[]> =>
      (await call(api.GET("/api/Needs/GetNeedsList", { params: { query: { clientId, clientType: 1 } } })))
        .needsList,
  });
}

export function saveNeeds(body: NeedsInput): Promise<string> {
  return call(api.POST("/api/Needs/RegistNeeds", { body }));
}

/** What in a need may give the buyer away; none where it cannot be asked, for it is only a warning. */
export async function needsWarnings(
  body: NeedsInput,
): Promise<{ field: string; text: string; why: string }[]> {
  try {
    return (await call(api.POST("/api/Needs/CheckNeeds", { body }))).anonymityWarnings;
  } catch {
    return [];
  }
}

export function removeNeeds(body: { needsId: string; version: number }): Promise<unknown> {
  return call(api.POST("/api/Needs/RemoveNeeds", { body }));
}

/** The bank's own institution. */
export const institutionQuery = queryOptions({
  queryKey: [KEY, "institution"],
  queryFn: (): Promise<Institution> => call(api.GET("/api/Financial/GetFinancialInfo")),
});

export function saveInstitution(body: InstitutionInput): Promise<string> {
  return call(api.POST("/api/Financial/RegistFinancial", { body }));
}

/** The listings of a seller, whatever their status: for the bank in charge. */
export function listingsQuery(companyId: string) {
  return queryOptions({
    queryKey: [KEY, "seller", "listings", companyId],
    queryFn: () =>
      call(
        api.GET("/api/SellerBusiness/SearchSellerBusinessAsync", {
          params: { query: { companyId, isOnlyPersonInCharge: true, limit: 99_999_999 } },
        }),
      ),
  });
}

/** The negotiations of a buyer, for its bank. */
export function negotiationsQuery(companyId: string) {
  return queryOptions({
    queryKey: [KEY, "buyer", "negotiations", companyId],
    queryFn: () =>
      call(
        api.GET("/api/BuyerNegotiation/PartnerListByBuyerFinancial", { params: { query: { companyId } } }),
      ),
  });
}

/** The municipalities of a prefecture that an address can name. */
export function useCities(prefectureCode: string) {
  const cities = useQuery({
    queryKey: ["master", "cities", prefectureCode],
    queryFn: () => call(api.GET("/api/Address/GetCitiesList", { params: { query: { prefectureCode } } })),
    enabled: prefectureCode !== "",
    staleTime: Number.POSITIVE_INFINITY,
  });
  return cities.data?.filter((city) => city.isSelectable);
}

/** The places of a postal code; several where it covers several towns. */
export function addressesOf(postalCode: string) {
  return call(api.GET("/api/Address/GetAddressByPostalCode", { params: { query: { postalCode } } }));
}
