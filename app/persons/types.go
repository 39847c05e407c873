package persons

import "tsunagu/app/web"

// Person is a user of the own institution.
type Person struct {
	UserID     string `json:"userId"`
	UserName   string `json:"userName"`
	Department string `json:"department"`
	IsEnabled  bool   `json:"isEnabled" doc:"false：利用停止などで、いまは利用していない"`
	AwayUntil  string `json:"awayUntil,omitempty" doc:"きょう不在のとき、その最後の日"`
	DeputyName string `json:"deputyName,omitempty" doc:"不在の間の代理"`
}

// inCharge is a record of the own institution with who works on it.
type inCharge struct {
	ID             string   `json:"id"`
	PersonInCharge *Person  `json:"personInCharge" doc:"主担当。null：いない"`
	OtherPersons   []Person `json:"otherPersons" doc:"副担当"`
	NextAction     string   `json:"nextAction,omitempty" doc:"いちばん近い次回対応日（YYYY-MM-DD）"`
	IsMine         bool     `json:"isMine" doc:"自分が主担当、副担当、またはきょうの代理"`
}

// inChargeList leaves out records that the own institution does not work on.
type inChargeList struct {
	InChargeList []inCharge `json:"inChargeList"`
}

type inChargeQuery struct {
	Of  string   `query:"of" enum:"company,listing,bf,sf" doc:"企業、売却案件、交渉の買手側または売手側"`
	IDs []string `query:"idList" maxItems:"100" doc:"カンマ区切りで100件まで"`
}

type saveInput struct {
	Of              string   `json:"of" enum:"company,listing,bf,sf" doc:"企業、売却案件、交渉の買手側または売手側"`
	ID              string   `json:"id" maxLength:"60"`
	PersonInCharge  string   `json:"personInCharge" maxLength:"60" doc:"主担当の利用者。空：いない"`
	OtherPersons    []string `json:"otherPersons,omitempty" maxItems:"20" doc:"副担当の利用者"`
	SeenPerson      *string  `json:"seenPersonInCharge,omitempty" maxLength:"60" doc:"画面に出ていた主担当。ほかの人が先に変えていたら409"`
	SeenOtherPerson []string `json:"seenOtherPersons,omitempty" maxItems:"200" doc:"画面に出ていた副担当"`
}

// Charge names a record that is handed over.
type Charge struct {
	Of         string  `json:"of" enum:"company,listing,bf,sf" doc:"企業、売却案件、交渉の買手側または売手側"`
	ID         string  `json:"id" maxLength:"60"`
	SeenPerson *string `json:"seenPersonInCharge,omitempty" maxLength:"60" doc:"画面に出ていた主担当。ほかの人が先に変えていたら409"`
}

// HandOverInput says who takes over what.
type HandOverInput struct {
	PersonInCharge string   `json:"personInCharge" maxLength:"60" doc:"新しい主担当"`
	ChargeList     []Charge `json:"chargeList,omitempty" maxItems:"500" doc:"引き継ぐもの"`
	IsAll          bool     `json:"isAll,omitempty" doc:"fromPerson が主担当である進行中のものをすべて"`
	FromPerson     string   `json:"fromPerson,omitempty" maxLength:"60" doc:"isAll のとき、いまの主担当"`
	IsKept         bool     `json:"isKept,omitempty" doc:"いまの主担当を副担当として残す"`
}

type handedOver struct {
	Count int `json:"count" doc:"主担当が変わった件数"`
}

// load is how much of the own institution's live work a user has.
type load struct {
	Person
	CompanyCount int `json:"companyCount" doc:"主担当である企業"`
	ListingCount int `json:"listingCount" doc:"承認前・公開中・差戻しの売却案件"`
	BuyerCount   int `json:"buyerSideCount" doc:"買手側として進行中の交渉"`
	SellerCount  int `json:"sellerSideCount" doc:"売手側として進行中の交渉"`
	LateCount    int `json:"lateCount" doc:"次回対応日を過ぎた交渉"`
}

type loadList struct {
	LoadList        []load `json:"loadList"`
	UnattendedCount int    `json:"unattendedCount" doc:"担当者のいない進行中の案件と交渉：主担当がいない、利用を停止した、または代理を置かずに不在"`
}

type chargeQuery struct {
	PersonInCharge string `query:"personInCharge" maxLength:"60" doc:"主担当の利用者。省くと、担当者のいない案件と交渉：主担当がいない、利用を停止した、または代理を置かずに不在"`
	web.OfficePaging
}

// chargeRow is a live record without a word of its content.
type chargeRow struct {
	Of         string  `json:"of" doc:"company、listing、bf、sf"`
	ID         string  `json:"id"`
	CaseNumber string  `json:"caseNumber"`
	Label      string  `json:"label" doc:"買手企業、売手企業、売却案件、交渉（買手側）、交渉（売手側）"`
	Status     string  `json:"statusLabel"`
	Person     *Person `json:"personInCharge"`
	Since      string  `json:"since,omitempty" doc:"その人が主担当になったとき（UTC）"`
}

type chargeList struct {
	ChargeList []chargeRow `json:"chargeList"`
	AllCount   int         `json:"allCount"`
}

// ownWork is what a user of a bank sets for himself.
type ownWork struct {
	IsMailedAll  bool      `json:"isMailedAll" doc:"true：機関のすべての案件のメールを受け取る。false：自分が担当か、担当者のいないものだけ"`
	Absence      *absence  `json:"absence" doc:"いま、またはこれからの不在。null：ない"`
	StandInList  []standIn `json:"standInList" doc:"自分が代理をする人"`
	UserList     []Person  `json:"userList" doc:"代理にできる人"`
	CanBeDeputed bool      `json:"canBeDeputed" doc:"代理をしている間は、自分の代理を置けない"`
}

type absence struct {
	FirstDay string `json:"firstDay" doc:"YYYY-MM-DD"`
	LastDay  string `json:"lastDay" doc:"YYYY-MM-DD。この日を含む"`
	DeputyID string `json:"deputyId" doc:"代理。空：置かない"`
	Deputy   string `json:"deputyName"`
}

type standIn struct {
	UserName string `json:"userName"`
	FirstDay string `json:"firstDay"`
	LastDay  string `json:"lastDay"`
}

type absenceInput struct {
	FirstDay string `json:"firstDay" maxLength:"10" doc:"YYYY-MM-DD"`
	LastDay  string `json:"lastDay" maxLength:"10" doc:"YYYY-MM-DD"`
	DeputyID string `json:"deputyId,omitempty" maxLength:"60" doc:"空：置かない"`
}

type mailInput struct {
	IsMailedAll bool `json:"isMailedAll"`
}
