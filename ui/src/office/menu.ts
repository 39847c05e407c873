import {
  BadgeCheck,
  BookOpen,
  BookText,
  Building2,
  Calculator,
  CalendarClock,
  ChartColumn,
  ChartLine,
  ClipboardList,
  DatabaseBackup,
  Eye,
  FilePen,
  FileSpreadsheet,
  FileText,
  Fingerprint,
  Handshake,
  House,
  Inbox,
  KeyRound,
  ListChecks,
  type LucideIcon,
  MailCheck,
  Megaphone,
  Merge,
  MessageCircleQuestion,
  ScrollText,
  SearchCheck,
  Settings,
  ShieldCheck,
  Siren,
  Stamp,
  Store,
  Timer,
  Users,
  UsersRound,
} from "lucide-react";

interface OfficeItem {
  href: string;
  label: string;
  icon: LucideIcon;
  /** Whether an institution's administrator (FAD) sees the item too. */
  fad?: boolean;
  /** Whether the item is FAD's alone. */
  fadOnly?: boolean;
}

/** The console's menu; an institution's administrator sees only the items with `fad`. */
export const MENU: readonly { title?: string; items: readonly OfficeItem[] }[] = [
  { items: [{ href: "/office", label: "概況", icon: House, fad: true }] },
  {
    title: "会員",
    items: [
      { href: "/office/requests", label: "利用申請", icon: ClipboardList },
      { href: "/office/institutions", label: "金融機関", icon: Building2 },
      { href: "/office/users", label: "利用者", icon: Users, fad: true },
      { href: "/office/directory", label: "認証基盤", icon: Fingerprint, fad: true },
      { href: "/office/charges", label: "担当の状況", icon: UsersRound, fad: true, fadOnly: true },
      { href: "/office/teams", label: "案件チーム", icon: ShieldCheck, fad: true, fadOnly: true },
      { href: "/office/duty-check", label: "点検表", icon: ListChecks, fad: true, fadOnly: true },
      { href: "/office/duty-texts", label: "説明書と一覧", icon: BookText, fad: true, fadOnly: true },
      { href: "/office/draft-templates", label: "書式（Word）", icon: FilePen, fad: true },
      { href: "/office/advisers", label: "担当者の資格", icon: BadgeCheck, fad: true, fadOnly: true },
      { href: "/office/fee-tables", label: "手数料表", icon: Calculator, fad: true, fadOnly: true },
      { href: "/office/mergers", label: "金融機関の合併", icon: Merge, fad: true },
    ],
  },
  {
    title: "運営",
    items: [
      { href: "/office/listings", label: "売却案件", icon: Store },
      { href: "/office/companies", label: "企業の担当と状態", icon: Handshake },
      { href: "/office/inquiries", label: "お問い合わせ", icon: Inbox },
      { href: "/office/mail", label: "送信メール", icon: MailCheck },
      { href: "/office/jobs", label: "定期処理", icon: CalendarClock },
      { href: "/office/backup", label: "バックアップ", icon: DatabaseBackup },
      { href: "/office/figures", label: "数値", icon: ChartColumn, fad: true },
      { href: "/office/market-prices", label: "成約の相場", icon: ChartLine },
      { href: "/office/year-report", label: "実績報告", icon: FileSpreadsheet, fad: true, fadOnly: true },
      { href: "/office/break-glass", label: "緊急閲覧", icon: Siren },
      { href: "/office/audit", label: "監査ログ", icon: ScrollText, fad: true },
      { href: "/office/name-readers", label: "名前を知った相手", icon: Eye },
      { href: "/office/third-party", label: "第三者による証明", icon: Stamp },
    ],
  },
  {
    title: "掲載と設定",
    items: [
      { href: "/office/topics", label: "お知らせ", icon: Megaphone },
      { href: "/office/faq", label: "よくある質問", icon: MessageCircleQuestion },
      { href: "/office/texts", label: "規約などの文章", icon: FileText },
      { href: "/office/declaration", label: "ネットワークの宣言", icon: BadgeCheck },
      { href: "/office/settings", label: "ネットワークの設定", icon: Settings },
      { href: "/office/words", label: "検索の言葉", icon: SearchCheck },
      { href: "/office/periods", label: "期間と金額の帯", icon: Timer },
      { href: "/office/guide", label: "運用の手引き", icon: BookOpen },
      { href: "/office/password", label: "パスワード変更", icon: KeyRound, fad: true },
    ],
  },
];

export function isHere(item: OfficeItem, path: string): boolean {
  return path === item.href || (item.href !== "/office" && path.startsWith(`${item.href}/`));
}
