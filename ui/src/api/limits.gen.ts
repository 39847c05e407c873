/** Written by `npm run api` from openapi.json (limits.mjs): do not edit. */

/** Bounds every text of a body, also where the field is not named below. */
export const anyText = 200_000;

export const AbsenceInput = {
  deputyId: { maxLength: 60 },
  firstDay: { maxLength: 10 },
  lastDay: { maxLength: 10 },
} as const;

export const AccountRequestInput = {
  address: { maxLength: 120 },
  buildingName: { maxLength: 80 },
  city: { maxLength: 50_000 },
  fax: { maxLength: 50_000 },
  financialCode: { maxLength: 10 },
  financialName: { maxLength: 80 },
  financialNameKana: { maxLength: 80 },
  phone: { maxLength: 50_000 },
  postcode: { maxLength: 50_000 },
  prefecture: { maxLength: 50_000 },
  representativeName: { maxLength: 40 },
  responsibleParsonDepartment: { maxLength: 60 },
  responsibleParsonMail: { maxLength: 50_000 },
  responsibleParsonName: { maxLength: 40 },
  responsibleParsonPosition: { maxLength: 60 },
  responsibleParsonTel: { maxLength: 50_000 },
  websiteUrl: { maxLength: 50_000 },
} as const;

export const ActivityInput = {
  activityId: { maxLength: 60 },
  body: { maxLength: 2_000 },
  buyerNegotiationId: { maxLength: 50_000 },
  companyId: { maxLength: 50_000 },
  counterpart: { maxLength: 100 },
  date: { maxLength: 50_000 },
  requestKey: { maxLength: 50_000 },
} as const;

export const ActivityRemoval = {
  activityId: { maxLength: 60 },
  buyerNegotiationId: { maxLength: 50_000 },
  companyId: { maxLength: 50_000 },
} as const;

export const AllDecision = {
  asked: { maxLength: 50_000 },
  financialId: { maxLength: 50_000 },
} as const;

export const AlreadyReadInput = {
  buyerNegotiationId: { maxLength: 50_000 },
  buyerNegotiationMessageId: { maxLength: 50_000 },
} as const;

export const AnonymityInput = {
  companyId: { maxLength: 50_000 },
  sellerBusinessId: { maxLength: 50_000 },
  texts: { maxLength: 4_000 },
} as const;

export const ApprovalDecisionInput = {
  comment: { maxLength: 1_000 },
  key: { maxLength: 50_000 },
  name: { maxLength: 60 },
  passcode: { maxLength: 50_000 },
} as const;

export const ApprovalKeyInput = {
  key: { maxLength: 50_000 },
  passcode: { maxLength: 50_000 },
} as const;

export const ApprovalRequestInput = {
  justifications: { maxLength: 300 },
  passcodeBy: { maxLength: 50_000 },
  ppapMailaddress: { maxLength: 50_000 },
  sellerBusinessId: { maxLength: 50_000 },
  userId: { maxLength: 50_000 },
} as const;

export const ApproveInput = {
  buyerNegotiationId: { maxLength: 50_000 },
  comment: { maxLength: 1_000 },
  ownerReason: { maxLength: 1_000 },
} as const;

export const AttachInput = {
  dutyId: { maxLength: 60 },
} as const;

export const AuthorityInput = {
  address: { maxLength: 300 },
  ca: { maxLength: 60_000 },
  code: { maxLength: 50_000 },
  password: { maxLength: 50_000 },
  policy: { maxLength: 100 },
} as const;

export const AvoidedInput = {
  avoidedId: { maxLength: 50_000 },
  buyerCompanyId: { maxLength: 50_000 },
  companyId: { maxLength: 50_000 },
  companyName: { maxLength: 100 },
  corporateRegistrationNumber: { maxLength: 50_000 },
  note: { maxLength: 400 },
} as const;

export const AvoidedRemoval = {
  avoidedId: { maxLength: 50_000 },
  companyId: { maxLength: 50_000 },
  reason: { maxLength: 400 },
} as const;

export const CaseInput = {
  approvalDate: { maxLength: 50_000 },
  approvalNumber: { maxLength: 60 },
  approvedAmount: { minimum: 1, maximum: 100_000_000_000 },
  buyerNegotiationId: { maxLength: 50_000 },
  desiredAmount: { minimum: 1, maximum: 100_000_000_000 },
  fundsPurpose: { maxLength: 1_000 },
  ownFunds: { minimum: 0, maximum: 100_000_000_000 },
  revision: { maxLength: 64 },
} as const;

export const Charge = {
  id: { maxLength: 60 },
  of: { maxLength: 50_000 },
  seenPersonInCharge: { maxLength: 60 },
} as const;

export const CompanyDetailsFields = {
  buildingName: { maxLength: 100 },
  capitalAmount: { minimum: 0, maximum: 100_000_000_000 },
  cityCode: { maxLength: 50_000 },
  cityName: { maxLength: 50_000 },
  companyName: { maxLength: 100 },
  corporateRegistrationNumber: { maxLength: 50_000 },
  establishedYear: { minimum: 500 },
  establishmentNumber: { maxLength: 20 },
  homePageUrl: { maxLength: 50_000 },
  lastYearSalesAmount: { minimum: 0, maximum: 100_000_000_000 },
  numberOfEmployees: { minimum: 0, maximum: 9_999_999 },
  operatingProfit: { minimum: -100_000_000_000, maximum: 100_000_000_000 },
  postalCode: { maxLength: 50_000 },
  prefectureCode: { maxLength: 50_000 },
  prefectureName: { maxLength: 50_000 },
  representativeFaxNumber: { maxLength: 50_000 },
  representativeName: { maxLength: 60 },
  representativePhoneNumber: { maxLength: 50_000 },
  securityCode: { maxLength: 50_000 },
  totalAssets: { minimum: 0, maximum: 100_000_000_000 },
  townCode: { maxLength: 50_000 },
  townName: { maxLength: 100 },
} as const;

export const CompanyDetailsInput = {
  buildingName: { maxLength: 100 },
  capitalAmount: { minimum: 0, maximum: 100_000_000_000 },
  cityCode: { maxLength: 50_000 },
  cityName: { maxLength: 50_000 },
  companyId: { maxLength: 50_000 },
  companyName: { maxLength: 100 },
  corporateRegistrationNumber: { maxLength: 50_000 },
  establishedYear: { minimum: 500 },
  establishmentNumber: { maxLength: 20 },
  homePageUrl: { maxLength: 50_000 },
  lastYearSalesAmount: { minimum: 0, maximum: 100_000_000_000 },
  numberOfEmployees: { minimum: 0, maximum: 9_999_999 },
  operatingProfit: { minimum: -100_000_000_000, maximum: 100_000_000_000 },
  postalCode: { maxLength: 50_000 },
  prefectureCode: { maxLength: 50_000 },
  prefectureName: { maxLength: 50_000 },
  representativeFaxNumber: { maxLength: 50_000 },
  representativeName: { maxLength: 60 },
  representativePhoneNumber: { maxLength: 50_000 },
  securityCode: { maxLength: 50_000 },
  totalAssets: { minimum: 0, maximum: 100_000_000_000 },
  townCode: { maxLength: 50_000 },
  townName: { maxLength: 100 },
} as const;

export const CompanyNextInput = {
  body: { maxLength: 200 },
  companyId: { maxLength: 50_000 },
  date: { maxLength: 50_000 },
  userId: { maxLength: 60 },
} as const;

export const CompanyOverviewFields = {
  industryOtherText: { maxLength: 100 },
  industryOtherText12005: { maxLength: 100 },
  industryOtherText13004: { maxLength: 100 },
  industryOtherText13022: { maxLength: 100 },
  industryOtherText16005: { maxLength: 100 },
  industryOtherText17005: { maxLength: 100 },
  industryOtherText17012: { maxLength: 100 },
  industryOtherText20003: { maxLength: 100 },
  industryOtherText21013: { maxLength: 100 },
  industryOtherText22003: { maxLength: 100 },
  mAndAReasonOthers: { maxLength: 200 },
} as const;

export const CompanyOverviewInput = {
  companyId: { maxLength: 50_000 },
  financialMemo: { maxLength: 4_000 },
  industryOtherText: { maxLength: 100 },
  industryOtherText12005: { maxLength: 100 },
  industryOtherText13004: { maxLength: 100 },
  industryOtherText13022: { maxLength: 100 },
  industryOtherText16005: { maxLength: 100 },
  industryOtherText17005: { maxLength: 100 },
  industryOtherText17012: { maxLength: 100 },
  industryOtherText20003: { maxLength: 100 },
  industryOtherText21013: { maxLength: 100 },
  industryOtherText22003: { maxLength: 100 },
  mAndAReasonOthers: { maxLength: 200 },
  registrationId: { maxLength: 40 },
  remark: { maxLength: 2_000 },
  requestKey: { maxLength: 50_000 },
} as const;

export const CompanyStatusInput = {
  comment: { maxLength: 1_000 },
  companyId: { maxLength: 50_000 },
  event: { maxLength: 50_000 },
  registrationId: { maxLength: 50_000 },
} as const;

export const ConfirmInput = {
  dutyId: { maxLength: 60 },
} as const;

export const ConfirmMilestoneInput = {
  buyerNegotiationId: { maxLength: 50_000 },
  proposalIds: { maxLength: 50_000 },
} as const;

export const ConsentInput = {
  agreementHash: { maxLength: 50_000 },
  companyId: { maxLength: 50_000 },
  sellerBusinessId: { maxLength: 50_000 },
} as const;

export const CsvCommit = {
  importId: { maxLength: 50_000 },
} as const;

export const CsvImportRef = {
  importId: { maxLength: 50_000 },
} as const;

export const DecideInput = {
  waiverId: { maxLength: 60 },
} as const;

export const DeclarationInput = {
  body: { maxLength: 4_000 },
  sharingNote: { maxLength: 500 },
  sharingSince: { maxLength: 50_000 },
  title: { maxLength: 80 },
} as const;

export const DeclarationItem = {
  heading: { maxLength: 60 },
  text: { maxLength: 1_000 },
} as const;

export const DeviceEnd = {
  deviceId: { maxLength: 50_000 },
} as const;

export const DirectoryBegin = {
  door: { maxLength: 50_000 },
  loginId: { maxLength: 254 },
} as const;

export const DirectoryConfirm = {
  directoryId: { maxLength: 50_000 },
} as const;

export const DirectoryEnd = {
  directoryId: { maxLength: 50_000 },
  reason: { maxLength: 400 },
} as const;

export const DirectoryInput = {
  acrList: { maxLength: 100 },
  amrList: { maxLength: 100 },
  clientId: { maxLength: 200 },
  clientSecret: { maxLength: 500 },
  domainList: { maxLength: 200 },
  emergencyUserId: { maxLength: 50_000 },
  groupClaim: { maxLength: 60 },
  groupList: { maxLength: 200 },
  issuer: { maxLength: 200 },
} as const;

export const DirectoryInvite = {
  userId: { maxLength: 50_000 },
} as const;

export const DirectoryKey = {
  key: { maxLength: 50_000 },
  passcode: { maxLength: 50_000 },
} as const;

export const DirectoryReturn = {
  code: { maxLength: 4_000 },
  error: { maxLength: 200 },
  issuer: { maxLength: 500 },
  state: { maxLength: 200 },
} as const;

export const DirectoryUnbind = {
  reason: { maxLength: 400 },
  userId: { maxLength: 50_000 },
} as const;

export const DocumentChange = {
  documentId: { maxLength: 50_000 },
  title: { maxLength: 60 },
} as const;

export const DocumentInput = {
  sellerBusinessId: { maxLength: 50_000 },
  title: { maxLength: 60 },
} as const;

export const DocumentRef = {
  documentId: { maxLength: 50_000 },
} as const;

export const DraftInput = {
  buyerNegotiationId: { maxLength: 64 },
  sellerBusinessId: { maxLength: 64 },
  side: { maxLength: 2 },
  templateId: { maxLength: 64 },
} as const;

export const DutyTextInput = {
  reason: { maxLength: 200 },
  requestKey: { maxLength: 50_000 },
  title: { maxLength: 60 },
} as const;

export const FeeStep = {
  rate: { minimum: 0, maximum: 10_000 },
  upTo: { minimum: 1, maximum: 100_000_000_000 },
} as const;

export const FeeTableInput = {
  deductedNote: { maxLength: 100 },
  interim: { minimum: 0, maximum: 100_000_000_000 },
  interimShare: { minimum: 0, maximum: 100 },
  minimum: { minimum: 0, maximum: 100_000_000_000 },
  monthly: { minimum: 0, maximum: 100_000_000_000 },
  name: { maxLength: 30 },
  requestKey: { maxLength: 50_000 },
  retainer: { minimum: 0, maximum: 100_000_000_000 },
  tableId: { maxLength: 60 },
} as const;

export const FinancialInput = {
  address: { maxLength: 120 },
  buildingName: { maxLength: 80 },
  city: { maxLength: 50_000 },
  fax: { maxLength: 50_000 },
  financialCode: { maxLength: 50_000 },
  financialId: { maxLength: 50_000 },
  financialName: { maxLength: 50_000 },
  financialNameKana: { maxLength: 50_000 },
  phone: { maxLength: 50_000 },
  postcode: { maxLength: 50_000 },
  prefecture: { maxLength: 50_000 },
  representativeName: { maxLength: 60 },
  responsibleParsonDepartment: { maxLength: 60 },
  responsibleParsonMail: { maxLength: 50_000 },
  responsibleParsonName: { maxLength: 60 },
  responsibleParsonPosition: { maxLength: 60 },
  responsibleParsonTel: { maxLength: 50_000 },
  websiteUrl: { maxLength: 50_000 },
} as const;

export const FinancingInput = {
  approvalDate: { maxLength: 50_000 },
  approvalNumber: { maxLength: 60 },
  approvedAmount: { minimum: 1, maximum: 100_000_000_000 },
  buyerNegotiationId: { maxLength: 50_000 },
  desiredAmount: { minimum: 1, maximum: 100_000_000_000 },
  fundsPurpose: { maxLength: 1_000 },
  ownFunds: { minimum: 0, maximum: 100_000_000_000 },
} as const;

export const GrantInput = {
  buyerNegotiationId: { maxLength: 50_000 },
  documentId: { maxLength: 50_000 },
  until: { maxLength: 50_000 },
} as const;

export const HandOverInput = {
  fromPerson: { maxLength: 60 },
  personInCharge: { maxLength: 60 },
} as const;

export const HeldDecisionInput = {
  heldTextId: { maxLength: 50_000 },
  reason: { maxLength: 300 },
} as const;

export const HeldTextRef = {
  heldTextId: { maxLength: 50_000 },
} as const;

export const ImportMapping = {
  importId: { maxLength: 50_000 },
} as const;

export const InquiryInput = {
  body: { maxLength: 2_000 },
  mailAddress: { maxLength: 50_000 },
  name: { maxLength: 40 },
  nameKana: { maxLength: 40 },
  organisation: { maxLength: 80 },
  phone: { maxLength: 50_000 },
} as const;

export const InquiryKey = {
  key: { maxLength: 50_000 },
} as const;

export const InquiryKeyReply = {
  body: { maxLength: 2_000 },
  key: { maxLength: 50_000 },
} as const;

export const InquiryRead = {
  inquiryId: { maxLength: 50_000 },
} as const;

export const InquiryReply = {
  body: { maxLength: 2_000 },
  inquiryId: { maxLength: 50_000 },
} as const;

export const InterestInput = {
  buyerCompanyId: { maxLength: 50_000 },
  buyerNegotiationId: { maxLength: 50_000 },
  comment: { maxLength: 4_000 },
  companyId: { maxLength: 50_000 },
  sellerBusinessId: { maxLength: 50_000 },
} as const;

export const IssueInput = {
  buyerNegotiationId: { maxLength: 50_000 },
  companyId: { maxLength: 50_000 },
  requestKey: { maxLength: 50_000 },
  sellerBusinessId: { maxLength: 50_000 },
} as const;

export const ListingAudienceInput = {
  sellerBusinessId: { maxLength: 50_000 },
} as const;

export const ListingDetailsInput = {
  address: { maxLength: 200 },
  advantage: { maxLength: 2_000 },
  amountOfSales: { minimum: 0, maximum: 100_000_000_000 },
  assetAmount: { minimum: 0, maximum: 100_000_000_000 },
  assignmentReasonAddition: { maxLength: 2_000 },
  cashDeposit: { minimum: 0, maximum: 100_000_000_000 },
  companyName: { maxLength: 100 },
  debitAmount: { minimum: 0, maximum: 100_000_000_000 },
  ebitda: { minimum: -100_000_000_000, maximum: 100_000_000_000 },
  executiveRemuneration: { minimum: 0, maximum: 100_000_000_000 },
  fax: { maxLength: 50_000 },
  fiscalYear: { minimum: 1_900 },
  homePageUrl: { maxLength: 50_000 },
  interestBearingDebt: { minimum: 0, maximum: 100_000_000_000 },
  markets: { maxLength: 2_000 },
  netAsset: { minimum: -100_000_000_000, maximum: 100_000_000_000 },
  netIncome: { minimum: -100_000_000_000, maximum: 100_000_000_000 },
  operatingProfit: { minimum: -100_000_000_000, maximum: 100_000_000_000 },
  ordinaryIncome: { minimum: -100_000_000_000, maximum: 100_000_000_000 },
  phone: { maxLength: 50_000 },
  postalCode: { maxLength: 50_000 },
  preAmountOfSales: { minimum: 0, maximum: 100_000_000_000 },
  preEbitda: { minimum: -100_000_000_000, maximum: 100_000_000_000 },
  preExecutiveRemuneration: { minimum: 0, maximum: 100_000_000_000 },
  preNetIncome: { minimum: -100_000_000_000, maximum: 100_000_000_000 },
  preOperatingProfit: { minimum: -100_000_000_000, maximum: 100_000_000_000 },
  preOrdinaryIncome: { minimum: -100_000_000_000, maximum: 100_000_000_000 },
  providingMethod: { maxLength: 2_000 },
  representativeName: { maxLength: 60 },
  sellerBusinessId: { maxLength: 50_000 },
  services: { maxLength: 2_000 },
  supplementaryDescription: { maxLength: 2_000 },
  targetCustomers: { maxLength: 2_000 },
  targetUrl: { maxLength: 50_000 },
} as const;

export const ListingDraw = {
  letterId: { maxLength: 50_000 },
  sellerBusinessId: { maxLength: 50_000 },
} as const;

export const ListingMoveInput = {
  comment: { maxLength: 1_000 },
  sellerBusinessId: { maxLength: 50_000 },
} as const;

export const ListingOverviewInput = {
  businessName: { maxLength: 60 },
  companyId: { maxLength: 50_000 },
  description: { maxLength: 2_000 },
  dueDate: { maxLength: 50_000 },
  industryOtherText: { maxLength: 100 },
  industryOtherText12005: { maxLength: 100 },
  industryOtherText13004: { maxLength: 100 },
  industryOtherText13022: { maxLength: 100 },
  industryOtherText16005: { maxLength: 100 },
  industryOtherText17005: { maxLength: 100 },
  industryOtherText17012: { maxLength: 100 },
  industryOtherText20003: { maxLength: 100 },
  industryOtherText21013: { maxLength: 100 },
  industryOtherText22003: { maxLength: 100 },
  numberOfManagersFrom: { minimum: 0, maximum: 1_000_000 },
  numberOfManagersTo: { minimum: 0, maximum: 1_000_000 },
  others: { maxLength: 2_000 },
  requestKey: { maxLength: 50_000 },
  salesAssetOther: { maxLength: 200 },
  sellerBusinessId: { maxLength: 50_000 },
  startDate: { maxLength: 50_000 },
} as const;

export const ListingPeriodInput = {
  dueDate: { maxLength: 50_000 },
  sellerBusinessId: { maxLength: 50_000 },
} as const;

export const ListingSuspensionInput = {
  sellerBusinessId: { maxLength: 50_000 },
} as const;

export const LongCompanyQuery = {
  companyName: { maxLength: 100 },
  needsName: { maxLength: 100 },
  propertyName: { maxLength: 50_000 },
  scoreFrom: { minimum: 0, maximum: 100 },
  sellerBusinessId: { maxLength: 50_000 },
  without: { maxLength: 40 },
} as const;

export const LongListInput = {
  longListId: { maxLength: 50_000 },
  name: { maxLength: 60 },
  sellerBusinessId: { maxLength: 50_000 },
} as const;

export const LongListOfferInput = {
  heldTextId: { maxLength: 50_000 },
  offerMessage: { maxLength: 4_000 },
  sellerBusinessId: { maxLength: 50_000 },
} as const;

export const LongListRef = {
  longListId: { maxLength: 50_000 },
} as const;

export const MailServerDecision = {
  code: { maxLength: 50_000 },
  password: { maxLength: 50_000 },
} as const;

export const MailServerInput = {
  code: { maxLength: 50_000 },
  from: { maxLength: 50_000 },
  host: { maxLength: 120 },
  mailPassword: { maxLength: 200 },
  password: { maxLength: 50_000 },
  tls: { maxLength: 50_000 },
  user: { maxLength: 120 },
} as const;

export const MakeInput = {
  buyerNegotiationId: { maxLength: 50_000 },
  companyId: { maxLength: 50_000 },
  sellerBusinessId: { maxLength: 50_000 },
} as const;

export const MemberInput = {
  companyId: { maxLength: 50_000 },
  userId: { maxLength: 50_000 },
} as const;

export const MemberRemoval = {
  companyId: { maxLength: 50_000 },
  userId: { maxLength: 50_000 },
} as const;

export const MemorandumAt = {
  sellerBusinessId: { maxLength: 50_000 },
} as const;

export const MemorandumPeriod = {
  amountOfSales: { minimum: -100_000_000_000, maximum: 100_000_000_000 },
  assetAmount: { minimum: -100_000_000_000, maximum: 100_000_000_000 },
  cashDeposit: { minimum: -100_000_000_000, maximum: 100_000_000_000 },
  depreciation: { minimum: -100_000_000_000, maximum: 100_000_000_000 },
  executiveRemuneration: { minimum: -100_000_000_000, maximum: 100_000_000_000 },
  grossProfit: { minimum: -100_000_000_000, maximum: 100_000_000_000 },
  interestBearingDebt: { minimum: -100_000_000_000, maximum: 100_000_000_000 },
  month: { maxLength: 7 },
  netAsset: { minimum: -100_000_000_000, maximum: 100_000_000_000 },
  netIncome: { minimum: -100_000_000_000, maximum: 100_000_000_000 },
  operatingProfit: { minimum: -100_000_000_000, maximum: 100_000_000_000 },
  ordinaryIncome: { minimum: -100_000_000_000, maximum: 100_000_000_000 },
} as const;

export const MemorandumPicture = {
  caption: { maxLength: 60 },
  pictureId: { maxLength: 64 },
} as const;

export const MemorandumPictureUpload = {
  sellerBusinessId: { maxLength: 50_000 },
} as const;

export const MemorandumSave = {
  sellerBusinessId: { maxLength: 50_000 },
} as const;

export const MemorandumSection = {
  heading: { maxLength: 40 },
  key: { maxLength: 20 },
  text: { maxLength: 4_000 },
} as const;

export const MessageCheckInput = {
  buyerNegotiationId: { maxLength: 50_000 },
  fileName: { maxLength: 50_000 },
  messageBody: { maxLength: 50_000 },
  sellerBusinessId: { maxLength: 50_000 },
} as const;

export const MessageInput = {
  buyerNegotiationId: { maxLength: 50_000 },
  heldTextId: { maxLength: 50_000 },
  messageBody: { maxLength: 4_000 },
} as const;

export const MilestoneInput = {
  amount: { minimum: 1, maximum: 100_000_000_000 },
  buyerNegotiationId: { maxLength: 50_000 },
  date: { maxLength: 50_000 },
  note: { maxLength: 1_000 },
  until: { maxLength: 50_000 },
} as const;

export const NeedsInput = {
  acquisitionAssetOther: { maxLength: 200 },
  clientId: { maxLength: 50_000 },
  detail: { maxLength: 2_000 },
  industryOtherText: { maxLength: 100 },
  industryOtherText12005: { maxLength: 100 },
  industryOtherText13004: { maxLength: 100 },
  industryOtherText13022: { maxLength: 100 },
  industryOtherText16005: { maxLength: 100 },
  industryOtherText17005: { maxLength: 100 },
  industryOtherText17012: { maxLength: 100 },
  industryOtherText20003: { maxLength: 100 },
  industryOtherText21013: { maxLength: 100 },
  industryOtherText22003: { maxLength: 100 },
  needsId: { maxLength: 50_000 },
  requestKey: { maxLength: 50_000 },
  title: { maxLength: 60 },
} as const;

export const NeedsRemoveInput = {
  needsId: { maxLength: 50_000 },
} as const;

export const NextActionInput = {
  buyerNegotiationId: { maxLength: 50_000 },
  date: { maxLength: 50_000 },
  userId: { maxLength: 50_000 },
} as const;

export const NextActionSet = {
  body: { maxLength: 200 },
  date: { maxLength: 50_000 },
  userId: { maxLength: 60 },
} as const;

export const OfferInput = {
  buyerCompanyId: { maxLength: 50_000 },
  buyerNegotiationId: { maxLength: 50_000 },
  companyId: { maxLength: 50_000 },
  heldTextId: { maxLength: 50_000 },
  offerMessage: { maxLength: 4_000 },
  sellerBusinessId: { maxLength: 50_000 },
} as const;

export const OfficeAnswer = {
  body: { maxLength: 2_000 },
  inquiryId: { maxLength: 50_000 },
} as const;

export const OfficeApproval = {
  accountRequestId: { maxLength: 50_000 },
  loginId: { maxLength: 50_000 },
  shortName: { maxLength: 20 },
} as const;

export const OfficeApproverDeed = {
  reason: { maxLength: 500 },
  userId: { maxLength: 50_000 },
} as const;

export const OfficeBackupDownload = {
  code: { maxLength: 50_000 },
  name: { maxLength: 100 },
  password: { maxLength: 50_000 },
} as const;

export const OfficeBackupKey = {
  code: { maxLength: 50_000 },
  password: { maxLength: 50_000 },
  recipient: { maxLength: 200 },
} as const;

export const OfficeBusinessDeed = {
  business: { minimum: 0, maximum: 2 },
  userId: { maxLength: 50_000 },
} as const;

export const OfficeCharge = {
  comment: { maxLength: 1_000 },
  companyId: { maxLength: 50_000 },
  financialId: { maxLength: 50_000 },
} as const;

export const OfficeCompanyStatus = {
  companyId: { maxLength: 50_000 },
  event: { maxLength: 50_000 },
  reason: { maxLength: 500 },
} as const;

export const OfficeDeed = {
  comment: { maxLength: 1_000 },
  sellerBusinessId: { maxLength: 50_000 },
} as const;

export const OfficeFaq = {
  answer: { maxLength: 4_000 },
  category: { maxLength: 40 },
  faqId: { maxLength: 50_000 },
  question: { maxLength: 200 },
} as const;

export const OfficeGlassDeed = {
  breakGlassId: { maxLength: 50_000 },
} as const;

export const OfficeGlassInput = {
  reason: { maxLength: 1_000 },
  targetId: { maxLength: 50_000 },
} as const;

export const OfficeInquiryMark = {
  inquiryId: { maxLength: 50_000 },
  note: { maxLength: 1_000 },
} as const;

export const OfficeInstitutionInput = {
  address: { maxLength: 120 },
  buildingName: { maxLength: 80 },
  city: { maxLength: 50_000 },
  fax: { maxLength: 50_000 },
  financialCode: { maxLength: 10 },
  financialId: { maxLength: 50_000 },
  financialName: { maxLength: 80 },
  financialNameKana: { maxLength: 80 },
  phone: { maxLength: 50_000 },
  postcode: { maxLength: 50_000 },
  prefecture: { maxLength: 50_000 },
  reason: { maxLength: 500 },
  representativeName: { maxLength: 40 },
  responsibleParsonDepartment: { maxLength: 60 },
  responsibleParsonMail: { maxLength: 50_000 },
  responsibleParsonName: { maxLength: 40 },
  responsibleParsonPosition: { maxLength: 60 },
  responsibleParsonTel: { maxLength: 50_000 },
  shortName: { maxLength: 20 },
  websiteUrl: { maxLength: 50_000 },
} as const;

export const OfficeInstitutionStatus = {
  event: { maxLength: 50_000 },
  financialId: { maxLength: 50_000 },
  reason: { maxLength: 500 },
} as const;

export const OfficeJobName = {
  name: { maxLength: 50 },
} as const;

export const OfficeLoginChange = {
  loginId: { maxLength: 50_000 },
  reason: { maxLength: 500 },
  userId: { maxLength: 50_000 },
} as const;

export const OfficeLoginDecision = {
  loginId: { maxLength: 50_000 },
  reason: { maxLength: 500 },
  userId: { maxLength: 50_000 },
} as const;

export const OfficeLogo = {
  picture: { maxLength: 50_000 },
} as const;

export const OfficeMailRetry = {
  mailId: { maxLength: 50_000 },
} as const;

export const OfficeMergerDeed = {
  mergerId: { maxLength: 50_000 },
} as const;

export const OfficeMergerInput = {
  absorbedId: { maxLength: 50_000 },
  date: { maxLength: 50_000 },
  mark: { maxLength: 10 },
  reason: { maxLength: 500 },
  survivingId: { maxLength: 50_000 },
} as const;

export const OfficeMergerWithdrawal = {
  mergerId: { maxLength: 50_000 },
  reason: { maxLength: 500 },
} as const;

export const OfficePeriodValue = {
  key: { maxLength: 50 },
} as const;

export const OfficeRejection = {
  accountRequestId: { maxLength: 50_000 },
  reason: { maxLength: 1_000 },
} as const;

export const OfficeScoreWeight = {
  item: { maxLength: 50_000 },
  label: { maxLength: 50_000 },
  weight: { minimum: 0, maximum: 100 },
} as const;

export const OfficeSettings = {
  colour: { maxLength: 50_000 },
  mailFromName: { maxLength: 40 },
  mailReplyTo: { maxLength: 50_000 },
  networkName: { maxLength: 40 },
  officeMail: { maxLength: 50_000 },
  officePhone: { maxLength: 50_000 },
} as const;

export const OfficeTextInput = {
  body: { maxLength: 50_000 },
  kind: { maxLength: 50_000 },
  title: { maxLength: 80 },
} as const;

export const OfficeTopic = {
  audienceLabel: { maxLength: 50_000 },
  body: { maxLength: 4_000 },
  endDate: { maxLength: 50_000 },
  financialId: { maxLength: 50_000 },
  mailedAt: { maxLength: 50_000 },
  startDate: { maxLength: 50_000 },
  title: { maxLength: 80 },
  topicId: { maxLength: 50_000 },
} as const;

export const OfficeUserDeed = {
  userId: { maxLength: 50_000 },
} as const;

export const OfficeUserInput = {
  department: { maxLength: 60 },
  financialId: { maxLength: 50_000 },
  loginId: { maxLength: 50_000 },
  position: { maxLength: 60 },
  userName: { maxLength: 40 },
} as const;

export const Office_PreviewTextRequest = {
  body: { maxLength: 50_000 },
} as const;

export const OwnerDecisionInput = {
  comment: { maxLength: 1_000 },
  key: { maxLength: 50_000 },
  passcode: { maxLength: 50_000 },
  userName: { maxLength: 40 },
} as const;

export const OwnerKeyInput = {
  key: { maxLength: 50_000 },
  passcode: { maxLength: 50_000 },
} as const;

export const OwnerListInput = {
  sellerBusinessId: { maxLength: 50_000 },
} as const;

export const OwnerPaperInput = {
  key: { maxLength: 50_000 },
  passcode: { maxLength: 50_000 },
} as const;

export const OwnerRecordInput = {
  buyerNegotiationId: { maxLength: 50_000 },
  comment: { maxLength: 1_000 },
} as const;

export const OwnerRequestInput = {
  buyerNegotiationId: { maxLength: 50_000 },
  passcodeBy: { maxLength: 50_000 },
  ppapMailaddress: { maxLength: 50_000 },
  userId: { maxLength: 50_000 },
} as const;

export const PaperConfirmInput = {
  sellerBusinessId: { maxLength: 50_000 },
} as const;

export const PaperIDInput = {
  paperId: { maxLength: 50_000 },
} as const;

export const PaperInput = {
  buyerNegotiationId: { maxLength: 50_000 },
  kind: { maxLength: 50_000 },
} as const;

export const PaperRequestInput = {
  justifications: { maxLength: 300 },
  sellerBusinessId: { maxLength: 50_000 },
} as const;

export const PasskeyAddForm = {
  answer: { maxLength: 50_000 },
  name: { maxLength: 40 },
} as const;

export const PasskeyDoorForm = {
  door: { maxLength: 50_000 },
} as const;

export const PasskeyProofForm = {
  answer: { maxLength: 50_000 },
} as const;

export const PasskeyRemoveForm = {
  code: { maxLength: 50_000 },
  passkeyId: { maxLength: 50_000 },
  password: { maxLength: 50_000 },
} as const;

export const PasskeyRenameForm = {
  name: { maxLength: 40 },
  passkeyId: { maxLength: 50_000 },
} as const;

export const PasskeyResetForm = {
  comment: { maxLength: 400 },
  userId: { maxLength: 50_000 },
} as const;

export const PasskeySignInForm = {
  answer: { maxLength: 50_000 },
  door: { maxLength: 50_000 },
} as const;

export const PasskeyStartForm = {
  code: { maxLength: 50_000 },
  password: { maxLength: 50_000 },
} as const;

export const PasswordChangeInput = {
  newPassword: { maxLength: 50_000 },
  password: { maxLength: 50_000 },
} as const;

export const PasswordKeyInput = {
  key: { maxLength: 50_000 },
  passcode: { maxLength: 50_000 },
} as const;

export const PasswordResetInput = {
  mailAddress: { maxLength: 50_000 },
} as const;

export const PasswordSetInput = {
  key: { maxLength: 50_000 },
  passcode: { maxLength: 50_000 },
  password: { maxLength: 50_000 },
} as const;

export const ProfileInput = {
  dealCount: { minimum: 0, maximum: 99_999 },
  qualification: { maxLength: 40 },
  registrationNumber: { maxLength: 40 },
  since: { maxLength: 7 },
  trainedOn: { maxLength: 10 },
  training: { maxLength: 100 },
  userId: { maxLength: 50_000 },
} as const;

export const ProofInput = {
  code: { maxLength: 50_000 },
  password: { maxLength: 50_000 },
} as const;

export const ProposalInput = {
  buyerNegotiationId: { maxLength: 50_000 },
  comment: { maxLength: 1_000 },
  proposalId: { maxLength: 50_000 },
} as const;

export const RealNameInput = {
  buyerNegotiationId: { maxLength: 50_000 },
} as const;

export const RecordInput = {
  buyerNegotiationId: { maxLength: 50_000 },
  companyId: { maxLength: 50_000 },
  performedOn: { maxLength: 50_000 },
  replaces: { maxLength: 60 },
  requestKey: { maxLength: 50_000 },
  sellerBusinessId: { maxLength: 50_000 },
  textId: { maxLength: 60 },
  values: { maxLength: 1_000 },
} as const;

export const RegistrationCheck = {
  key: { maxLength: 50_000 },
  passcode: { maxLength: 50_000 },
} as const;

export const RegistrationInput = {
  key: { maxLength: 50_000 },
  passcode: { maxLength: 50_000 },
} as const;

export const RegistrationKey = {
  key: { maxLength: 50_000 },
  passcode: { maxLength: 50_000 },
} as const;

export const RegistrationUserInput = {
  department: { maxLength: 60 },
  fax: { maxLength: 50_000 },
  loginId: { maxLength: 50_000 },
  password: { maxLength: 50_000 },
  phone1: { maxLength: 50_000 },
  phone2: { maxLength: 50_000 },
  position: { maxLength: 60 },
  userName: { maxLength: 40 },
  userNameKana: { maxLength: 60 },
} as const;

export const ReleaseInput = {
  buyerNegotiationId: { maxLength: 60 },
  dutyId: { maxLength: 60 },
  line: { maxLength: 200 },
  lookedBy: { maxLength: 100 },
  replaces: { maxLength: 60 },
  requestKey: { maxLength: 50_000 },
} as const;

export const ReplyInput = {
  proofId: { maxLength: 50_000 },
  reply: { maxLength: 90_000 },
} as const;

export const ResendBody = {
  companyId: { maxLength: 50_000 },
} as const;

export const RetireInput = {
  tableId: { maxLength: 60 },
} as const;

export const RevokeInput = {
  buyerNegotiationId: { maxLength: 50_000 },
  documentId: { maxLength: 50_000 },
} as const;

export const SaveInput = {
  id: { maxLength: 60 },
  of: { maxLength: 50_000 },
  otherPersons: { maxLength: 50_000 },
  personInCharge: { maxLength: 60 },
  seenOtherPersons: { maxLength: 50_000 },
  seenPersonInCharge: { maxLength: 60 },
} as const;

export const SavedSearchInput = {
  area: { maxLength: 50_000 },
  conditions: { maxLength: 50_000 },
  name: { maxLength: 40 },
  savedSearchId: { maxLength: 50_000 },
} as const;

export const SavedSearchRef = {
  savedSearchId: { maxLength: 50_000 },
} as const;

export const SavedSearchUse = {
  savedSearchId: { maxLength: 50_000 },
} as const;

export const SecondStepConfirm = {
  code: { maxLength: 50_000 },
  password: { maxLength: 50_000 },
  presentCode: { maxLength: 50_000 },
} as const;

export const SecondStepProof = {
  code: { maxLength: 50_000 },
  password: { maxLength: 50_000 },
} as const;

export const SecondStepReset = {
  comment: { maxLength: 400 },
  userId: { maxLength: 50_000 },
} as const;

export const SetupInput = {
  key: { maxLength: 50_000 },
  loginId: { maxLength: 50_000 },
  networkName: { maxLength: 40 },
  password: { maxLength: 50_000 },
  userName: { maxLength: 40 },
} as const;

export const SetupKeyInput = {
  key: { maxLength: 50_000 },
} as const;

export const SiemInput = {
  ca: { maxLength: 60_000 },
  certificate: { maxLength: 60_000 },
  code: { maxLength: 50_000 },
  host: { maxLength: 120 },
  key: { maxLength: 20_000 },
  password: { maxLength: 50_000 },
} as const;

export const SignInEnd = {
  signInId: { maxLength: 50_000 },
} as const;

export const SignedCopyDecision = {
  reason: { maxLength: 400 },
  signedCopyId: { maxLength: 64 },
} as const;

export const SignedCopyEnd = {
  reason: { maxLength: 400 },
  signedCopyId: { maxLength: 64 },
} as const;

export const SignedCopyInput = {
  issuedPaperId: { maxLength: 64 },
  note: { maxLength: 400 },
  requestKey: { maxLength: 50_000 },
  signedOn: { maxLength: 50_000 },
} as const;

export const Signer = {
  name: { maxLength: 60 },
  role: { maxLength: 60 },
} as const;

export const StampInput = {
  requestKey: { maxLength: 50_000 },
} as const;

export const StartInput = {
  buyerCompanyId: { maxLength: 50_000 },
  buyerNegotiationId: { maxLength: 50_000 },
  companyId: { maxLength: 50_000 },
  sellerBusinessId: { maxLength: 50_000 },
} as const;

export const StatusInput = {
  buyerNegotiationId: { maxLength: 50_000 },
  comment: { maxLength: 1_000 },
  move: { maxLength: 50_000 },
} as const;

export const StepBackInput = {
  buyerNegotiationId: { maxLength: 50_000 },
  comment: { maxLength: 1_000 },
} as const;

export const StepDecision = {
  reason: { maxLength: 200 },
  step: { maxLength: 50_000 },
} as const;

export const SupportRegistrationInput = {
  expiresOn: { maxLength: 50_000 },
  number: { maxLength: 40 },
  qualified: { minimum: 0, maximum: 100_000 },
} as const;

export const TalkDraw = {
  buyerNegotiationId: { maxLength: 50_000 },
  letterId: { maxLength: 50_000 },
} as const;

export const TemplateEnd = {
  reason: { maxLength: 200 },
} as const;

export const TemplateInput = {
  reason: { maxLength: 200 },
  requestKey: { maxLength: 50_000 },
} as const;

export const TextItem = {
  heading: { maxLength: 60 },
  key: { maxLength: 40 },
  text: { maxLength: 2_000 },
} as const;

export const TopicClosing = {
  topicId: { maxLength: 50_000 },
} as const;

export const TrialInput = {
  caseNumber: { maxLength: 40 },
  side: { maxLength: 2 },
  templateId: { maxLength: 64 },
} as const;

export const UserActionInput = {
  sellerBusinessId: { maxLength: 50_000 },
} as const;

export const UserInput = {
  clientId: { maxLength: 50_000 },
  department: { maxLength: 60 },
  fax: { maxLength: 50_000 },
  loginId: { maxLength: 50_000 },
  phone1: { maxLength: 50_000 },
  phone2: { maxLength: 50_000 },
  position: { maxLength: 60 },
  requestKey: { maxLength: 50_000 },
  userId: { maxLength: 50_000 },
  userName: { maxLength: 40 },
  userNameKana: { maxLength: 60 },
} as const;

export const UserInviteBody = {
  userId: { maxLength: 50_000 },
} as const;

export const ValuationExport = {
  sellerBusinessId: { maxLength: 50_000 },
} as const;

export const ValuationInput = {
  cashDeposit: { minimum: 0, maximum: 999_999_999 },
  depreciation: { minimum: 0, maximum: 999_999_999 },
  interestBearingDebt: { minimum: 0, maximum: 999_999_999 },
  multipleFrom: { minimum: 1, maximum: 300 },
  multipleTo: { minimum: 1, maximum: 300 },
  netAsset: { minimum: -999_999_999, maximum: 999_999_999 },
  note: { maxLength: 400 },
  operatingProfit: { minimum: -999_999_999, maximum: 999_999_999 },
  otherAdjustment: { minimum: -999_999_999, maximum: 999_999_999 },
  remuneration: { minimum: -999_999_999, maximum: 999_999_999 },
  sellerBusinessId: { maxLength: 50_000 },
  taxRate: { minimum: 0, maximum: 10_000 },
  yearsFrom: { minimum: 1, maximum: 5 },
  yearsTo: { minimum: 1, maximum: 5 },
} as const;

export const ValuationLine = {
  book: { minimum: -999_999_999, maximum: 999_999_999 },
  market: { minimum: -999_999_999, maximum: 999_999_999 },
  name: { maxLength: 40 },
} as const;

export const WaiveInput = {
  buyerNegotiationId: { maxLength: 50_000 },
  companyId: { maxLength: 50_000 },
  reason: { maxLength: 300 },
  sellerBusinessId: { maxLength: 50_000 },
} as const;

export const WordGroupInput = {
  head: { maxLength: 20 },
  narrowerList: { maxLength: 20 },
  requestKey: { maxLength: 50_000 },
  sameList: { maxLength: 20 },
  wordGroupId: { maxLength: 60 },
} as const;

export const WordGroupRef = {
  wordGroupId: { maxLength: 60 },
} as const;
