package team

import "tsunagu/app/web"

// teamMember is a user in the team of a company.
type teamMember struct {
	UserID     string `json:"userId"`
	UserName   string `json:"userName"`
	Department string `json:"department"`
	Role       int    `json:"role" doc:"1 担当、2 承認者、3 閲覧"`
	RoleLabel  string `json:"roleLabel"`
	Since      string `json:"since" doc:"その役割になったとき（UTC）"`
	IsEnabled  bool   `json:"isEnabled" doc:"false：利用停止などで、いまは利用していない"`
}

// teamCandidate is a user who can be put into a team of his institution.
type teamCandidate struct {
	UserID     string `json:"userId"`
	UserName   string `json:"userName"`
	Department string `json:"department"`
	MayApprove bool   `json:"mayApprove" doc:"承認者として確認されていて、役割を承認者にできる"`
}

// companyTeam is the team of a company as somebody of the institution in charge sees it.
type companyTeam struct {
	IsTeamOnly    bool            `json:"isTeamOnly" doc:"案件を見られる人。true：案件チームのみ。false：金融機関の全員"`
	MemberList    []teamMember    `json:"memberList" doc:"担当、承認者、閲覧の順"`
	MyRole        int             `json:"myRole" doc:"自分の役割。0：全員が見られる、または代理で見ている"`
	MayChange     bool            `json:"mayChange" doc:"チームに人を加え、外せる"`
	CandidateList []teamCandidate `json:"candidateList" doc:"チームに加えられる人"`
}

type companyTeamQuery struct {
	CompanyID string `query:"companyId" required:"true"`
}

// MemberInput puts a user into the team of a company.
type MemberInput struct {
	CompanyID string `json:"companyId"`
	UserID    string `json:"userId"`
	Role      int    `json:"role" doc:"2 承認者、3 閲覧。担当は、担当者の変更と引き継ぎで決まる"`
}

type memberRemoval struct {
	CompanyID string `json:"companyId"`
	UserID    string `json:"userId"`
}

// teamRule is who of an institution may see its deals, as its administrators and the office see it.
type teamRule struct {
	IsTeamOnly   bool      `json:"isTeamOnly" doc:"案件を見られる人。true：案件チームのみ。false：金融機関の全員"`
	Asked        *allAsked `json:"asked" doc:"「全員」にする申し出。null：ない"`
	CompanyCount *int      `json:"unattendedCompanyCount,omitempty" doc:"担当者が一人もいない企業。金融機関の管理者だけに返る"`
	ListingCount *int      `json:"unattendedListingCount,omitempty" doc:"そのうちの、承認前・公開中・差戻しの売却案件"`
}

// allAsked is a request to show the deals to all users, which waits for a second person.
type allAsked struct {
	UserName   string `json:"userName" doc:"申し出た管理者"`
	Asked      string `json:"asked" doc:"UTC"`
	MayConfirm bool   `json:"mayConfirm" doc:"自分が確認できる"`
	WhyNot     string `json:"whyNot" doc:"自分が確認できない理由と、だれが確認するか。空は、確認できる"`
}

type teamRuleQuery struct {
	FinancialID string `query:"financialId" doc:"事務局だけが指定する"`
}

type teamRuleInput struct {
	IsTeamOnly bool `json:"isTeamOnly" doc:"true はすぐに変わる。false は申し出で、二人目が確認すると変わる"`
}

// allDecision confirms or withdraws the request that the caller saw.
type allDecision struct {
	FinancialID string `json:"financialId,omitempty" doc:"事務局だけが指定する"`
	Asked       string `json:"asked" doc:"画面が見ている申し出の日時（UTC）"`
}

type teamsQuery struct {
	Word   string `query:"word" limit:"100" doc:"企業の番号（C-）。番号を含むメールの一行でもよい"`
	UserID string `query:"userId" maxLength:"60" doc:"チームにいる利用者"`
	// IsNobodys is where an administrator looks before he narrows.
	IsNobodys bool `query:"isUnattended" doc:"true：担当者が一人もいない企業だけ"`
	web.OfficePaging
}

// teamRow is a company with its team: a number and a kind, never a name or a content.
type teamRow struct {
	CompanyID  string       `json:"companyId"`
	CaseNumber string       `json:"caseNumber"`
	Label      string       `json:"label" doc:"買手企業、売手企業"`
	MemberList []teamMember `json:"memberList" doc:"担当、承認者、閲覧の順"`
}

type teamList struct {
	TeamList      []teamRow       `json:"teamList"`
	AllCount      int             `json:"allCount"`
	CandidateList []teamCandidate `json:"candidateList" doc:"チームに加えられる人"`
}
