package adviser

import "tsunagu/app/web"

// AdviserVersion is a version of what is said of a user.
type AdviserVersion struct {
	Version            int    `json:"version" doc:"0：まだない"`
	Qualification      string `json:"qualification" doc:"資格"`
	RegistrationNumber string `json:"registrationNumber" doc:"登録番号"`
	Since              string `json:"since" doc:"この業務をいつから（YYYY-MM）。経験年数は、ここから数える"`
	YearsLabel         string `json:"yearsLabel" doc:"きょうの経験年数"`
	DealCount          *int64 `json:"dealCount" doc:"成約件数"`
	Training           string `json:"training" doc:"最後に受けた研修"`
	TrainedOn          string `json:"trainedOn" doc:"その日"`
	EditorName         string `json:"editorName" doc:"書いた管理者"`
	Created            string `json:"created,omitempty"`
}

type adviserRow struct {
	UserID     string `json:"userId"`
	UserName   string `json:"userName"`
	Department string `json:"department"`
	IsEnabled  bool   `json:"isEnabled" doc:"false：利用停止などで、いまは利用していない"`
	AdviserVersion
	EarlierList []AdviserVersion `json:"earlierList" doc:"前の版。新しい順"`
}

type adviserList struct {
	AdviserList []adviserRow `json:"adviserList" doc:"自機関の利用者。融資だけの人を除く"`
}

// ProfileInput is the next version of a user's profile.
type ProfileInput struct {
	UserID             string `json:"userId"`
	Version            int    `json:"version" doc:"画面に出ていた版。これが最後のものでなければ、だれかが先に変えている"`
	Qualification      string `json:"qualification" limit:"40" doc:"資格。ないときは「なし」"`
	RegistrationNumber string `json:"registrationNumber" limit:"40"`
	Since              string `json:"since" maxLength:"7" doc:"YYYY-MM"`
	DealCount          *int64 `json:"dealCount" limit:"0..99999"`
	Training           string `json:"training" limit:"100"`
	TrainedOn          string `json:"trainedOn" maxLength:"10" doc:"研修を受けた日。きょうまで"`
}

// ownProfile is what a user reads of himself, and who changes it.
type ownProfile struct {
	AdviserVersion
	EditorList []string `json:"editorList" doc:"変更を頼める、自機関の管理者"`
}

// FeeStep is a step of a fee table.
type FeeStep struct {
	UpTo *int64 `json:"upTo" limit:"1..amount" doc:"千円。この額まで。最後の段階だけ null（上限なし）"`
	Rate int64  `json:"rate" limit:"0..10000" doc:"0.01％。500 は 5％"`
}

// FeeTerms are the terms of a fee table. Amounts are 千円.
type FeeTerms struct {
	Name               string    `json:"name" limit:"30"`
	Base               int       `json:"base" doc:"算定の基準。1 譲渡額、2 純資産、3 移動総資産"`
	StepList           []FeeStep `json:"stepList" doc:"料率の段階（レーマン）。額の低い順"`
	Minimum            int64     `json:"minimum" limit:"0..amount" doc:"最低手数料"`
	Retainer           int64     `json:"retainer" limit:"0..amount" doc:"着手金"`
	Monthly            int64     `json:"monthly" limit:"0..amount" doc:"月額"`
	Interim            int64     `json:"interim" limit:"0..amount" doc:"中間金の額。割合のときは 0"`
	InterimShare       int64     `json:"interimShare" limit:"0..100" doc:"中間金の、成功報酬に対する割合（％）。額のときは 0"`
	IsRetainerDeducted bool      `json:"isRetainerDeducted" doc:"成功報酬から着手金を差し引く"`
	IsInterimDeducted  bool      `json:"isInterimDeducted" doc:"成功報酬から中間金を差し引く"`
	DeductedNote       string    `json:"deductedNote" limit:"100" doc:"控除についての補足"`
}

type FeeVersion struct {
	FeeTerms
	Version    int    `json:"version"`
	Label      string `json:"label" doc:"名前と版"`
	BaseLabel  string `json:"baseLabel"`
	Terms      string `json:"terms" doc:"内容を、お客さまに伝える言葉で"`
	IsRetired  bool   `json:"isRetired" doc:"いまは使わない"`
	Hash       string `json:"hash" doc:"内容の照合用の値。記録に残るものと同じ"`
	EditorName string `json:"editorName"`
	Created    string `json:"created"`
}

type feeExample struct {
	Amount int64  `json:"amount" doc:"千円"`
	Text   string `json:"text" doc:"計算例"`
}

type feeTableRow struct {
	TableID string `json:"tableId"`
	FeeVersion
	ExampleList []feeExample `json:"exampleList" doc:"いくつかの額での計算例"`
	EarlierList []FeeVersion `json:"earlierList" doc:"前の版。新しい順"`
}

type feeTableList struct {
	FeeTableList []feeTableRow `json:"feeTableList" doc:"自機関の手数料表。使わなくなったものを含む"`
	MaxCount     int           `json:"maxCount" doc:"同時に使える表の数"`
	MaxStepCount int           `json:"maxStepCount"`
}

// FeeTableInput is the next version of a fee table, or a new one.
type FeeTableInput struct {
	TableID string `json:"tableId,omitempty" maxLength:"60" doc:"新しい表のときは空"`
	Version int    `json:"version" doc:"画面に出ていた版。新しい表のときは 0"`
	FeeTerms
	web.FormKey
}

type retireInput struct {
	TableID string `json:"tableId" maxLength:"60"`
	Version int    `json:"version"`
}
