package deal

import "slices"

// Tag is a mark on a listing or a company (SPEC 4); its value is the name used in answers.
type Tag string

const (
	TagNew                             Tag = "New"
	TagFinancialNotApproved            Tag = "FinancialNotApproved"
	TagNonPublic                       Tag = "NonPublic"
	TagLimited                         Tag = "Limited"
	TagChargeCompany                   Tag = "ChargeCompany"
	TagChargeSellerBusiness            Tag = "ChargeSellerBusiness"
	TagOffer                           Tag = "Offer"
	TagRecommended                     Tag = "Recommended"
	TagInterested                      Tag = "Interested"
	TagAnonymousNegotiated             Tag = "AnonymousNegotiated"
	TagAnonymousHopeRealNameNegotiated Tag = "AnonymousHopeRealNameNegotiated"
	TagRealNameNegotiated              Tag = "RealNameNegotiated"
	TagConditionsNegotiated            Tag = "ConditionsNegotiated"
	TagContractSigned                  Tag = "ContractSigned"
	TagBreakNegotiations               Tag = "BreakNegotiations"
	TagPublic                          Tag = "Public"
	TagRest                            Tag = "Rest"
	TagWill1                           Tag = "Will1"
	TagWill2                           Tag = "Will2"
	TagWill3                           Tag = "Will3"
	TagIsReaded                        Tag = "IsReaded"
)

// TagInfo describes a tag for the screens (UI design, Tags).
type TagInfo struct {
	Tag   Tag    `json:"tag"`
	Label string `json:"label"`
	Kind  string `json:"kind"` // info, quiet, done, lock, waiting, own, step1 to step4, will
}

// TagInfos lists all 21 tags in the order in which they are shown.
func TagInfos() []TagInfo { return slices.Clone(tagInfos) }

var tagInfos = []TagInfo{
	{TagNew, "新着", "info"}, {TagRecommended, "おすすめ", "info"}, {TagOffer, "オファー", "info"},
	{TagInterested, "興味あり", "info"}, {TagIsReaded, "既読", "quiet"},
	{TagPublic, "公開中", "done"}, {TagNonPublic, "非公開", "quiet"},
	{TagLimited, "自機関限定", "lock"}, {TagRest, "公開先制限", "lock"}, {TagFinancialNotApproved, "承認待ち", "waiting"},
	{TagChargeCompany, "担当企業", "own"}, {TagChargeSellerBusiness, "担当案件", "own"},
	{TagAnonymousNegotiated, "匿名交渉中", "step1"}, {TagAnonymousHopeRealNameNegotiated, "実名交渉希望", "step2"},
	{TagRealNameNegotiated, "実名交渉中", "step3"}, {TagConditionsNegotiated, "条件交渉中", "step4"},
	{TagContractSigned, "成約", "done"}, {TagBreakNegotiations, "交渉終了", "quiet"},
	{TagWill1, "譲渡決定・概要書あり", "will"}, {TagWill2, "譲渡決定・概要書準備中", "will"}, {TagWill3, "譲渡検討中", "will"},
}

// Label is the tag's text on screen, "" for a tag that does not exist.
func (t Tag) Label() string {
	for _, i := range tagInfos {
		if i.Tag == t {
			return i.Label
		}
	}
	return ""
}

// TagOf returns the tag of a negotiation's status; "" for 0 (domain 4).
func TagOf(s NegotiationStatus) Tag {
	if s == NegotiationNone || !known(negotiationStatuses, s) {
		return ""
	}
	return Tag(s.String())
}

// ListingFlags are the flags of a listing relative to the caller (SPEC 3, domain 4).
type ListingFlags struct {
	IsOffered       bool
	IsNew           bool
	IsRecommended   bool
	IsAnonymousNego bool
	IsRealNameNego  bool
	IsSuspended     bool
	IsSold          bool
	IsReaded        bool
}

// FlagFacts is what a listing's flags depend on. The row is the caller's own: for FIN users that of
// an own buyer, if any, never another bank's buyer.
type FlagFacts struct {
	Listing       ListingStatus
	IsPublished   bool // published recently: see IsNew
	IsClicked     bool // the caller's user has opened it
	IsRecommended bool // its score is おすすめ (app/score)
	HasRow        bool
	Status        NegotiationStatus
	Offer         OfferSendStatus
	Interest      InterestStatus
}

// FlagsOf returns the flags (domain 4).
func FlagsOf(f FlagFacts) ListingFlags {
	return ListingFlags{
		IsOffered:       f.HasRow && (f.Offer == OfferSent || f.Offer == OfferOpened),
		IsNew:           f.IsPublished,
		IsRecommended:   f.IsRecommended,
		IsAnonymousNego: f.HasRow && (f.Status == NegotiationAnonymous || f.Status == NegotiationHope),
		IsRealNameNego:  f.HasRow && (f.Status == NegotiationRealName || f.Status == NegotiationConditions),
		IsSuspended:     f.HasRow && f.Status == NegotiationBroken,
		IsSold:          f.Listing == ListingConcluded,
		IsReaded:        f.IsClicked,
	}
}

// ListingTagFacts is what a listing's tags depend on.
type ListingTagFacts struct {
	Flags       ListingFlags
	Listing     ListingStatus // as shown, with 5 outside the period
	Willingness Willingness
	IsLimited   bool
	IsRest      bool
	IsInCharge  bool // the listing is in the charge of the caller's institution
	NamesSF     bool // the viewer may know the institution in charge (app/disclosure)
	HasRow      bool
	Status      NegotiationStatus // of the caller's own row
	Interest    InterestStatus
	IsOwnList   bool // the seller's own listing list instead of the general search
}

// ListingTags returns a listing's tags in the order of TagInfos (SPEC 4). A viewer who may not know SF does not get ChargeSellerBusiness
// and Limited, because they would reveal it (domain 3.5). The negotiation tag is that of the caller's own row, finer than the flags
// isAnonymousNego and isRealNameNego (domain 4).
func ListingTags(f ListingTagFacts) []Tag {
	public := f.Listing == ListingShowing || f.Listing == ListingConcluded
	nonPublic := !public
	if f.IsOwnList {
		nonPublic = f.Listing == ListingUnapproved || f.Listing == ListingDisabled || f.Listing == ListingRemand
	}
	on := map[Tag]bool{
		TagNew: f.Flags.IsNew, TagRecommended: f.Flags.IsRecommended, TagOffer: f.Flags.IsOffered,
		TagInterested: f.HasRow && f.Interest == InterestInterested, TagIsReaded: f.Flags.IsReaded,
		TagPublic: public, TagNonPublic: nonPublic,
		TagLimited:              public && f.IsLimited && f.NamesSF,
		TagRest:                 !f.IsLimited && f.IsRest,
		TagChargeSellerBusiness: f.IsInCharge && f.NamesSF,
		TagWill1:                f.Willingness == WillingnessDecided, TagWill2: f.Willingness == WillingnessPreparing,
		TagWill3: f.Willingness == WillingnessConsidered,
	}
	if f.HasRow {
		on[TagOf(f.Status)] = true
	}
	if f.Flags.IsSold {
		on[TagContractSigned] = true
	}
	return inOrder(on)
}

// BuyerTagFacts is what a buyer company's tags depend on.
type BuyerTagFacts struct {
	Status     CompanyStatus
	IsInCharge bool
}

// BuyerTags returns a buyer company's tags (SPEC 4).
func BuyerTags(f BuyerTagFacts) []Tag {
	return inOrder(map[Tag]bool{
		TagChargeCompany:        f.IsInCharge,
		TagPublic:               f.Status == CompanyEnabled,
		TagFinancialNotApproved: f.Status == CompanyFinancialNotApproved,
		TagNonPublic:            f.Status != CompanyEnabled && f.Status != CompanyFinancialNotApproved,
	})
}

// SellerTags returns a seller company's tags in the list of own customers (SPEC 3, list row); only
// the institution in charge gets any, since others never see the company.
func SellerTags(isInCharge bool) []Tag {
	return inOrder(map[Tag]bool{TagChargeCompany: isInCharge})
}

func inOrder(on map[Tag]bool) []Tag {
	tags := []Tag{}
	for _, i := range tagInfos {
		if on[i.Tag] {
			tags = append(tags, i.Tag)
		}
	}
	return tags
}
