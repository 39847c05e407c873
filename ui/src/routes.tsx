/*
 * The route table: one row per route (design: architecture.md "Rooms"; paths: SPEC.md
 * section 2 and routes.tsv; further ones: domain.md 9).
 *
 * HOW TO ADD A SCREEN
 *
 * 1. Make `src/<feature>/<Name>Screen.tsx` with a default export:
 *
 *      export default function ListingScreen({ params }: ScreenProps) { … params.id … }
 *
 *    It returns its content only, beginning with <Heading level={1}>: exactly one per
 *    screen, as it gets the focus after a navigation. The router adds frame, breadcrumb,
 *    guards, tab title, error pages and scrolling.
 * 2. Add a line below: path, title, who may open it, screen, and the pages between HOME and
 *    this one. The order does not matter: a fixed segment wins over a parameter,
 *    a parameter over an optional one (`/seller-business/new` over `/seller-business/:id?`).
 *    A title that comes from data: useScreenTitle(data?.businessName) of lib/title.
 * 3. What it may import: kit, api, lib, session, screen.ts, messages.ts, its own folder. A
 *    feature never imports another feature (arrows.test.ts); what two need goes to kit or lib.
 *
 * Fetching: `useQuery(listingOverviewQuery({ sellerBusinessId }))`, with the query of the call from
 *    api/<noun>.ts: one query and one key per call (house.test.ts). For the page's main fetch add
 *    `...pageFetch` (api/query): if it fails, the error page is shown. Lists that change with the
 *    URL: `placeholderData: keepPreviousData`, and `<DataList stale={query.isPlaceholderData}>`.
 *    After a write: `await rereadAfter("listing")` (api/reread).
 * Conditions in the URL: `const DEFAULTS = {…}; const { state, set, href } = useUrlState(DEFAULTS)`.
 * Forms: useForm({ shouldFocusError: false }) + <Form onSubmit={form.handleSubmit(save)}> +
 *    <ErrorSummary attempt={form.formState.submitCount} errors={…}>. TextField, TextArea, Select,
 *    RadioGroup, Checkbox, DateField take `{...form.register("name")}`; NumberField, PostalField,
 *    CheckboxGroup, FileField and the choosers go into a Controller. A failed save:
 *    `fieldErrors(error, form.setError, FIELDS)` and
 *    `notify.error(failureMessage(FAILED.sellerCreate, error))`. Unsaved input: useDraft and
 *    useLeaveGuard; after the save `draft.clear(); release(); navigate(…)`.
 * Navigation: <Link href> and useNavigate() of lib/location; never window.location.
 * Styles: CSS modules with the tokens of kit/tokens.css; no style attributes in HTML strings, no
 *    inline scripts, no data: addresses (the content security policy refuses them).
 */
import type { Crumb } from "@/kit/Breadcrumb";
import { type Audience, type LayoutName, type Route, type Screen, screen } from "@/screen";

/** The default layout for each audience. */
const LAYOUT: Record<Audience, LayoutName> = {
  public: "public",
  login: "login",
  default: "default",
  FIN: "default",
  key: "bare",
  office: "office",
  bare: "bare",
};

const page = (
  path: string,
  title: string,
  audience: Audience,
  load: Parameters<typeof screen>[0],
  ...crumbs: readonly Crumb[]
): Route => ({ path, title, audience, layout: LAYOUT[audience], screen: screen(load), crumbs });

const withLayout = (layout: LayoutName, route: Route): Route => ({ ...route, layout });

/** Also for who works on lending alone; every other route behind the sign-in answers him 404. */
const alsoLending = (
  route: Route,
  lending: Screen | "same" = "same",
  ...lendingCrumbs: readonly Crumb[]
): Route => ({
  ...route,
  lending,
  lendingCrumbs: lendingCrumbs.length > 0 ? lendingCrumbs : route.crumbs,
});

/** The lending desk's screens, at addresses that others have too. */
const lendingCases = screen(() => import("@/lending/CasesScreen"));
const lendingCase = screen(() => import("@/lending/CaseScreen"));
const lendingOwn = screen(() => import("@/lending/OwnScreen"));

/** The address in a buyer's mailed invitation. */
const INVITED = "/buyer-company-register/:key?";

const SELLERS: Crumb = { label: "売手管理", href: "/seller-company-manage" };
const BUYERS: Crumb = { label: "買手管理", href: "/buyer-company-manage" };
const LONG_LISTS: Crumb = { label: "ロングリスト作成", href: "/buyer-company-longlist" };
const CONTACT: Crumb = { label: "お問い合わせ", href: "/mypage/contact" };
const PASSWORD: Crumb = { label: "パスワード変更", href: "/password" };
const CASES: Crumb = { label: "買手交渉案件管理", href: "/financial-support" };
const CASE: Crumb = { label: "資金支援の案件", href: "/financial-support" };
const LISTINGS: Crumb = { label: "売却案件検索", href: "/seller-business" };
const SELLER_CSV: Crumb = { label: "CSVを読み込む", href: "/seller-company-manage/import" };
const SELLERS_IN_CHARGE: Crumb = { label: "担当する売手", href: "/seller-company" };
const BUYER_CSV: Crumb = { label: "CSVを読み込む", href: "/buyer-company-manage/import" };
const BUYERS_FOUND: Crumb = { label: "買手検索", href: "/buyer-company" };
const MEMBER: Crumb = { label: "会員情報", href: "/member?tab=users" };
const CHOOSE: Crumb = { label: "案件を選ぶ", href: "/buyer-company-longlist/seller-business" };

// biome-ignore format: one line a route
export const routes: readonly Route[] = [
  page("/login", "ログイン", "login", () => import("@/account/LoginScreen")),
  page("/timeout", "ログインが必要です", "bare", () => import("@/account/TimeoutScreen")),
  // Public pages.
  page("/", "ホーム", "public", () => import("@/public/LandingScreen")),
  page("/join", "はじめての金融機関の方", "public", () => import("@/public/JoinScreen")),
  page("/join/financial", "利用申請", "public", () => import("@/public/JoinFormScreen")),
  page("/join/financial/confirm", "申請内容の確認", "public", () => import("@/public/JoinConfirmScreen")),
  page("/account-request", "利用申請の受付", "public", () => import("@/public/JoinReceivedScreen")),
  page("/terms", "利用規約", "public", () => import("@/public/TextScreen")),
  page("/privacy", "プライバシーポリシー", "public", () => import("@/public/TextScreen")),
  page("/company", "運営会社", "public", () => import("@/public/TextScreen")),
  page("/declaration", "ネットワークの宣言", "public", () => import("@/public/DeclarationScreen")),
  page("/faq", "よくあるご質問", "public", () => import("@/public/FaqScreen")),
  page("/contact", "お問い合わせ", "public", () => import("@/public/ContactScreen")),
  page("/contact/confirm", "お問い合わせ内容の確認", "public", () => import("@/public/ContactConfirmScreen")),
  alsoLending(page("/mypage/contact", "お問い合わせ", "default", () => import("@/public/ContactScreen"))),
  alsoLending(page("/mypage/contact/confirm", "お問い合わせ内容の確認", "default", () => import("@/public/ContactConfirmScreen"), CONTACT)),
  alsoLending(page("/mypage/contact/:id", "お問い合わせ", "default", () => import("@/public/InquiryScreen"), CONTACT)),
  withLayout("public", page("/contact/answer", "お問い合わせへの回答", "key", () => import("@/public/InquiryAnswerScreen"))),
  alsoLending(page("/mypage/terms", "利用規約", "default", () => import("@/public/TextScreen"))),
  alsoLending(page("/mypage/privacy", "プライバシーポリシー", "default", () => import("@/public/TextScreen"))),
  alsoLending(page("/mypage/company", "運営会社", "default", () => import("@/public/TextScreen"))),
  alsoLending(page("/mypage/declaration", "ネットワークの宣言", "default", () => import("@/public/DeclarationScreen"))),
  // Passwords, the first setup, and the demo's mails.
  withLayout("login", page("/password-reminder", "パスワードの再設定", "public", () => import("@/account/PasswordReminderScreen"))),
  withLayout("login", page("/password-set", "パスワードの設定", "key", () => import("@/account/PasswordSetScreen"))),
  withLayout("login", page("/directory", "社内のアカウント", "key", () => import("@/account/DirectoryReturnScreen"))),
  withLayout("login", page("/directory-bind", "社内のアカウントとの結び付け", "key", () => import("@/account/DirectoryBindScreen"))),
  withLayout("login", page("/stop-notices", "新着のお知らせを止める", "key", () => import("@/account/StopNoticesScreen"))),
  withLayout("login", page("/letter", "招待状をお持ちの方", "key", () => import("@/account/LetterScreen"))),
  alsoLending(page("/password", "パスワード変更", "default", () => import("@/account/PasswordScreen"))),
  alsoLending(page("/password/second-step", "2段階認証の設定", "FIN", () => import("@/account/SecondStepScreen"), PASSWORD)),
  page("/setup", "初期設定", "key", () => import("@/account/SetupScreen")),
  page("/mail", "デモのメール", "public", () => import("@/mail/MailScreen")),
  // The first page after login, cases of the buyer's institution, the owner's consent, listings.
  alsoLending(page("/mypage", "トップページ", "default", () => import("@/mypage/MypageScreen"))),
  page("/find", "検索結果", "default", () => import("@/find/FindScreen")),
  alsoLending(page("/financial-support", "買手交渉案件管理", "FIN", () => import("@/cases/CasesScreen")), lendingCases),
  page("/negotiation", "交渉", "default", () => import("@/mypage/NegotiationsScreen")),
  page("/seller-negotiation", "売手交渉案件管理", "FIN", () => import("@/cases/SellerCasesScreen")),
  alsoLending(page("/financial-support/seller-business/:id", "交渉案件", "FIN", () => import("@/cases/CaseScreen"), CASES), lendingCase, CASE),
  page("/name-access", "会社の名前を知った人", "FIN", () => import("@/inspection/AccessScreen")),
  page("/agreement/:id", "承諾した秘密保持契約", "default", () => import("@/negotiation/AgreementScreen")),
  page("/owner-consent", "会社名をお伝えする前のご確認", "key", () => import("@/negotiation/owner/OwnerConsentScreen")),
  page("/seller-business", "売却案件検索", "default", () => import("@/listing/SearchScreen")),
  page("/seller-business/:id", "売却案件", "default", () => import("@/listing/ListingScreen"), LISTINGS),
  page("/seller-business/:id/document/:documentId", "資料の閲覧", "default", () => import("@/document/DocumentScreen")),
  // The seller's bank: a listing from its registration to its end, and the seller's own page.
  page("/seller-business/new", "売却案件の登録", "FIN", () => import("@/desk/form/NewListingScreen"), SELLERS),
  page("/seller-business/confirm", "売却案件の確認", "FIN", () => import("@/desk/form/ConfirmListingScreen"), SELLERS),
  page("/seller-company-manage/seller-business/:id", "売却案件", "FIN", () => import("@/desk/ListingDeskScreen"), SELLERS),
  page("/seller-company-manage/seller-business/:id/memorandum", "企業概要書", "FIN", () => import("@/memorandum/MemorandumScreen"), SELLERS),
  page("/seller-business/approve", "公開内容の確認", "key", () => import("@/desk/approval/ApproveScreen")),
  // Companies: sellers and buyers in charge, and buyers of the network.
  page("/seller-company-manage", "売手管理", "FIN", () => import("@/company/ManageListScreen")),
  page("/seller-company-manage/new", "売手の登録", "FIN", () => import("@/company/registration/NewScreen"), SELLERS),
  page("/seller-company-manage/confirm", "売手の登録内容の確認", "FIN", () => import("@/company/registration/ConfirmScreen"), SELLERS),
  page("/seller-company-manage/import", "売手のCSVを読み込む", "FIN", () => import("@/company/import/ImportScreen"), SELLERS),
  page("/seller-company-manage/import-err", "CSVのエラー", "FIN", () => import("@/company/import/ImportErrorsScreen"), SELLERS, SELLER_CSV),
  page("/seller-company-manage/:id", "売手", "FIN", () => import("@/company/ManageScreen"), SELLERS),
  page("/seller-company", "担当する売手", "FIN", () => import("@/company/ReadListScreen")),
  page("/seller-company/:id", "売手", "FIN", () => import("@/company/ReadScreen"), SELLERS_IN_CHARGE),
  page("/buyer-company-manage", "買手管理", "FIN", () => import("@/company/ManageListScreen")),
  page("/buyer-company-manage/new", "買手の登録", "FIN", () => import("@/company/registration/NewScreen"), BUYERS),
  page("/buyer-company-manage/confirm", "買手の登録内容の確認", "FIN", () => import("@/company/registration/ConfirmScreen"), BUYERS),
  page("/buyer-company-manage/import", "買手のCSVを読み込む", "FIN", () => import("@/company/import/ImportScreen"), BUYERS),
  page("/buyer-company-manage/import-err", "CSVのエラー", "FIN", () => import("@/company/import/ImportErrorsScreen"), BUYERS, BUYER_CSV),
  page("/buyer-company-manage/:id", "買手", "FIN", () => import("@/company/ManageScreen"), BUYERS),
  page("/buyer-company", "買手検索", "FIN", () => import("@/company/BuyerSearchScreen")),
  page("/buyer-company/:id", "買手", "FIN", () => import("@/company/BuyerScreen"), BUYERS_FOUND),
  // A buyer's own registration, its further users, and the user's own data.
  withLayout("public", page(INVITED, "会社のご登録", "key", () => import("@/company/registration/RegisterScreen"))),
  withLayout("public", page(`${INVITED}/confirm`, "登録内容の確認", "key", () => import("@/company/registration/RegisterConfirmScreen"))),
  page("/buyer-company-user-register", "ユーザの追加", "default", () => import("@/company/registration/UserRegisterScreen"), MEMBER),
  alsoLending(page("/member", "会員情報", "default", () => import("@/company/MemberScreen")), lendingOwn),
  // Long lists: buyers for an own listing, offers to many.
  page("/buyer-company-longlist", "ロングリスト作成", "FIN", () => import("@/longlist/ListsScreen")),
  page("/buyer-company-longlist/:id", "ロングリスト", "FIN", () => import("@/longlist/ListScreen"), LONG_LISTS),
  page("/buyer-company-longlist/seller-business", "案件を選ぶ", "FIN", () => import("@/longlist/ListingsScreen"), LONG_LISTS),
  page("/buyer-company-longlist/seller-business/:id", "ロングリストの候補", "FIN", () => import("@/longlist/CandidatesScreen"), LONG_LISTS, CHOOSE),
  // What was paid in the network.
  page("/market-price", "成約の相場", "FIN", () => import("@/market/MarketScreen")),
  // The office's console.
  page("/office", "概況｜管理画面", "office", () => import("@/office/HomeScreen")),
  page("/office/find", "番号の検索結果｜管理画面", "office", () => import("@/office/FindScreen")),
  page("/office/requests", "利用申請｜管理画面", "office", () => import("@/office/institution/RequestsScreen")),
  page("/office/requests/:id", "利用申請｜管理画面", "office", () => import("@/office/institution/RequestScreen")),
  page("/office/institutions", "金融機関｜管理画面", "office", () => import("@/office/institution/InstitutionsScreen")),
  page("/office/institutions/:id", "金融機関｜管理画面", "office", () => import("@/office/institution/InstitutionScreen")),
  page("/office/mergers", "金融機関の合併｜管理画面", "office", () => import("@/office/merger/MergersScreen")),
  page("/office/mergers/:id", "金融機関の合併｜管理画面", "office", () => import("@/office/merger/MergerScreen")),
  page("/office/directory", "認証基盤｜管理画面", "office", () => import("@/office/directory/DirectoryScreen")),
  page("/office/users", "利用者｜管理画面", "office", () => import("@/office/user/UsersScreen")),
  page("/office/duty-check", "点検表｜管理画面", "office", () => import("@/office/dutyCheck/DutyCheckScreen")),
  page("/office/teams", "案件チーム｜管理画面", "office", () => import("@/office/team/TeamsScreen")),
  page("/office/draft-templates", "書式（Word）｜管理画面", "office", () => import("@/office/draft/DraftTemplatesScreen")),
  page("/office/duty-texts", "説明書と一覧｜管理画面", "office", () => import("@/office/dutyText/DutyTextsScreen")),
  page("/office/duty-texts/:kind", "説明書と一覧の新しい版｜管理画面", "office", () => import("@/office/dutyText/DutyTextFormScreen")),
  page("/office/advisers", "担当者の資格｜管理画面", "office", () => import("@/office/adviser/AdvisersScreen")),
  page("/office/words", "検索の言葉｜管理画面", "office", () => import("@/office/vocabulary/WordsScreen")),
  page("/office/fee-tables", "手数料表｜管理画面", "office", () => import("@/office/adviser/FeeTablesScreen")),
  page("/office/charges", "担当の状況｜管理画面", "office", () => import("@/office/charge/ChargesScreen")),
  page("/office/listings", "売却案件｜管理画面", "office", () => import("@/office/ListingsScreen")),
  page("/office/companies", "企業の担当と状態｜管理画面", "office", () => import("@/office/institution/CompaniesScreen")),
  page("/office/break-glass", "緊急閲覧｜管理画面", "office", () => import("@/office/breakGlass/BreakGlassScreen")),
  page("/office/break-glass/:id", "緊急閲覧｜管理画面", "office", () => import("@/office/breakGlass/BreakGlassOpeningScreen")),
  page("/office/inquiries", "お問い合わせ｜管理画面", "office", () => import("@/office/inquiry/InquiriesScreen")),
  page("/office/inquiries/:id", "お問い合わせ｜管理画面", "office", () => import("@/office/inquiry/InquiryScreen")),
  page("/office/mail", "送信メール｜管理画面", "office", () => import("@/office/upkeep/MailScreen")),
  page("/office/jobs", "定期処理｜管理画面", "office", () => import("@/office/upkeep/JobsScreen")),
  page("/office/backup", "バックアップ｜管理画面", "office", () => import("@/office/upkeep/BackupScreen")),
  page("/office/figures", "数値｜管理画面", "office", () => import("@/office/figure/FiguresScreen")),
  page("/office/year-report", "実績報告｜管理画面", "office", () => import("@/office/yearReport/YearReportScreen")),
  page("/office/market-prices", "成約の相場｜管理画面", "office", () => import("@/office/figure/MarketScreen")),
  page("/office/declaration", "ネットワークの宣言｜管理画面", "office", () => import("@/office/declaration/DeclarationScreen")),
  page("/office/audit", "監査ログ｜管理画面", "office", () => import("@/office/upkeep/AuditScreen")),
  page("/office/third-party", "第三者による証明｜管理画面", "office", () => import("@/office/thirdParty/ThirdPartyScreen")),
  page("/office/name-readers", "名前を知った相手｜管理画面", "office", () => import("@/office/upkeep/NameReadersScreen")),
  page("/office/topics", "お知らせ｜管理画面", "office", () => import("@/office/topic/TopicsScreen")),
  page("/office/faq", "よくある質問｜管理画面", "office", () => import("@/office/text/FaqScreen")),
  page("/office/texts", "規約などの文章｜管理画面", "office", () => import("@/office/text/TextsScreen")),
  page("/office/guide", "運用の手引き｜管理画面", "office", () => import("@/office/text/GuideScreen")),
  page("/office/settings", "ネットワークの設定｜管理画面", "office", () => import("@/office/setting/SettingsScreen")),
  page("/office/periods", "期間と金額の帯｜管理画面", "office", () => import("@/office/setting/PeriodsScreen")),
  page("/office/password", "パスワード変更｜管理画面", "office", () => import("@/office/account/PasswordScreen")),
  page("/office/password/second-step", "2段階認証の設定", "office", () => import("@/office/account/SecondStepScreen")),
  // All components on one page, in development only.
  ...(import.meta.env.DEV ? [page("/__kit", "部品", "bare", () => import("@/gallery/GalleryScreen"))] : []),
];
