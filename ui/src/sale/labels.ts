/**
 * The words for the fields of a listing's overview and details (SPEC.md section 3): the same one in form,
 * confirmation, desk, search, sheet and the office's view; the server's messages use it too
 * (labels.test.ts). A field that master data heads has its heading.
 */
export const LABELS = {
  businessName: "案件名（匿名の表題）",
  description: "案件の説明",
  industryTypes: "業種",
  industryOtherText: "業種の補足",
  publicRegion: "公開する地域",
  formattedLocation: "地域",
  prefecture: "所在地（都道府県）",
  city: "所在地（市区町村）",
  salesAmount: "売上高",
  operatingProfit: "営業利益",
  salesPrice: "希望価格",
  numberOfManagers: "従業員数",
  willingnessToSell: "譲渡意思",
  negotiationTarget: "交渉対象",
  salesAsset: "譲渡対象資産",
  salesAssetOther: "譲渡対象資産（その他）",
  others: "その他",
  dueDate: "公開期限",
  inChargeFinancialInstitutionName: "担当の金融機関",

  assignmentReason: "譲渡の理由",
  assignmentReasonAddition: "譲渡の理由の補足",
  advantage: "強み",
  providingMethod: "提供方法",
  markets: "市場",
  targetCustomers: "主な顧客",
  services: "商品・サービス",
  supplementaryDescription: "補足説明",
  companyName: "企業名",
  representativeName: "代表者名",
  postalCode: "郵便番号",
  address: "所在地",
  phone: "電話番号",
  fax: "FAX番号",
  homePageUrl: "ホームページ",
  targetUrl: "対象事業のURL",
  fiscalYear: "決算年度",
} as const;

/** The words for the amounts of a year, and of its end. */
export const AMOUNT_LABELS = {
  amountOfSales: "売上高",
  operatingProfit: "営業利益",
  ordinaryIncome: "経常利益",
  ebitda: "EBITDA",
  netIncome: "当期純利益",
  executiveRemuneration: "役員報酬",
  assetAmount: "総資産",
  debitAmount: "負債総額",
  netAsset: "純資産",
  cashDeposit: "現預金",
  interestBearingDebt: "有利子負債",
} as const;
