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
 *    screen, for it takes the focus after a navigation. Frame, breadcrumb, guards, tab
 *    title, error pages and scrolling are done for it.
 * 2. Add a row below. The order does not matter: a fixed segment wins over a parameter,
 *    a parameter over an optional one (`/seller-business/new` over `/seller-business/:id?`).
 *    `crumbs` are the pages between HOME and this one. A name known only from data:
 *    useScreenTitle(data?.businessName) of lib/title.
 * 3. What it may import: kit, api, lib, session, screen.ts, messages.ts, its own folder. A
 *    feature never imports another feature (arrows.test.ts); what two need goes to kit or lib.
 *
 * Fetching: `useQuery({ queryKey, queryFn: () => call(api.GET("/api/…", { params: { query } })) })`.
 *    For the fetch the page stands on add `...pageFetch` (api/query): its failure is the error
 *    page. Where 400 means "none yet": noneOn400(api.GET(…)). Lists that change with the URL:
 *    `placeholderData: keepPreviousData`, and `<DataList stale={query.isPlaceholderData}>`.
 * Conditions in the URL: `const DEFAULTS = {…}; const { state, set, href } = useUrlState(DEFAULTS)`.
 * Forms: useForm({ shouldFocusError: false }) + <Form onSubmit={form.handleSubmit(save)}> +
 *    <ErrorSummary attempt={form.formState.submitCount} errors={…}>. TextField, TextArea, Select,
 *    RadioGroup, Checkbox, DateField take `{...form.register("name")}`; NumberField, PostalField,
 *    CheckboxGroup, FileField and the choosers go into a Controller. A failed save:
 *    `fieldErrors(error, form.setError, FIELDS)` and
 *    `notify.error(failureMessage(FAILED.sellerCreate, error))`. What was typed: useDraft and
 *    useLeaveGuard; after the save `draft.clear(); release(); navigate(…)`.
 * Moving: <Link href> and useNavigate() of lib/location; never window.location.
 * Styles: CSS modules with the tokens of kit/tokens.css; no style attributes in HTML strings, no
 *    inline scripts, no data: addresses (the content security policy refuses them).
 */
import { type Route, screen } from "@/screen";

export const routes: readonly Route[] = [
  {
    path: "/login",
    title: "ログイン",
    audience: "login",
    layout: "login",
    screen: screen(() => import("@/account/LoginScreen")),
  },
  {
    path: "/timeout",
    title: "ログアウト",
    audience: "bare",
    layout: "bare",
    screen: screen(() => import("@/account/TimeoutScreen")),
  },
  // Everybody's pages.
  {
    path: "/",
    title: "ホーム",
    audience: "public",
    layout: "public",
    screen: screen(() => import("@/public/LandingScreen")),
  },
  {
    path: "/join",
    title: "はじめての金融機関の方",
    audience: "public",
    layout: "public",
    screen: screen(() => import("@/public/JoinScreen")),
  },
  {
    path: "/join/financial",
    title: "利用申請",
    audience: "public",
    layout: "public",
    screen: screen(() => import("@/public/JoinFormScreen")),
  },
  {
    path: "/join/financial/confirm",
    title: "申請内容の確認",
    audience: "public",
    layout: "public",
    screen: screen(() => import("@/public/JoinConfirmScreen")),
  },
  {
    path: "/account-request",
    title: "利用申請の受付",
    audience: "public",
    layout: "public",
    screen: screen(() => import("@/public/JoinReceivedScreen")),
  },
  {
    path: "/terms",
    title: "利用規約",
    audience: "public",
    layout: "public",
    screen: screen(() => import("@/public/TextScreen")),
  },
  {
    path: "/privacy",
    title: "プライバシーポリシー",
    audience: "public",
    layout: "public",
    screen: screen(() => import("@/public/TextScreen")),
  },
  {
    path: "/company",
    title: "運営会社",
    audience: "public",
    layout: "public",
    screen: screen(() => import("@/public/TextScreen")),
  },
  {
    path: "/faq",
    title: "よくあるご質問",
    audience: "public",
    layout: "public",
    screen: screen(() => import("@/public/FaqScreen")),
  },
  {
    path: "/contact",
    title: "お問い合わせ",
    audience: "public",
    layout: "public",
    screen: screen(() => import("@/public/ContactScreen")),
  },
  {
    path: "/contact/confirm",
    title: "お問い合わせ内容の確認",
    audience: "public",
    layout: "public",
    screen: screen(() => import("@/public/ContactConfirmScreen")),
  },
  {
    path: "/mypage/contact",
    title: "お問い合わせ",
    audience: "default",
    layout: "default",
    screen: screen(() => import("@/public/ContactScreen")),
  },
  {
    path: "/mypage/contact/confirm",
    title: "お問い合わせ内容の確認",
    audience: "default",
    layout: "default",
    crumbs: [{ label: "お問い合わせ", href: "/mypage/contact" }],
    screen: screen(() => import("@/public/ContactConfirmScreen")),
  },
  {
    path: "/mypage/terms",
    title: "利用規約",
    audience: "default",
    layout: "default",
    screen: screen(() => import("@/public/TextScreen")),
  },
  {
    path: "/mypage/company",
    title: "運営会社",
    audience: "default",
    layout: "default",
    screen: screen(() => import("@/public/TextScreen")),
  },
  // Passwords, the first start, and the demo's mails.
  {
    path: "/password-reminder",
    title: "パスワードの再設定",
    audience: "public",
    layout: "login",
    screen: screen(() => import("@/account/PasswordReminderScreen")),
  },
  {
    path: "/password-set",
    title: "パスワードの設定",
    audience: "key",
    layout: "login",
    screen: screen(() => import("@/account/PasswordSetScreen")),
  },
  {
    path: "/password",
    title: "パスワード変更",
    audience: "default",
    layout: "default",
    screen: screen(() => import("@/account/PasswordScreen")),
  },
  {
    path: "/password/second-step",
    title: "2段階認証の設定",
    audience: "FIN",
    layout: "default",
    crumbs: [{ label: "パスワード変更", href: "/password" }],
    screen: screen(() => import("@/account/SecondStepScreen")),
  },
  {
    path: "/setup",
    title: "初期設定",
    audience: "key",
    layout: "bare",
    screen: screen(() => import("@/account/SetupScreen")),
  },
  {
    path: "/mail",
    title: "デモのメール",
    audience: "public",
    layout: "public",
    screen: screen(() => import("@/mail/MailScreen")),
  },
  // The desk after login, cases of the buyer's institution, the owner's consent.
  {
    path: "/mypage",
    title: "トップページ",
    audience: "default",
    layout: "default",
    screen: screen(() => import("@/mypage/MypageScreen")),
  },
  {
    path: "/financial-support",
    title: "買手交渉案件管理",
    audience: "FIN",
    layout: "default",
    screen: screen(() => import("@/cases/CasesScreen")),
  },
  {
    path: "/financial-support/seller-business/:id",
    title: "交渉案件",
    audience: "FIN",
    layout: "default",
    crumbs: [{ label: "買手交渉案件管理", href: "/financial-support" }],
    screen: screen(() => import("@/cases/CaseScreen")),
  },
  {
    path: "/owner-consent",
    title: "会社名をお伝えする前のご確認",
    audience: "key",
    layout: "bare",
    screen: screen(() => import("@/negotiation/owner/OwnerConsentScreen")),
  },
  {
    path: "/seller-business",
    title: "売却案件検索",
    audience: "default",
    layout: "default",
    screen: screen(() => import("@/listing/SearchScreen")),
  },
  {
    path: "/seller-business/:id",
    title: "売却案件",
    audience: "default",
    layout: "default",
    crumbs: [{ label: "売却案件検索", href: "/seller-business" }],
    screen: screen(() => import("@/listing/ListingScreen")),
  },
  {
    path: "/seller-business/:id/document/:documentId",
    title: "資料の閲覧",
    audience: "default",
    layout: "default",
    screen: screen(() => import("@/document/DocumentScreen")),
  },
  // The seller's bank: a listing from its registration to its end, and the seller's own page.
  {
    path: "/seller-business/new",
    title: "売却案件の登録",
    audience: "FIN",
    layout: "default",
    screen: screen(() => import("@/desk/NewListingScreen")),
    crumbs: [{ label: "売手管理", href: "/seller-company-manage" }],
  },
  {
    path: "/seller-business/confirm",
    title: "売却案件の確認",
    audience: "FIN",
    layout: "default",
    screen: screen(() => import("@/desk/ConfirmListingScreen")),
    crumbs: [{ label: "売手管理", href: "/seller-company-manage" }],
  },
  {
    path: "/seller-company-manage/seller-business/:id",
    title: "売却案件",
    audience: "FIN",
    layout: "default",
    screen: screen(() => import("@/desk/ListingDeskScreen")),
    crumbs: [{ label: "売手管理", href: "/seller-company-manage" }],
  },
  {
    path: "/seller-business/approve",
    title: "公開内容の確認",
    audience: "key",
    layout: "bare",
    screen: screen(() => import("@/desk/ApproveScreen")),
  },
  // The companies: sellers and buyers in charge, buyers of the network, and who I am here.
  {
    path: "/seller-company-manage",
    title: "売手管理",
    audience: "FIN",
    layout: "default",
    screen: screen(() => import("@/company/ManageListScreen")),
  },
  {
    path: "/seller-company-manage/new",
    title: "売手の登録",
    audience: "FIN",
    layout: "default",
    crumbs: [{ label: "売手管理", href: "/seller-company-manage" }],
    screen: screen(() => import("@/company/NewScreen")),
  },
  {
    path: "/seller-company-manage/confirm",
    title: "売手の登録内容の確認",
    audience: "FIN",
    layout: "default",
    crumbs: [{ label: "売手管理", href: "/seller-company-manage" }],
    screen: screen(() => import("@/company/ConfirmScreen")),
  },
  {
    path: "/seller-company-manage/import",
    title: "売手のCSVを読み込む",
    audience: "FIN",
    layout: "default",
    crumbs: [{ label: "売手管理", href: "/seller-company-manage" }],
    screen: screen(() => import("@/company/ImportScreen")),
  },
  {
    path: "/seller-company-manage/import-err",
    title: "CSVのエラー",
    audience: "FIN",
    layout: "default",
    crumbs: [
      { label: "売手管理", href: "/seller-company-manage" },
      { label: "CSVを読み込む", href: "/seller-company-manage/import" },
    ],
    screen: screen(() => import("@/company/ImportErrorsScreen")),
  },
  {
    path: "/seller-company-manage/:id",
    title: "売手",
    audience: "FIN",
    layout: "default",
    crumbs: [{ label: "売手管理", href: "/seller-company-manage" }],
    screen: screen(() => import("@/company/ManageScreen")),
  },
  {
    path: "/seller-company",
    title: "担当する売手",
    audience: "FIN",
    layout: "default",
    screen: screen(() => import("@/company/ReadListScreen")),
  },
  {
    path: "/seller-company/:id",
    title: "売手",
    audience: "FIN",
    layout: "default",
    crumbs: [{ label: "担当する売手", href: "/seller-company" }],
    screen: screen(() => import("@/company/ReadScreen")),
  },
  {
    path: "/buyer-company-manage",
    title: "買手管理",
    audience: "FIN",
    layout: "default",
    screen: screen(() => import("@/company/ManageListScreen")),
  },
  {
    path: "/buyer-company-manage/new",
    title: "買手の登録",
    audience: "FIN",
    layout: "default",
    crumbs: [{ label: "買手管理", href: "/buyer-company-manage" }],
    screen: screen(() => import("@/company/NewScreen")),
  },
  {
    path: "/buyer-company-manage/confirm",
    title: "買手の登録内容の確認",
    audience: "FIN",
    layout: "default",
    crumbs: [{ label: "買手管理", href: "/buyer-company-manage" }],
    screen: screen(() => import("@/company/ConfirmScreen")),
  },
  {
    path: "/buyer-company-manage/import",
    title: "買手のCSVを読み込む",
    audience: "FIN",
    layout: "default",
    crumbs: [{ label: "買手管理", href: "/buyer-company-manage" }],
    screen: screen(() => import("@/company/ImportScreen")),
  },
  {
    path: "/buyer-company-manage/import-err",
    title: "CSVのエラー",
    audience: "FIN",
    layout: "default",
    crumbs: [
      { label: "買手管理", href: "/buyer-company-manage" },
      { label: "CSVを読み込む", href: "/buyer-company-manage/import" },
    ],
    screen: screen(() => import("@/company/ImportErrorsScreen")),
  },
  {
    path: "/buyer-company-manage/:id",
    title: "買手",
    audience: "FIN",
    layout: "default",
    crumbs: [{ label: "買手管理", href: "/buyer-company-manage" }],
    screen: screen(() => import("@/company/ManageScreen")),
  },
  {
    path: "/buyer-company",
    title: "買手検索",
    audience: "FIN",
    layout: "default",
    screen: screen(() => import("@/company/BuyerSearchScreen")),
  },
  {
    path: "/buyer-company/:id",
    title: "買手",
    audience: "FIN",
    layout: "default",
    crumbs: [{ label: "買手検索", href: "/buyer-company" }],
    screen: screen(() => import("@/company/BuyerScreen")),
  },
  // A buyer on its way in, and its further users.
  {
    path: "/buyer-company-register/:key?",
    title: "会社のご登録",
    audience: "key",
    layout: "public",
    screen: screen(() => import("@/company/RegisterScreen")),
  },
  {
    path: "/buyer-company-register/:key?/confirm",
    title: "登録内容の確認",
    audience: "key",
    layout: "public",
    screen: screen(() => import("@/company/RegisterConfirmScreen")),
  },
  {
    path: "/buyer-company-user-register",
    title: "ユーザの追加",
    audience: "default",
    layout: "default",
    crumbs: [{ label: "会員情報", href: "/member?tab=users" }],
    screen: screen(() => import("@/company/UserRegisterScreen")),
  },
  {
    path: "/member",
    title: "会員情報",
    audience: "default",
    layout: "default",
    screen: screen(() => import("@/company/MemberScreen")),
  },
  // Long lists: buyers for an own listing, offers to many.
  {
    path: "/buyer-company-longlist",
    title: "ロングリスト作成",
    audience: "FIN",
    layout: "default",
    screen: screen(() => import("@/longlist/ListsScreen")),
  },
  {
    path: "/buyer-company-longlist/:id",
    title: "ロングリスト",
    audience: "FIN",
    layout: "default",
    crumbs: [{ label: "ロングリスト作成", href: "/buyer-company-longlist" }],
    screen: screen(() => import("@/longlist/ListScreen")),
  },
  {
    path: "/buyer-company-longlist/seller-business",
    title: "案件を選ぶ",
    audience: "FIN",
    layout: "default",
    crumbs: [{ label: "ロングリスト作成", href: "/buyer-company-longlist" }],
    screen: screen(() => import("@/longlist/ListingsScreen")),
  },
  {
    path: "/buyer-company-longlist/seller-business/:id",
    title: "ロングリストの候補",
    audience: "FIN",
    layout: "default",
    crumbs: [
      { label: "ロングリスト作成", href: "/buyer-company-longlist" },
      { label: "案件を選ぶ", href: "/buyer-company-longlist/seller-business" },
    ],
    screen: screen(() => import("@/longlist/CandidatesScreen")),
  },
  // The office's console.
  {
    path: "/office",
    title: "概況｜管理画面",
    audience: "office",
    layout: "office",
    screen: screen(() => import("@/office/HomeScreen")),
  },
  {
    path: "/office/requests",
    title: "利用申請｜管理画面",
    audience: "office",
    layout: "office",
    screen: screen(() => import("@/office/RequestsScreen")),
  },
  {
    path: "/office/requests/:id",
    title: "利用申請｜管理画面",
    audience: "office",
    layout: "office",
    screen: screen(() => import("@/office/RequestScreen")),
  },
  {
    path: "/office/institutions",
    title: "金融機関｜管理画面",
    audience: "office",
    layout: "office",
    screen: screen(() => import("@/office/InstitutionsScreen")),
  },
  {
    path: "/office/institutions/:id",
    title: "金融機関｜管理画面",
    audience: "office",
    layout: "office",
    screen: screen(() => import("@/office/InstitutionScreen")),
  },
  {
    path: "/office/users",
    title: "利用者｜管理画面",
    audience: "office",
    layout: "office",
    screen: screen(() => import("@/office/UsersScreen")),
  },
  {
    path: "/office/listings",
    title: "売却案件｜管理画面",
    audience: "office",
    layout: "office",
    screen: screen(() => import("@/office/ListingsScreen")),
  },
  {
    path: "/office/companies",
    title: "企業の担当と状態｜管理画面",
    audience: "office",
    layout: "office",
    screen: screen(() => import("@/office/CompaniesScreen")),
  },
  {
    path: "/office/break-glass",
    title: "緊急閲覧｜管理画面",
    audience: "office",
    layout: "office",
    screen: screen(() => import("@/office/BreakGlassScreen")),
  },
  {
    path: "/office/break-glass/:id",
    title: "緊急閲覧｜管理画面",
    audience: "office",
    layout: "office",
    screen: screen(() => import("@/office/BreakGlassOpeningScreen")),
  },
  {
    path: "/office/inquiries",
    title: "お問い合わせ｜管理画面",
    audience: "office",
    layout: "office",
    screen: screen(() => import("@/office/InquiriesScreen")),
  },
  {
    path: "/office/mail",
    title: "送信メール｜管理画面",
    audience: "office",
    layout: "office",
    screen: screen(() => import("@/office/MailScreen")),
  },
  {
    path: "/office/jobs",
    title: "定期処理｜管理画面",
    audience: "office",
    layout: "office",
    screen: screen(() => import("@/office/JobsScreen")),
  },
  {
    path: "/office/backup",
    title: "バックアップ｜管理画面",
    audience: "office",
    layout: "office",
    screen: screen(() => import("@/office/BackupScreen")),
  },
  {
    path: "/office/figures",
    title: "数値｜管理画面",
    audience: "office",
    layout: "office",
    screen: screen(() => import("@/office/FiguresScreen")),
  },
  {
    path: "/office/audit",
    title: "監査ログ｜管理画面",
    audience: "office",
    layout: "office",
    screen: screen(() => import("@/office/AuditScreen")),
  },
  {
    path: "/office/topics",
    title: "お知らせ｜管理画面",
    audience: "office",
    layout: "office",
    screen: screen(() => import("@/office/TopicsScreen")),
  },
  {
    path: "/office/faq",
    title: "よくある質問｜管理画面",
    audience: "office",
    layout: "office",
    screen: screen(() => import("@/office/FaqScreen")),
  },
  {
    path: "/office/texts",
    title: "規約などの文章｜管理画面",
    audience: "office",
    layout: "office",
    screen: screen(() => import("@/office/TextsScreen")),
  },
  {
    path: "/office/guide",
    title: "運用の手引き｜管理画面",
    audience: "office",
    layout: "office",
    screen: screen(() => import("@/office/GuideScreen")),
  },
  {
    path: "/office/settings",
    title: "ネットワークの設定｜管理画面",
    audience: "office",
    layout: "office",
    screen: screen(() => import("@/office/SettingsScreen")),
  },
  {
    path: "/office/periods",
    title: "期間と金額の帯｜管理画面",
    audience: "office",
    layout: "office",
    screen: screen(() => import("@/office/PeriodsScreen")),
  },
  {
    path: "/office/password",
    title: "パスワード変更｜管理画面",
    audience: "office",
    layout: "office",
    screen: screen(() => import("@/office/PasswordScreen")),
  },
  {
    path: "/office/password/second-step",
    title: "2段階認証の設定",
    audience: "office",
    layout: "office",
    screen: screen(() => import("@/office/SecondStepScreen")),
  },
  // The components to look at, while developing.
  ...(import.meta.env.DEV
    ? ([
        {
          path: "/__kit",
          title: "部品",
          audience: "bare",
          layout: "bare",
          screen: screen(() => import("@/gallery/GalleryScreen")),
        },
      ] satisfies Route[])
    : []),
];
