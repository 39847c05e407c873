package deal

// NegotiationStatus is the status of a negotiation (domain 4).
type NegotiationStatus int

const (
	NegotiationNone       NegotiationStatus = 0 // the row exists through interest, an offer or a long list
	NegotiationAnonymous  NegotiationStatus = 1
	NegotiationHope       NegotiationStatus = 2 // real names were requested, the answer is awaited
	NegotiationRealName   NegotiationStatus = 3
	NegotiationConditions NegotiationStatus = 4
	NegotiationSigned     NegotiationStatus = 5
	NegotiationBroken     NegotiationStatus = 9
)

var negotiationStatuses = []value[NegotiationStatus]{
	{NegotiationNone, "None", "未交渉"}, {NegotiationAnonymous, "AnonymousNegotiated", "匿名交渉中"},
	{NegotiationHope, "AnonymousHopeRealNameNegotiated", "実名交渉希望（承認待ち）"},
	{NegotiationRealName, "RealNameNegotiated", "実名交渉中"}, {NegotiationConditions, "ConditionsNegotiated", "条件交渉中"},
	{NegotiationSigned, "ContractSigned", "成約"}, {NegotiationBroken, "BreakNegotiations", "交渉終了"},
}

// NegotiationStatuses are all of them, in the order of a negotiation.
func NegotiationStatuses() []NegotiationStatus {
	out := make([]NegotiationStatus, len(negotiationStatuses))
	for i, s := range negotiationStatuses {
		out[i] = s.Code
	}
	return out
}

func (s NegotiationStatus) Label() string  { return labelOf(negotiationStatuses, s) }
func (s NegotiationStatus) String() string { return nameOf(negotiationStatuses, s) }

// Live says whether the two sides are negotiating: 1 to 4 (domain 3.5, 4).
func (s NegotiationStatus) Live() bool {
	return s >= NegotiationAnonymous && s <= NegotiationConditions
}

// NamesOpen says whether both sides know each other's names: 3 to 5 (domain 3.5).
func (s NegotiationStatus) NamesOpen() bool {
	return s >= NegotiationRealName && s <= NegotiationSigned
}

// BuyerNameOpen says whether SF may know the buyer's name: from the real-name request on (2 to 5),
// and no longer after a refusal or the end (domain 3.5, 4).
func BuyerNameOpen(s NegotiationStatus) bool {
	return s == NegotiationHope || s.NamesOpen()
}

// OfferSendStatus is the state of an offer (domain 4).
type OfferSendStatus int

const (
	OfferNone      OfferSendStatus = 0
	OfferWaiting   OfferSendStatus = 1 // waits at the buyer's institution
	OfferSent      OfferSendStatus = 2
	OfferOpened    OfferSendStatus = 3
	OfferDeclined  OfferSendStatus = 8
	OfferWithdrawn OfferSendStatus = 9
)

var offerSendStatuses = []value[OfferSendStatus]{
	{OfferNone, "None", "未送信"}, {OfferWaiting, "Waiting", "買手金融機関確認待ち"}, {OfferSent, "Sent", "送信済"},
	{OfferOpened, "Opened", "開封済"}, {OfferDeclined, "Declined", "見送り"}, {OfferWithdrawn, "Withdrawn", "取下げ"},
}

func (s OfferSendStatus) Label() string  { return labelOf(offerSendStatuses, s) }
func (s OfferSendStatus) String() string { return nameOf(offerSendStatuses, s) }

// FinancialSupportStatus is the state of the buyer's financing, for BF alone (domain 5).
type FinancialSupportStatus int

const (
	FinancingUnchecked   FinancialSupportStatus = 0
	FinancingNotNeeded   FinancialSupportStatus = 1
	FinancingConsulted   FinancialSupportStatus = 2
	FinancingExamined    FinancialSupportStatus = 3
	FinancingLikely      FinancialSupportStatus = 4
	FinancingApproved    FinancialSupportStatus = 5
	FinancingExecuted    FinancialSupportStatus = 6
	FinancingDeclined    FinancialSupportStatus = 8
	FinancingInterrupted FinancialSupportStatus = 9
)

var financialSupportStatuses = []value[FinancialSupportStatus]{
	{FinancingUnchecked, "Unchecked", "未確認"}, {FinancingNotNeeded, "NotNeeded", "支援不要"},
	{FinancingConsulted, "Consulted", "相談受付"}, {FinancingExamined, "Examined", "検討中（稟議中）"},
	{FinancingLikely, "Likely", "支援可能見込み"}, {FinancingApproved, "Approved", "承認済"},
	{FinancingExecuted, "Executed", "実行済"}, {FinancingDeclined, "Declined", "謝絶"}, {FinancingInterrupted, "Interrupted", "中止"},
}

func (s FinancialSupportStatus) Label() string  { return labelOf(financialSupportStatuses, s) }
func (s FinancialSupportStatus) String() string { return nameOf(financialSupportStatuses, s) }

// SellerApprovalStatus is the owner's answer to the disclosure of the name (domain 4).
type SellerApprovalStatus int

const (
	SellerNotAsked SellerApprovalStatus = 0
	SellerAsked    SellerApprovalStatus = 1
	SellerAgreed   SellerApprovalStatus = 2
	SellerRefused  SellerApprovalStatus = 3
)

var sellerApprovalStatuses = []value[SellerApprovalStatus]{
	{SellerNotAsked, "NotAsked", "未依頼"}, {SellerAsked, "Asked", "依頼中"},
	{SellerAgreed, "Agreed", "承諾"}, {SellerRefused, "Refused", "拒否"},
}

func (s SellerApprovalStatus) Label() string  { return labelOf(sellerApprovalStatuses, s) }
func (s SellerApprovalStatus) String() string { return nameOf(sellerApprovalStatuses, s) }

// MessageType is the channel of a message (domain 4).
type MessageType int

const (
	MessageBUYtoBF MessageType = 1 // BUY↔BF
	MessageBFtoSF  MessageType = 2 // BF↔SF
	MessageSystem  MessageType = 3
)

var messageTypes = []value[MessageType]{
	{MessageBUYtoBF, "BuyerChannel", "買手と買手金融機関"}, {MessageBFtoSF, "InstitutionChannel", "買手金融機関と売手金融機関"},
	{MessageSystem, "System", "システム"},
}

func (m MessageType) Label() string  { return labelOf(messageTypes, m) }
func (m MessageType) String() string { return nameOf(messageTypes, m) }

// MessageOriginatorType is who wrote a message (domain 4).
type MessageOriginatorType int

const (
	OriginatorBUY    MessageOriginatorType = 1
	OriginatorBF     MessageOriginatorType = 2
	OriginatorSF     MessageOriginatorType = 3
	OriginatorSystem MessageOriginatorType = 4
)

var messageOriginatorTypes = []value[MessageOriginatorType]{
	{OriginatorBUY, "Buyer", "買手"}, {OriginatorBF, "BuyerFinancial", "買手金融機関"},
	{OriginatorSF, "SellerFinancial", "売手金融機関"}, {OriginatorSystem, "System", "システム"},
}

func (m MessageOriginatorType) Label() string  { return labelOf(messageOriginatorTypes, m) }
func (m MessageOriginatorType) String() string { return nameOf(messageOriginatorTypes, m) }

// EndReason is why a negotiation ended (domain 4).
type EndReason int

const (
	EndBuyerDeclined    EndReason = 1
	EndSellerDeclined   EndReason = 2
	EndTerms            EndReason = 3
	EndNameNotCleared   EndReason = 4
	EndFinancing        EndReason = 5
	EndDueDiligence     EndReason = 6
	EndRecruitingClosed EndReason = 7 // the listing was concluded with another buyer
	EndSaleStopped      EndReason = 8 // the listing was disabled
	EndExpired          EndReason = 9
	EndCompliance       EndReason = 10
)

var endReasons = []value[EndReason]{
	{EndBuyerDeclined, "BuyerDeclined", "買手見送り"}, {EndSellerDeclined, "SellerDeclined", "売手見送り"},
	{EndTerms, "Terms", "条件不一致"}, {EndNameNotCleared, "NameNotCleared", "ネームクリア不可"},
	{EndFinancing, "Financing", "資金調達"}, {EndDueDiligence, "DueDiligence", "DD結果"},
	{EndRecruitingClosed, "RecruitingClosed", "募集終了"}, {EndSaleStopped, "SaleStopped", "売却中止"},
	{EndExpired, "Expired", "期限切れ"}, {EndCompliance, "Compliance", "コンプライアンス"},
}

// EndReasons are all of them, in the order of their codes.
func EndReasons() []EndReason {
	out := make([]EndReason, len(endReasons))
	for i, v := range endReasons {
		out[i] = v.Code
	}
	return out
}

func (r EndReason) Label() string  { return labelOf(endReasons, r) }
func (r EndReason) String() string { return nameOf(endReasons, r) }

// Known says whether the code is one of domain 4.
func (r EndReason) Known() bool { return known(endReasons, r) }

// Milestone is the kind of a dated step of a negotiation; milestones are dates, not statuses (domain 4).
type Milestone int

const (
	MilestoneTopInterview   Milestone = 1
	MilestoneIntent         Milestone = 2 // 意向表明, with the price
	MilestoneBasicAgreement Milestone = 3 // 基本合意, with the end of exclusivity
	MilestoneDDStart        Milestone = 4
	MilestoneDDEnd          Milestone = 5
	MilestoneContract       Milestone = 6
	MilestoneClosing        Milestone = 7 // the planned date
	MilestoneClosed         Milestone = 8 // クロージング完了, with the 成約金額
)

var milestones = []value[Milestone]{
	{MilestoneTopInterview, "TopInterview", "トップ面談"}, {MilestoneIntent, "Intent", "意向表明"},
	{MilestoneBasicAgreement, "BasicAgreement", "基本合意"}, {MilestoneDDStart, "DDStart", "DD開始"},
	{MilestoneDDEnd, "DDEnd", "DD終了"}, {MilestoneContract, "Contract", "最終契約"}, {MilestoneClosing, "Closing", "クロージング"},
	{MilestoneClosed, "Closed", "クロージング完了"},
}

// Milestones are all kinds, in the order of a deal.
func Milestones() []Milestone {
	out := make([]Milestone, len(milestones))
	for i, m := range milestones {
		out[i] = m.Code
	}
	return out
}

func (m Milestone) Label() string  { return labelOf(milestones, m) }
func (m Milestone) String() string { return nameOf(milestones, m) }

// SearchType is a filter of the financing screen (domain 5).
type SearchType int

const (
	SearchInterest  SearchType = 1
	SearchOffer     SearchType = 2
	SearchFinancing SearchType = 3
	SearchAction    SearchType = 4
)

var searchTypes = []value[SearchType]{
	{SearchInterest, "Interest", "興味起点"}, {SearchOffer, "Offer", "オファー"},
	{SearchFinancing, "Financing", "資金支援あり"}, {SearchAction, "Action", "要対応"},
}

// InstitutionStatus is whether a member takes part in the network.
type InstitutionStatus int

const (
	InstitutionRunning InstitutionStatus = 1
	InstitutionStopped InstitutionStatus = 2
	InstitutionMerged  InstitutionStatus = 3 // absorbed by another one; for good
)

var institutionStatuses = []value[InstitutionStatus]{
	{InstitutionRunning, "Running", "利用中"}, {InstitutionStopped, "Stopped", "利用停止中"}, {InstitutionMerged, "Merged", "合併により終了"},
}

func (s InstitutionStatus) Label() string { return labelOf(institutionStatuses, s) }

// AccountRequestStatus is the state of a request for an institution's account (domain 6).
type AccountRequestStatus int

const (
	RequestPending  AccountRequestStatus = 0
	RequestApproved AccountRequestStatus = 1
	RequestRejected AccountRequestStatus = 2
)

var accountRequestStatuses = []value[AccountRequestStatus]{
	{RequestPending, "Pending", "審査待ち"}, {RequestApproved, "Approved", "承認済み"}, {RequestRejected, "Rejected", "却下"},
}

func (s AccountRequestStatus) Label() string  { return labelOf(accountRequestStatuses, s) }
func (s AccountRequestStatus) String() string { return nameOf(accountRequestStatuses, s) }

// InquiryKind is what an inquiry is about (domain 9, /contact).
type InquiryKind int

const (
	InquiryService  InquiryKind = 1
	InquiryJoining  InquiryKind = 2
	InquiryLogin    InquiryKind = 3
	InquiryUsage    InquiryKind = 4
	InquiryPersonal InquiryKind = 5
	InquiryOther    InquiryKind = 9
)

var inquiryKinds = []value[InquiryKind]{
	{InquiryService, "Service", "サービスの内容について"}, {InquiryJoining, "Joining", "利用申請について"}, {InquiryLogin, "Login", "ログイン・パスワードについて"},
	{InquiryUsage, "Usage", "操作方法について"}, {InquiryPersonal, "Personal", "個人情報の取扱いについて"}, {InquiryOther, "Other", "その他"},
}

// Known says whether there is such a kind.
func (k InquiryKind) Label() string { return labelOf(inquiryKinds, k) }
func (k InquiryKind) Known() bool   { return known(inquiryKinds, k) }

// InquiryStatus is how far the office is with an inquiry (domain 9).
type InquiryStatus int

const (
	InquiryOpen    InquiryStatus = 0
	InquiryDone    InquiryStatus = 1
	InquiryPending InquiryStatus = 2 // the office is at work on it
)

var inquiryStatuses = []value[InquiryStatus]{
	{InquiryOpen, "Open", "未対応"}, {InquiryPending, "Pending", "対応中"}, {InquiryDone, "Done", "完了"},
}

// Label is the status on the screen.
func (s InquiryStatus) Label() string { return labelOf(inquiryStatuses, s) }

// InquiryLinkDays is for how long a visitor reads the answers to his inquiry by the mailed link.
const InquiryLinkDays = 30

// TopicAudience is for whom a notice of the office is (domain 9).
type TopicAudience int

const (
	TopicToAll    TopicAudience = 0
	TopicToBanks  TopicAudience = 1
	TopicToBuyers TopicAudience = 2
	TopicToOne    TopicAudience = 3 // the users of one institution
)

var topicAudiences = []value[TopicAudience]{
	{TopicToAll, "All", "全員"}, {TopicToBanks, "Banks", "金融機関"}, {TopicToBuyers, "Buyers", "買手"}, {TopicToOne, "One", "一つの金融機関"},
}

// Label is the audience on the screen.
func (a TopicAudience) Label() string { return labelOf(topicAudiences, a) }

// Code is one code of an enumeration as it is served to the UI, which defines none itself (domain, introduction).
type Code struct {
	Code  int    `json:"code"`
	Name  string `json:"name"`
	Label string `json:"label"`
}

// Enumerations returns every enumeration by name.
func Enumerations() map[string][]Code {
	return map[string][]Code{
		"role": codes(roles), "userStatus": codes(userStatuses), "memberType": codes(memberTypes),
		"systemType": codes(systemTypes), "registType": codes(registTypes), "userType": codes(userTypes),
		"clientType": codes(clientTypes), "trialEditType": codes(trialEditTypes), "companyStatus": codes(companyStatuses),
		"listingStatus": codes(listingStatuses), "listType": codes(listTypes), "actionRouteType": codes(actionRouteTypes),
		"actionType": codes(actionTypes), "interestStatus": codes(interestStatuses), "willingnessToSell": codes(willingnesses),
		"negotiationStatus": codes(negotiationStatuses), "offerSendStatus": codes(offerSendStatuses),
		"financialSupportStatus": codes(financialSupportStatuses), "sellerApprovalStatus": codes(sellerApprovalStatuses),
		"messageType": codes(messageTypes), "messageOriginatorType": codes(messageOriginatorTypes),
		"endReason": codes(endReasons), "milestone": codes(milestones), "searchType": codes(searchTypes),
		"accountRequestStatus": codes(accountRequestStatuses), "inquiryKind": codes(inquiryKinds),
		"institutionStatus": codes(institutionStatuses),
		"documentKind":      codes(documentKinds),
		"searchNotice":      codes(searchNotices), "activityMeans": codes(activityMeans),
	}
}

func codes[T ~int](table []value[T]) []Code {
	all := make([]Code, len(table))
	for i, v := range table {
		all[i] = Code{int(v.Code), v.Name, v.Label}
	}
	return all
}
