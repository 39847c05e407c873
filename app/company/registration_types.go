package company

import ()

// registrationReview is a buyer's registration by its key as its bank looks at it: what was
// entered, beside what the bank had entered itself and what it sent back (domain.md 6).
type registrationReview struct {
	RegistrationID string               `json:"registrationId"`
	Submitted      string               `json:"submitted" doc:"UTC"`
	Entered        RegistrationContent  `json:"entered" doc:"買手が入力した内容"`
	Bank           RegistrationContent  `json:"bank" doc:"案内したときの内容"`
	Previous       *RegistrationContent `json:"previous,omitempty" doc:"差戻したあとの、前回の内容"`
	Changed        []string             `json:"changed" doc:"案内したときから変わった項目。overview.salesAmount の形"`
	ChangedSince   []string             `json:"changedSince" doc:"差戻しのあとで変わった項目"`
	TermsVersion   int                  `json:"termsVersion"`
	Decision       string               `json:"decision" enum:",approved,returned,replaced" doc:"空は承認待ち"`
	Comment        string               `json:"comment" doc:"差戻しのコメント"`
	ReturnedBefore string               `json:"returnedBefore" doc:"前回の差戻しのコメント"`
}

// RegistrationKey opens a buyer's registration.
type RegistrationKey struct {
	Key      string `json:"key"`
	Passcode string `json:"passcode,omitempty" doc:"招待状のとき、電話などで伝えられた8桁の確認コード"`
}

// registrationOverview is an overview as the buyer that registers sees it: nothing of what the
// bank notes of its customer, and not who the bank is.
type registrationOverview struct {
	MemberType          int             `json:"memberType" doc:"1 個人、2 法人"`
	IndustryType        []string        `json:"industryType" doc:"小分類コード"`
	Location            CompanyLocation `json:"location,omitzero"`
	SalesAmount         int             `json:"salesAmount" doc:"年間売上高の項目キー"`
	MAndAExperience     int             `json:"mAndAExperience"`
	MAndAReason         []int           `json:"mAndAReason"`
	MAndAReasonOthers   string          `json:"mAndAReasonOthers"`
	IsSendRecommendMail int             `json:"isSendRecommendMail" enum:"0,1"`
	IsSendOfferMail     int             `json:"isSendOfferMail" enum:"0,1"`
	IndustryTexts
}

// registrationUser is the person in charge that registers.
type registrationUser struct {
	LoginID        string `json:"loginId"`
	UserName       string `json:"userName"`
	UserNameKana   string `json:"userNameKana"`
	Department     string `json:"department"`
	Position       string `json:"position"`
	Phone1         string `json:"phone1"`
	Phone2         string `json:"phone2"`
	Fax            string `json:"fax"`
	RegistSendMail int    `json:"registSendMail" enum:"0,1"`
}

// RegistrationContent is a registration's three parts, as far as there are any.
type RegistrationContent struct {
	Overview *registrationOverview `json:"overview,omitempty"`
	Details  *CompanyDetails       `json:"details,omitempty"`
	User     *registrationUser     `json:"user,omitempty"`
}

// registrationPage is what the holder of a key begins with.
type registrationPage struct {
	RegistrationContent
	ReturnComment      string `json:"returnComment" doc:"金融機関からの差戻しのコメント"`
	Expires            string `json:"expires" doc:"リンクの期限（UTC）"`
	IsPasswordSet      bool   `json:"isPasswordSet" doc:"パスワードは設定してある。変えるときだけ送る"`
	IsSignedUp         bool   `json:"isSignedUp" doc:"お試しで利用を始めている。ログインIDとパスワードは変えられない"`
	TermsTitle         string `json:"termsTitle"`
	TermsBody          string `json:"termsBody" doc:"もとの文章（Markdown または簡単な HTML）。同意はこれに対するもの"`
	TermsHTML          string `json:"termsHtml" doc:"画面に出す安全な HTML"`
	TermsVersion       int    `json:"termsVersion"`
	Declaration        string `json:"declaration" doc:"反社会的勢力排除の表明"`
	DeclarationVersion int    `json:"declarationVersion"`
}

// RegistrationUserInput is the person in charge with a password of its own.
type RegistrationUserInput struct {
	UserFields
	Password string `json:"password,omitempty" doc:"12文字以上"`
}

// registrationCheck asks how parts of a registration would be stored.
type registrationCheck struct {
	RegistrationKey
	Overview *CompanyOverviewFields `json:"overview,omitempty"`
	Details  *CompanyDetailsFields  `json:"details,omitempty"`
	User     *RegistrationUserInput `json:"user,omitempty"`
}

// RegistrationInput is a whole registration. The versions are those of the texts that were read
// and accepted; 0 is not accepted.
type RegistrationInput struct {
	RegistrationKey
	Overview           CompanyOverviewFields `json:"overview"`
	Details            CompanyDetailsFields  `json:"details"`
	User               RegistrationUserInput `json:"user"`
	TermsVersion       int                   `json:"termsVersion,omitempty" doc:"同意した利用規約の版"`
	DeclarationVersion int                   `json:"declarationVersion,omitempty" doc:"表明した文の版"`
}
