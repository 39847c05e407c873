/** Written by `npm run api` from openapi.json (limits.mjs): do not edit. */

/** Bounds every text of a body, also where the field is not named below. */
export const anyText = 50_000;

export const AbsenceInput = {
  deputyId: { maxLength: 60 },
  firstDay: { maxLength: 10 },
  lastDay: { maxLength: 10 },
} as const;

export const AccountRequestInput = {
  address: { maxLength: 120 },
  buildingName: { maxLength: 80 },
  financialCode: { maxLength: 10 },
  financialName: { maxLength: 80 },
  financialNameKana: { maxLength: 80 },
  representativeName: { maxLength: 40 },
  responsibleParsonDepartment: { maxLength: 60 },
  responsibleParsonName: { maxLength: 40 },
  responsibleParsonPosition: { maxLength: 60 },
} as const;

export const ActivityInput = {
  activityId: { maxLength: 60 },
  body: { maxLength: 2_000 },
  counterpart: { maxLength: 100 },
} as const;

export const ActivityRemoval = {
  activityId: { maxLength: 60 },
} as const;

export const AnonymityInput = {
  texts: { maxLength: 4_000 },
} as const;

export const ApprovalDecisionInput = {
  comment: { maxLength: 1_000 },
  name: { maxLength: 60 },
} as const;

export const ApprovalRequestInput = {
  justifications: { maxLength: 300 },
} as const;

export const ApproveInput = {
  comment: { maxLength: 1_000 },
  ownerReason: { maxLength: 1_000 },
} as const;

export const AttachInput = {
  dutyId: { maxLength: 60 },
} as const;

export const AvoidedInput = {
  companyName: { maxLength: 100 },
  note: { maxLength: 400 },
} as const;

export const AvoidedRemoval = {
  reason: { maxLength: 400 },
} as const;

export const CaseInput = {
  approvalNumber: { maxLength: 60 },
  approvedAmount: { minimum: 1, maximum: 100_000_000_000 },
  desiredAmount: { minimum: 1, maximum: 100_000_000_000 },
  fundsPurpose: { maxLength: 1_000 },
  ownFunds: { minimum: 0, maximum: 100_000_000_000 },
  revision: { maxLength: 64 },
} as const;

export const Charge = {
  id: { maxLength: 60 },
  seenPersonInCharge: { maxLength: 60 },
} as const;

export const CompanyDetailsFields = {
  buildingName: { maxLength: 100 },
  capitalAmount: { minimum: 0, maximum: 100_000_000_000 },
  companyName: { maxLength: 100 },
  establishedYear: { minimum: 500 },
  establishmentNumber: { maxLength: 20 },
  lastYearSalesAmount: { minimum: 0, maximum: 100_000_000_000 },
  numberOfEmployees: { minimum: 0, maximum: 9_999_999 },
  operatingProfit: { minimum: -100_000_000_000, maximum: 100_000_000_000 },
  representativeName: { maxLength: 60 },
  totalAssets: { minimum: 0, maximum: 100_000_000_000 },
  townName: { maxLength: 100 },
} as const;

export const CompanyDetailsInput = {
  buildingName: { maxLength: 100 },
  capitalAmount: { minimum: 0, maximum: 100_000_000_000 },
  companyName: { maxLength: 100 },
  establishedYear: { minimum: 500 },
  establishmentNumber: { maxLength: 20 },
  lastYearSalesAmount: { minimum: 0, maximum: 100_000_000_000 },
  numberOfEmployees: { minimum: 0, maximum: 9_999_999 },
  operatingProfit: { minimum: -100_000_000_000, maximum: 100_000_000_000 },
  representativeName: { maxLength: 60 },
  totalAssets: { minimum: 0, maximum: 100_000_000_000 },
  townName: { maxLength: 100 },
} as const;

export const CompanyNextInput = {
  body: { maxLength: 200 },
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
} as const;

export const CompanyStatusInput = {
  comment: { maxLength: 1_000 },
} as const;

export const ConfirmInput = {
  dutyId: { maxLength: 60 },
} as const;

export const DecideInput = {
  waiverId: { maxLength: 60 },
} as const;

export const DeclarationInput = {
  body: { maxLength: 4_000 },
  sharingNote: { maxLength: 500 },
  title: { maxLength: 80 },
} as const;

export const DeclarationItem = {
  heading: { maxLength: 60 },
  text: { maxLength: 1_000 },
} as const;

export const DocumentChange = {
  title: { maxLength: 60 },
} as const;

export const DocumentInput = {
  title: { maxLength: 60 },
} as const;

export const DraftInput = {
  buyerNegotiationId: { maxLength: 64 },
  sellerBusinessId: { maxLength: 64 },
  side: { maxLength: 2 },
  templateId: { maxLength: 64 },
} as const;

export const DutyTextInput = {
  reason: { maxLength: 200 },
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
  retainer: { minimum: 0, maximum: 100_000_000_000 },
  tableId: { maxLength: 60 },
} as const;

export const FinancialInput = {
  address: { maxLength: 120 },
  buildingName: { maxLength: 80 },
  representativeName: { maxLength: 60 },
  responsibleParsonDepartment: { maxLength: 60 },
  responsibleParsonName: { maxLength: 60 },
  responsibleParsonPosition: { maxLength: 60 },
} as const;

export const FinancingInput = {
  approvalNumber: { maxLength: 60 },
  approvedAmount: { minimum: 1, maximum: 100_000_000_000 },
  desiredAmount: { minimum: 1, maximum: 100_000_000_000 },
  fundsPurpose: { maxLength: 1_000 },
  ownFunds: { minimum: 0, maximum: 100_000_000_000 },
} as const;

export const HandOverInput = {
  fromPerson: { maxLength: 60 },
  personInCharge: { maxLength: 60 },
} as const;

export const HeldDecisionInput = {
  reason: { maxLength: 300 },
} as const;

export const InquiryInput = {
  body: { maxLength: 2_000 },
  name: { maxLength: 40 },
  nameKana: { maxLength: 40 },
  organisation: { maxLength: 80 },
} as const;

export const InquiryKeyReply = {
  body: { maxLength: 2_000 },
} as const;

export const InquiryReply = {
  body: { maxLength: 2_000 },
} as const;

export const InterestInput = {
  comment: { maxLength: 4_000 },
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
  fiscalYear: { minimum: 1_900 },
  interestBearingDebt: { minimum: 0, maximum: 100_000_000_000 },
  markets: { maxLength: 2_000 },
  netAsset: { minimum: -100_000_000_000, maximum: 100_000_000_000 },
  netIncome: { minimum: -100_000_000_000, maximum: 100_000_000_000 },
  operatingProfit: { minimum: -100_000_000_000, maximum: 100_000_000_000 },
  ordinaryIncome: { minimum: -100_000_000_000, maximum: 100_000_000_000 },
  preAmountOfSales: { minimum: 0, maximum: 100_000_000_000 },
  preEbitda: { minimum: -100_000_000_000, maximum: 100_000_000_000 },
  preExecutiveRemuneration: { minimum: 0, maximum: 100_000_000_000 },
  preNetIncome: { minimum: -100_000_000_000, maximum: 100_000_000_000 },
  preOperatingProfit: { minimum: -100_000_000_000, maximum: 100_000_000_000 },
  preOrdinaryIncome: { minimum: -100_000_000_000, maximum: 100_000_000_000 },
  providingMethod: { maxLength: 2_000 },
  representativeName: { maxLength: 60 },
  services: { maxLength: 2_000 },
  supplementaryDescription: { maxLength: 2_000 },
  targetCustomers: { maxLength: 2_000 },
} as const;

export const ListingMoveInput = {
  comment: { maxLength: 1_000 },
} as const;

export const ListingOverviewInput = {
  businessName: { maxLength: 60 },
  description: { maxLength: 2_000 },
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
  salesAssetOther: { maxLength: 200 },
} as const;

export const LongCompanyQuery = {
  companyName: { maxLength: 100 },
  needsName: { maxLength: 100 },
  scoreFrom: { minimum: 0, maximum: 100 },
} as const;

export const LongListInput = {
  name: { maxLength: 60 },
} as const;

export const LongListOfferInput = {
  offerMessage: { maxLength: 4_000 },
} as const;

export const MailServerInput = {
  host: { maxLength: 120 },
  mailPassword: { maxLength: 200 },
  user: { maxLength: 120 },
} as const;

export const MessageInput = {
  messageBody: { maxLength: 4_000 },
} as const;

export const MilestoneInput = {
  amount: { minimum: 1, maximum: 100_000_000_000 },
  note: { maxLength: 1_000 },
} as const;

export const NeedsInput = {
  acquisitionAssetOther: { maxLength: 200 },
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
  title: { maxLength: 60 },
} as const;

export const NextActionSet = {
  body: { maxLength: 200 },
  userId: { maxLength: 60 },
} as const;

export const OfferInput = {
  offerMessage: { maxLength: 4_000 },
} as const;

export const OfficeAnswer = {
  body: { maxLength: 2_000 },
} as const;

export const OfficeApproval = {
  shortName: { maxLength: 20 },
} as const;

export const OfficeApproverDeed = {
  reason: { maxLength: 500 },
} as const;

export const OfficeBackupDownload = {
  name: { maxLength: 100 },
} as const;

export const OfficeBackupKey = {
  recipient: { maxLength: 200 },
} as const;

export const OfficeBusinessDeed = {
  business: { minimum: 0, maximum: 2 },
} as const;

export const OfficeCharge = {
  comment: { maxLength: 1_000 },
} as const;

export const OfficeCompanyStatus = {
  reason: { maxLength: 500 },
} as const;

export const OfficeDeed = {
  comment: { maxLength: 1_000 },
} as const;

export const OfficeFaq = {
  answer: { maxLength: 4_000 },
  category: { maxLength: 40 },
  question: { maxLength: 200 },
} as const;

export const OfficeGlassInput = {
  reason: { maxLength: 1_000 },
} as const;

export const OfficeInquiryMark = {
  note: { maxLength: 1_000 },
} as const;

export const OfficeInstitutionInput = {
  address: { maxLength: 120 },
  buildingName: { maxLength: 80 },
  financialCode: { maxLength: 10 },
  financialName: { maxLength: 80 },
  financialNameKana: { maxLength: 80 },
  reason: { maxLength: 500 },
  representativeName: { maxLength: 40 },
  responsibleParsonDepartment: { maxLength: 60 },
  responsibleParsonName: { maxLength: 40 },
  responsibleParsonPosition: { maxLength: 60 },
  shortName: { maxLength: 20 },
} as const;

export const OfficeInstitutionStatus = {
  reason: { maxLength: 500 },
} as const;

export const OfficeJobName = {
  name: { maxLength: 50 },
} as const;

export const OfficeLoginChange = {
  reason: { maxLength: 500 },
} as const;

export const OfficeLoginDecision = {
  reason: { maxLength: 500 },
} as const;

export const OfficeMergerInput = {
  mark: { maxLength: 10 },
  reason: { maxLength: 500 },
} as const;

export const OfficeMergerWithdrawal = {
  reason: { maxLength: 500 },
} as const;

export const OfficePeriodValue = {
  key: { maxLength: 50 },
} as const;

export const OfficeRejection = {
  reason: { maxLength: 1_000 },
} as const;

export const OfficeScoreWeight = {
  weight: { minimum: 0, maximum: 100 },
} as const;

export const OfficeSettings = {
  mailFromName: { maxLength: 40 },
  networkName: { maxLength: 40 },
} as const;

export const OfficeTextInput = {
  title: { maxLength: 80 },
} as const;

export const OfficeTopic = {
  body: { maxLength: 4_000 },
  title: { maxLength: 80 },
} as const;

export const OfficeUserInput = {
  department: { maxLength: 60 },
  position: { maxLength: 60 },
  userName: { maxLength: 40 },
} as const;

export const OwnerDecisionInput = {
  comment: { maxLength: 1_000 },
  userName: { maxLength: 40 },
} as const;

export const OwnerRecordInput = {
  comment: { maxLength: 1_000 },
} as const;

export const PaperRequestInput = {
  justifications: { maxLength: 300 },
} as const;

export const ProfileInput = {
  dealCount: { minimum: 0, maximum: 99_999 },
  qualification: { maxLength: 40 },
  registrationNumber: { maxLength: 40 },
  since: { maxLength: 7 },
  trainedOn: { maxLength: 10 },
  training: { maxLength: 100 },
} as const;

export const ProposalInput = {
  comment: { maxLength: 1_000 },
} as const;

export const RecordInput = {
  replaces: { maxLength: 60 },
  textId: { maxLength: 60 },
  values: { maxLength: 1_000 },
} as const;

export const RegistrationUserInput = {
  department: { maxLength: 60 },
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
} as const;

export const RetireInput = {
  tableId: { maxLength: 60 },
} as const;

export const SaveInput = {
  id: { maxLength: 60 },
  personInCharge: { maxLength: 60 },
  seenPersonInCharge: { maxLength: 60 },
} as const;

export const SavedSearchInput = {
  name: { maxLength: 40 },
} as const;

export const SecondStepReset = {
  comment: { maxLength: 400 },
} as const;

export const SetupInput = {
  networkName: { maxLength: 40 },
  userName: { maxLength: 40 },
} as const;

export const StatusInput = {
  comment: { maxLength: 1_000 },
} as const;

export const StepBackInput = {
  comment: { maxLength: 1_000 },
} as const;

export const StepDecision = {
  reason: { maxLength: 200 },
} as const;

export const SupportRegistrationInput = {
  number: { maxLength: 40 },
  qualified: { minimum: 0, maximum: 100_000 },
} as const;

export const TemplateEnd = {
  reason: { maxLength: 200 },
} as const;

export const TemplateInput = {
  reason: { maxLength: 200 },
} as const;

export const TextItem = {
  heading: { maxLength: 60 },
  key: { maxLength: 40 },
  text: { maxLength: 2_000 },
} as const;

export const TrialInput = {
  caseNumber: { maxLength: 40 },
  side: { maxLength: 2 },
  templateId: { maxLength: 64 },
} as const;

export const UserInput = {
  department: { maxLength: 60 },
  position: { maxLength: 60 },
  userName: { maxLength: 40 },
  userNameKana: { maxLength: 60 },
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
  reason: { maxLength: 300 },
} as const;
