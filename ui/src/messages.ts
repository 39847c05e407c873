/** The exact messages of SPEC.md sections 5 and 8. failureMessage (api/errors) adds the reason. */

/** Login (SPEC.md sections 5 and 8). */
export const LOGIN = {
  loginIdRequired: "ログインIDを入力してください",
  passwordRequired: "パスワードを入力してください",
  wrong: "ログインID、またはパスワードが間違っています。",
  success: "ログインしました",
  /** Shown for a locked login if the server sends no message. */
  locked:
    "複数回ログインに失敗したため、一時的にログインできなくなっています。パスワードをお忘れの場合は「パスワードをお忘れの方」からお手続きください。ログインIDがご不明の場合は、事務局へお問い合わせください。",
  unavailable: "アクセスが集中している可能性があります。しばらくたってから、もう一度お試しください。",
} as const;

/** How long a login failure stays, in milliseconds: longer for long texts (SPEC.md section 9). */
export function loginErrorDuration(text: string): number {
  return Array.from(text).length > 50 ? 20_000 : 2_000;
}

/**
 * The hint at the password field after a failed login, until the user types again: the message itself
 * disappears. After a lock it says why, and until when. Does not say whether login id or password was wrong. Status 0: no
 * answer from the server.
 */
export function loginHint(status: number, locked?: { detail: string; until: Date }): string | undefined {
  if (status === 0)
    return "サーバーから返事がありませんでした。通信の状態を確かめて、もう一度入力してください";
  if (status === 400) return "もう一度入力してください。大文字と小文字、全角と半角の違いもお確かめください";
  if (status === 429 && locked)
    return `${locked.detail}${timeOfDay.format(locked.until)}ごろから、もう一度お試しいただけます。`;
  return undefined;
}

const timeOfDay = new Intl.DateTimeFormat("ja-JP", {
  timeZone: "Asia/Tokyo",
  hour: "numeric",
  minute: "2-digit",
});

/** The failure message of each operation. Use with failureMessage of api/errors. */
export const FAILED = {
  messageRegister: "メッセージの登録に失敗しました。",
  buyerSave: "買手の登録/更新に失敗しました。",
  buyerDetailsSave: "買手詳細の更新に失敗しました。",
  buyerUserSave: "買手ユーザの登録/変更に失敗しました。",
  needs: "ニーズの登録/変更/取得に失敗しました",
  personInChargeLoad: "担当者の取得に失敗しました",
  institutionSave: "金融機関情報の更新に失敗しました。",
  financialUserSave: "金融機関ユーザの登録/変更に失敗しました。",
  listingOverviewSave: "売却案件概要の登録/更新に失敗しました。",
  listingDetailsSave: "売却案件詳細の更新に失敗しました。",
  approvalRequest: "売手への承認依頼に失敗しました。",
  consent: "秘密保持契約確認承諾情報更新処理に失敗しました。",
  negotiationApprove: "実名交渉の承認/却下に失敗しました。",
  negotiationStatus: "交渉ステータスの変更に失敗しました。",
  interestStatus: "興味有無対応ステータスの変更に失敗しました。",
  interestMessage: "興味メッセージの送信に失敗しました。",
  offer: "オファーの送信に失敗しました。",
  negotiationList: "交渉情報リストの取得に失敗しました。",
  messageList: "メッセージリストの取得に失敗しました。",
  attachment: "添付ファイルのダウンロードに失敗しました",
  sellerCreate: "売手の登録に失敗しました。",
  sellerUpdate: "売手の更新に失敗しました。",
  sellerDetailsSave: "売手詳細の更新に失敗しました。",
  sellerUserCreate: "売手ユーザの登録に失敗しました。",
  sellerUserUpdate: "売手ユーザの変更に失敗しました。",
  sellerExport: "売手のCSVエクスポートに失敗しました",
  sellerTemplate: "売手のインポート用テンプレートの取得に失敗しました",
  sellerImport: "売手のCSVインポートに失敗しました",
  passwordChange: "パスワードの変更に失敗しました。",
} as const;

/** Failure messages that SPEC.md requires without giving their texts. */
export const FAILED_OWN = {
  documentSave: "資料の登録/更新に失敗しました。",
  documentDelete: "資料の削除に失敗しました。",
  documentGrant: "資料の開示に失敗しました。",
  documentRevoke: "資料の開示の取消しに失敗しました。",
  documentList: "資料の取得に失敗しました。",
  documentOpen: "資料を表示できませんでした",
  documentDownload: "資料のダウンロードに失敗しました",
  buyerExport: "買手のCSVエクスポートに失敗しました",
  buyerTemplate: "買手のインポート用テンプレートの取得に失敗しました",
  buyerImport: "買手のCSVインポートに失敗しました",
  calendarMake: "カレンダー用のURLの作成に失敗しました。",
  calendarEnd: "カレンダー用のURLの取消しに失敗しました。",
  listFile: "一覧の書き出しに失敗しました。",
  buyerReport: "買手レポートの出力に失敗しました。",
  longListExport: "ロングリストのCSVエクスポートに失敗しました",
  ledgerExport: "開示台帳のCSVエクスポートに失敗しました。",
  yearReport: "実績報告の書き出しに失敗しました。",
  monthEnd: "月末の報告の書き出しに失敗しました。",
  auditExport: "監査ログのCSVエクスポートに失敗しました。",
  longListSave: "ロングリストの保存に失敗しました。",
  longListDelete: "ロングリストの削除に失敗しました。",
  ownerLongList: "オーナーに見せる表の作成に失敗しました。",
  valuationSave: "簡易株価の計算に失敗しました。",
  valuationExport: "簡易株価の書き出しに失敗しました。",
  avoidedSave: "打診しない先の保存に失敗しました。",
  avoidedRemove: "打診しない先から外せませんでした。",
  personsSave: "担当者の変更に失敗しました。",
  teamLoad: "案件チームの取得に失敗しました。",
  teamSave: "案件チームへの追加に失敗しました。",
  teamRemove: "案件チームから外せませんでした。",
  activityLoad: "活動記録の取得に失敗しました。",
  activitySave: "活動記録の保存に失敗しました。",
  activityDelete: "活動記録の削除に失敗しました。",
  nextActionSave: "次回対応の保存に失敗しました。",
  dutyLoad: "確認事項の取得に失敗しました。",
  dutyTextLoad: "説明書・一覧の取得に失敗しました。",
  dutySave: "確認事項の記録に失敗しました。",
  dutyConfirm: "確認事項の確認に失敗しました。",
  dutyAttach: "書面の追加に失敗しました。",
  dutyRead: "確認事項の内容の取得に失敗しました。",
  dutyDownload: "書面のダウンロードに失敗しました。",
  memorandumSave: "企業概要書を保存できませんでした。",
  memorandumPicture: "画像を加えられませんでした。",
  memorandumPreview: "買手の見え方を取得できませんでした。",
  memorandumIssue: "企業概要書（PDF）を作れませんでした。",
  memorandumGive: "企業概要書を資料に加えられませんでした。",
  issuedLoad: "書面の取得に失敗しました。",
  issuedMake: "書面を作成できませんでした。",
  issuedDownload: "書面のダウンロードに失敗しました。",
  signedLoad: "署名済みの控えの取得に失敗しました。",
  signedRecord: "署名済みの控えを登録できませんでした。",
  signedConfirm: "署名済みの控えの確認に失敗しました。",
  signedReturn: "署名済みの控えの差戻しに失敗しました。",
  signedWithdraw: "署名済みの控えの取消しに失敗しました。",
  signedDownload: "署名済みの控えのダウンロードに失敗しました。",
  inspectionMake: "検査用ファイルを作成できませんでした。",
  nameAccess: "会社の名前を知った人の取得に失敗しました。",
  feeExample: "計算例の取得に失敗しました。",
  dutyDraft: "報告の下書きの取得に失敗しました。",
  dutyWaive: "省略の申し出に失敗しました。",
  reportLoad: "買手調査の報告の取得に失敗しました。",
  reportRelease: "買手調査の報告に失敗しました。",
  dutyDecide: "省略の判断に失敗しました。",
  handOver: "担当の引き継ぎに失敗しました。",
  ownWorkLoad: "担当とメールの設定の取得に失敗しました。",
  ownAdviserLoad: "資格の取得に失敗しました。",
  mailedWorkSave: "メールの範囲の保存に失敗しました。",
  absenceSave: "不在と代理の保存に失敗しました。",
  absenceEnd: "不在の終了に失敗しました。",
  lendingLoad: "資金支援の案件の取得に失敗しました。",
  lendingOwnSave: "メールの受け取りの保存に失敗しました。",
  loadsLoad: "担当の状況の取得に失敗しました。",
  savedSearch: "検索条件の保存に失敗しました。",
  savedSearchDelete: "検索条件の削除に失敗しました。",
} as const;

/** The failure message of each master list, by its name in api/master (SPEC.md section 8). */
const MASTER_FAILED: Readonly<Record<string, string>> = {
  industries: "業種の取得に失敗しました",
  prefectures: "都道府県の取得に失敗しました",
  cities: "市区町村の取得に失敗しました",
  institutions: "金融機関の一覧の取得に失敗しました",
  annualSales: "売上高の選択肢の取得に失敗しました",
  annualSalesSearch: "売上高の検索条件の取得に失敗しました",
  acquisitionPrice: "希望価格（下限）の選択肢の取得に失敗しました",
  salesPriceTo: "希望価格（上限）の選択肢の取得に失敗しました",
  operatingProfit: "営業利益の選択肢の取得に失敗しました",
  mAndA: "M&Aの理由の選択肢の取得に失敗しました",
  singleAmount: "金額の選択肢の取得に失敗しました",
  peoples: "従業員数の選択肢の取得に失敗しました",
  questionnaire: "アンケートの選択肢の取得に失敗しました",
  willingnessToSell: "譲渡意思の選択肢の取得に失敗しました",
};

export const masterFailed = (name: string): string => MASTER_FAILED[name] ?? "選択肢の取得に失敗しました";

/** Error pages by status (SPEC.md section 2 "Error page"); any other status is `other`. */
export const ERROR_PAGES = {
  400: {
    title: "表示できません",
    text: "閲覧する権限がないか、情報が削除された可能性があります。",
  },
  401: {
    title: "セッションの有効期限が切れました",
    text: "お手数ですが、もう一度ログインしてください。",
  },
  404: {
    title: "ページが見つかりません",
    text: "お探しのページは、移動または削除された可能性があります。アドレスをご確認ください。",
  },
  503: {
    title: "サーバーに接続できません",
    text: "アクセスが集中しているか、通信が途切れている可能性があります。しばらくたってから、もう一度お試しください。",
  },
  other: {
    title: "エラーが発生しました",
    text: "アクセスが集中している可能性があります。しばらくたってから、もう一度お試しください。",
  },
} as const;
