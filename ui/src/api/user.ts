import type { CompanyKind } from "./company";
import { type BodyOf, part, read, readByPost } from "./read";
import type { components } from "./schema.gen";

/** Whose users: those of a kind of company, or the bank's own. */
export type UserOwner = CompanyKind | "bank";

type User = components["schemas"]["UserRow"];

const USER_TYPE: Record<UserOwner, number> = { buyer: 1, bank: 2, seller: 3 };
const LIST = {
  buyer: "/api/BuyerCompanyUser/GetUsersList",
  seller: "/api/SellerCompanyUser/GetUsersList",
  bank: "/api/FinancialUser/GetUsersList",
} as const;
const ONE = {
  buyer: "/api/BuyerCompanyUser/GetUser",
  bank: "/api/FinancialUser/GetUser",
} as const;
const CHECK = {
  buyer: "/api/BuyerCompanyUser/CheckUser",
  seller: "/api/SellerCompanyUser/CheckUser",
  bank: "/api/FinancialUser/CheckUser",
} as const;

/** The users of a company, or of the caller's own institution. */
export const usersQuery = (owner: UserOwner, clientId: string) =>
  part(read("user", LIST[owner], { clientId, userType: USER_TYPE[owner] }), ({ userList }) => userList);

const ENABLED = 2;

/** Users who may act (domain.md 6). */
export const enabledUsers = (users: readonly User[]): User[] =>
  users.filter(({ status }) => status === ENABLED);

/** The business of who works on lending alone: no deal is his (team.md 2). */
const LENDING = 2;

/** What a bank's user works on, in words. */
export const businessOf = ({ business = 0 }: Pick<User, "business">): string =>
  ["M&Aと融資", "M&A", "融資"][business] ?? "";

/** The users of a bank who work on deals. */
export const dealUsers = (users: readonly User[]): User[] =>
  users.filter(({ business }) => business !== LENDING);

/** The users of the caller's own institution who may act on a deal. */
export const colleaguesQuery = {
  ...usersQuery("bank", ""),
  select: (users: readonly User[]) => enabledUsers(dealUsers(users)),
};

export const userQuery = (owner: keyof typeof ONE, userId: string) =>
  read("user", ONE[owner], { userId, userType: USER_TYPE[owner] });

/** A user as it would be stored, without storing it. */
export const checkUserQuery = (owner: UserOwner, body: BodyOf<(typeof CHECK)["buyer"]>) =>
  readByPost("check", CHECK[owner], body);
