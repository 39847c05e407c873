package deal

import "strconv"

// value is one code of an enumeration: its number, its name in the specification and the label that screens show.
type value[T ~int] struct {
	Code  T
	Name  string
	Label string
}

func labelOf[T ~int](table []value[T], code T) string {
	for _, v := range table {
		if v.Code == code {
			return v.Label
		}
	}
	return "不明" // SPEC 3: other values are shown as unknown
}

func nameOf[T ~int](table []value[T], code T) string {
	for _, v := range table {
		if v.Code == code {
			return v.Name
		}
	}
	return "unknown(" + strconv.Itoa(int(code)) + ")"
}

func known[T ~int](table []value[T], code T) bool {
	for _, v := range table {
		if v.Code == code {
			return true
		}
	}
	return false
}

// Role is what a user may be (SPEC 3, domain 1).
type Role int

const (
	RoleNone Role = 0
	RoleSEL  Role = 1 // seller's person in charge; never signs in
	RoleBUY  Role = 2 // user of a buyer company
	RoleFIN  Role = 3 // user of a financial institution
	RoleFAD  Role = 4 // administrator of one institution
	RoleADM  Role = 9 // office (事務局)

	// RoleLEN is a user of a financial institution who works on lending alone (融資の壁, team.md 2). Rows and tokens say RoleFIN;
	// RoleOf makes it. As a role of its own it may do nothing that is not opened to it.
	RoleLEN Role = 30
)

var roles = []value[Role]{
	{RoleNone, "None", "なし"}, {RoleSEL, "sel", "売手担当者"}, {RoleBUY, "buy", "買手企業"},
	{RoleFIN, "fin", "金融機関"}, {RoleFAD, "fad", "金融機関管理者"}, {RoleADM, "adm", "事務局"},
	{RoleLEN, "len", "金融機関（融資）"},
}

func (r Role) Label() string  { return labelOf(roles, r) }
func (r Role) String() string { return nameOf(roles, r) }

// ParseRole reads a role in the form that tokens have, in lower case (SPEC 3); anything else is RoleNone.
func ParseRole(s string) Role {
	for _, v := range roles[1:] {
		if v.Name == s && v.Code != RoleLEN { // no token says so
			return v.Code
		}
	}
	return RoleNone
}

// UserStatus is the state of a user (SPEC 3).
type UserStatus int

const (
	UserNone         UserStatus = 0
	UserUnapproved   UserStatus = 1
	UserEnabled      UserStatus = 2
	UserBlocked      UserStatus = 3
	UserUnsubscribed UserStatus = 4
)

var userStatuses = []value[UserStatus]{
	{UserNone, "None", "なし"}, {UserUnapproved, "Unapproved", "承認待ち"}, {UserEnabled, "Enabled", "有効"},
	{UserBlocked, "Blocked", "停止中"}, {UserUnsubscribed, "Unsubscribed", "退会"},
}

func (s UserStatus) Label() string  { return labelOf(userStatuses, s) }
func (s UserStatus) String() string { return nameOf(userStatuses, s) }

// MemberType tells a person from a corporation (SPEC 3).
type MemberType int

const (
	MemberNone      MemberType = 0
	MemberPrivate   MemberType = 1
	MemberCorporate MemberType = 2
)

var memberTypes = []value[MemberType]{
	{MemberNone, "None", "未設定"}, {MemberPrivate, "Private", "個人"}, {MemberCorporate, "Corporate", "法人"},
}

// SystemType is the kind of account (SPEC 3).
type SystemType int

const (
	SystemNone  SystemType = 0
	SystemUser  SystemType = 1
	SystemAdmin SystemType = 2
)

var systemTypes = []value[SystemType]{
	{SystemNone, "None", "なし"}, {SystemUser, "User", "利用者"}, {SystemAdmin, "Admin", "管理者"},
}

// RegistType is who registered a user (SPEC 3).
type RegistType int

const (
	RegistNone                 RegistType = 0
	RegistOwn                  RegistType = 1
	RegistFinancialInstitution RegistType = 2
	RegistAdmin                RegistType = 3
)

var registTypes = []value[RegistType]{
	{RegistNone, "None", "なし"}, {RegistOwn, "Own", "本人"},
	{RegistFinancialInstitution, "FinancialInstitution", "金融機関"}, {RegistAdmin, "Admin", "事務局"},
}

// UserType is the kind of user in lists and checks (SPEC 3; SEL is of domain 6).
type UserType int

const (
	UserTypeNone UserType = 0
	UserTypeBUY  UserType = 1
	UserTypeFIN  UserType = 2
	UserTypeSEL  UserType = 3
)

var userTypes = []value[UserType]{
	{UserTypeNone, "None", "なし"}, {UserTypeBUY, "BUY", "買手ユーザ"},
	{UserTypeFIN, "FIN", "金融機関ユーザ"}, {UserTypeSEL, "SEL", "売手担当者"},
}

func (u UserType) Label() string  { return labelOf(userTypes, u) }
func (u UserType) String() string { return nameOf(userTypes, u) }

// ClientType is the side of a company; companyType has the same codes (domain 6).
type ClientType int

const (
	ClientNone   ClientType = 0
	ClientBuyer  ClientType = 1
	ClientSeller ClientType = 2
)

var clientTypes = []value[ClientType]{
	{ClientNone, "None", "なし"}, {ClientBuyer, "Buyer", "買手"}, {ClientSeller, "Seller", "売手"},
}

// TrialEditType marks a trial (domain 6).
type TrialEditType int

const (
	TrialNone TrialEditType = 0
	Trial     TrialEditType = 1
)

var trialEditTypes = []value[TrialEditType]{{TrialNone, "None", "なし"}, {Trial, "Trial", "体験利用"}}

// CompanyStatus is the company data status (SPEC 3 and 4, domain 6).
type CompanyStatus int

const (
	CompanyNone                 CompanyStatus = 0
	CompanyEnabled              CompanyStatus = 1
	CompanyDisabled             CompanyStatus = 2
	CompanyNoData               CompanyStatus = 3 // overview only
	CompanyNotInCharge          CompanyStatus = 4 // what a caller not in charge gets; never stored
	CompanyNotCreated           CompanyStatus = 5 // invited, not yet registered
	CompanyFinancialNotApproved CompanyStatus = 11
)

var companyStatuses = []value[CompanyStatus]{
	{CompanyNone, "None", "なし"}, {CompanyEnabled, "Enabled", "公開中"}, {CompanyDisabled, "Disabled", "無効"},
	{CompanyNoData, "NoData", "詳細未登録"}, {CompanyNotInCharge, "NotInCharge", "担当外"},
	{CompanyNotCreated, "NotCreated", "登録案内中"}, {CompanyFinancialNotApproved, "FinancialNotApproved", "承認待ち"},
}

func (s CompanyStatus) Label() string  { return labelOf(companyStatuses, s) }
func (s CompanyStatus) String() string { return nameOf(companyStatuses, s) }

// ListingStatus is the status of a sale listing (SPEC 4). 5 and 6 are computed on reading and never stored (domain 3.1).
type ListingStatus int

const (
	ListingUnapproved    ListingStatus = 0
	ListingShowing       ListingStatus = 1
	ListingConcluded     ListingStatus = 2
	ListingDisabled      ListingStatus = 3
	ListingRemand        ListingStatus = 4
	ListingOutsidePeriod ListingStatus = 5
	ListingNoData        ListingStatus = 6
)

var listingStatuses = []value[ListingStatus]{
	{ListingUnapproved, "Unapproved", "承認前"}, {ListingShowing, "Showing", "公開中"},
	{ListingConcluded, "Concluded", "成約済み"}, {ListingDisabled, "Disabled", "無効"},
	{ListingRemand, "Remand", "差戻し"}, {ListingOutsidePeriod, "OutsidePeriod", "公開期間中ではありません"},
	{ListingNoData, "NoData", "データが存在しません"},
}

func (s ListingStatus) Label() string  { return labelOf(listingStatuses, s) }
func (s ListingStatus) String() string { return nameOf(listingStatuses, s) }

// ListType tells whether a company's shares are listed (SPEC 3).
type ListType int

const (
	ListTypeNone     ListType = 0
	ListTypeListed   ListType = 1
	ListTypeUnlisted ListType = 2
)

var listTypes = []value[ListType]{
	{ListTypeNone, "None", "未設定"}, {ListTypeListed, "Listed", "上場"}, {ListTypeUnlisted, "Unlisted", "非上場"},
}

func (l ListType) Label() string { return labelOf(listTypes, l) }

// ActionRouteType is the way by which a user reached a listing (SPEC 3).
type ActionRouteType int

const (
	RouteNone      ActionRouteType = 0
	RouteRecommend ActionRouteType = 1
	RouteOffer     ActionRouteType = 2
)

var actionRouteTypes = []value[ActionRouteType]{
	{RouteNone, "None", "なし"}, {RouteRecommend, "Recommend", "おすすめ"}, {RouteOffer, "Offer", "オファー"},
}

// ActionType is what a user did (SPEC 3).
type ActionType int

const (
	ActionLogin         ActionType = 1
	ActionClick         ActionType = 2
	ActionInterested    ActionType = 3
	ActionNotInterested ActionType = 4
)

var actionTypes = []value[ActionType]{
	{ActionLogin, "Login", "ログイン"}, {ActionClick, "Click", "閲覧"},
	{ActionInterested, "Interested", "興味あり"}, {ActionNotInterested, "NotInterested", "興味なし"},
}

func (a ActionType) Label() string  { return labelOf(actionTypes, a) }
func (a ActionType) String() string { return nameOf(actionTypes, a) }

// InterestStatus is a buyer's interest in a listing (SPEC 3).
type InterestStatus int

const (
	InterestNone          InterestStatus = 0
	InterestNotInterested InterestStatus = 1
	InterestInterested    InterestStatus = 2
)

var interestStatuses = []value[InterestStatus]{
	{InterestNone, "None", "未回答"}, {InterestNotInterested, "NotInterested", "興味なし"},
	{InterestInterested, "Interested", "興味あり"},
}

func (i InterestStatus) Label() string  { return labelOf(interestStatuses, i) }
func (i InterestStatus) String() string { return nameOf(interestStatuses, i) }

// Action returns the user action by which an interest is recorded (SPEC 4); false for InterestNone, which records none.
func (i InterestStatus) Action() (ActionType, bool) {
	switch i {
	case InterestInterested:
		return ActionInterested, true
	case InterestNotInterested:
		return ActionNotInterested, true
	}
	return 0, false
}

// Willingness is willingnessToSell (SPEC 3); labels are those of the tags in the UI design.
type Willingness int

const (
	WillingnessNone       Willingness = 0
	WillingnessDecided    Willingness = 1 // with a summary document
	WillingnessPreparing  Willingness = 2 // decided, the document in preparation
	WillingnessConsidered Willingness = 3
)

var willingnesses = []value[Willingness]{
	{WillingnessNone, "None", "未設定"}, {WillingnessDecided, "Will1", "譲渡決定・概要書あり"},
	{WillingnessPreparing, "Will2", "譲渡決定・概要書準備中"}, {WillingnessConsidered, "Will3", "譲渡検討中"},
}

func (w Willingness) Label() string  { return labelOf(willingnesses, w) }
func (w Willingness) String() string { return nameOf(willingnesses, w) }
