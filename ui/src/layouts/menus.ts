import {
  Building2,
  ChartLine,
  CircleUserRound,
  FolderKanban,
  Handshake,
  House,
  KeyRound,
  Landmark,
  ListChecks,
  type LucideIcon,
  Mail,
  Search,
  ShieldCheck,
  Store,
  UserRoundSearch,
} from "lucide-react";

interface MenuItem {
  href: string;
  label: string;
  /** The label under the icon in the bottom bar. */
  short: string;
  icon: LucideIcon;
}

interface MenuGroup {
  title?: string;
  items: readonly MenuItem[];
}

const top = { href: "/mypage", label: "トップページ", short: "トップ", icon: House };
const listings = { href: "/seller-business", label: "売却案件検索", short: "案件検索", icon: Search };
const buyers = { href: "/buyer-company", label: "買手検索", short: "買手検索", icon: UserRoundSearch };
const sellerDesk = { href: "/seller-company-manage", label: "売手管理", short: "売手管理", icon: Store };
const buyerDesk = { href: "/buyer-company-manage", label: "買手管理", short: "買手管理", icon: Building2 };
const cases = {
  href: "/financial-support",
  label: "買手交渉案件管理",
  short: "交渉案件",
  icon: FolderKanban,
};
const sellerCases = {
  href: "/seller-negotiation",
  label: "売手交渉案件管理",
  short: "売手交渉",
  icon: Handshake,
};
const longList = {
  href: "/buyer-company-longlist",
  label: "ロングリスト作成",
  short: "ロングリスト",
  icon: ListChecks,
};
const nameAccess = {
  href: "/name-access",
  label: "会社の名前を知った人",
  short: "名前の照会",
  icon: ShieldCheck,
};
const marketPrices = { href: "/market-price", label: "成約の相場", short: "相場", icon: ChartLine };
const password = { href: "/password", label: "パスワード変更", short: "パスワード", icon: KeyRound };
const contact = { href: "/mypage/contact", label: "お問い合わせ", short: "お問い合わせ", icon: Mail };

/** The menu of FIN; log-out follows it (SPEC.md section 2 "Menus and navigation"). */
export const FIN_MENU: readonly MenuGroup[] = [
  { items: [top] },
  { title: "検索", items: [listings, buyers, marketPrices] },
  { title: "顧客管理", items: [sellerDesk, buyerDesk, sellerCases, cases, longList, nameAccess] },
  {
    title: "設定・その他",
    items: [
      { href: "/member", label: "会員情報管理", short: "会員情報", icon: CircleUserRound },
      password,
      contact,
    ],
  },
];

/** The menu of who works on lending alone (team.md 2). */
const lendingCases = {
  href: "/financial-support",
  label: "資金支援の案件",
  short: "資金支援",
  icon: Landmark,
};
const ownSettings = { href: "/member", label: "会員情報管理", short: "会員情報", icon: CircleUserRound };
export const LENDING_MENU: readonly MenuGroup[] = [
  { items: [top, lendingCases] },
  { title: "設定・その他", items: [ownSettings, password, contact] },
];
export const LENDING_BAR: readonly MenuItem[] = [top, lendingCases, ownSettings, contact];

const member = { href: "/member", label: "会員情報", short: "会員情報", icon: CircleUserRound };

/** The menu of every other role. */
export const OTHER_MENU: readonly MenuGroup[] = [{ items: [listings, member, top, password, contact] }];

/** All places of the role's menu, for the palette. */
export const placesOf = (isFIN: boolean): readonly MenuItem[] =>
  isFIN
    ? FIN_MENU.flatMap(({ items }) => items)
    : [...OTHER_MENU.flatMap(({ items }) => items), negotiations];

/** The screen of a buyer's own negotiations; its menu is fixed (SPEC.md section 2), so it is in the bar. */
const negotiations = { href: "/negotiation", label: "交渉", short: "交渉", icon: Handshake };

/** The four most used screens, for the bottom bar below 480 px. */
export const FIN_BAR: readonly MenuItem[] = [top, listings, sellerCases, { ...cases, short: "買手交渉" }];
export const OTHER_BAR: readonly MenuItem[] = [top, listings, negotiations, member];

/** The side whose unread messages an item leads to; undefined for the other items. */
export const UNREAD_SIDE: Readonly<Record<string, string>> = {
  [sellerCases.href]: "sf",
  [cases.href]: "bf",
  [negotiations.href]: "buyer",
};

/** Whether a path belongs to a menu item; `/seller-company-manage` does not belong to `/seller-company`. */
export function isCurrent(item: MenuItem, path: string): boolean {
  // A listing is registered from its seller's screen, so it belongs there and not to the search.
  if (path === "/seller-business/new" || path === "/seller-business/confirm") return item === sellerDesk;
  if (item === top) return path === item.href;
  return path === item.href || path.startsWith(`${item.href}/`);
}
