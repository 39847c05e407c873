package passkey

// What goes to and comes from the browser's WebAuthn calls is JSON of the standard (WebAuthn 5.1.8 to 5.1.10), here as one text: the
// browser reads and writes it by itself.

// passkeyDoorForm says at which sign-in somebody stands.
type passkeyDoorForm struct {
	Door string `json:"door" enum:"platform,office" doc:"platform 会員のログイン、office 事務局・管理者のログイン"`
}

// passkeyQuestion is what a device is asked.
type passkeyQuestion struct {
	Options string `json:"options" doc:"ブラウザの PublicKeyCredential に渡す JSON"`
}

// passkeySignInForm is a device's answer at a sign-in.
type passkeySignInForm struct {
	Door   string `json:"door" enum:"platform,office" doc:"platform 会員のログイン、office 事務局・管理者のログイン"`
	Answer string `json:"answer" doc:"PublicKeyCredential の JSON"`
}

// passkeyProofForm is a device's answer in a session that is open already.
type passkeyProofForm struct {
	Answer string `json:"answer" doc:"PublicKeyCredential の JSON"`
}

// passkeyStartForm begins a registration. The password may be left out within five minutes of a proof.
type passkeyStartForm struct {
	Password string `json:"password,omitempty" doc:"今のパスワード。5分以内に本人確認をしていれば不要"`
	Code     string `json:"code,omitempty" doc:"2段階認証を設定しているとき、確認コードかリカバリーコード"`
}

// passkeyAddForm is the new key.
type passkeyAddForm struct {
	Name   string `json:"name" limit:"40" doc:"自分で見分けるための名前"`
	Answer string `json:"answer" doc:"PublicKeyCredential の JSON"`
}

type passkeyRenameForm struct {
	PasskeyID string `json:"passkeyId"`
	Name      string `json:"name" limit:"40"`
}

type passkeyRemoveForm struct {
	PasskeyID string `json:"passkeyId"`
	Password  string `json:"password,omitempty" doc:"今のパスワード。5分以内に本人確認をしていれば不要"`
	Code      string `json:"code,omitempty" doc:"2段階認証を設定しているとき、確認コードかリカバリーコード"`
}

// passkeyList is what a user may know of the own passkeys.
type passkeyList struct {
	IsOffered  bool         `json:"isOffered" doc:"このアドレスでパスキーが使える"`
	WhyNot     string       `json:"whyNot" doc:"使えない理由"`
	IsDemanded bool         `json:"isDemanded" doc:"所属する金融機関が、パスキーを必須にしている"`
	IsProven   bool         `json:"isProven" doc:"この5分のあいだに本人確認をしている"`
	AsksCode   bool         `json:"asksCode" doc:"パスワードでの本人確認に、確認コードも要る"`
	Passkeys   []passkeyRow `json:"passkeys"`
}

type passkeyRow struct {
	PasskeyID string `json:"passkeyId"`
	Name      string `json:"name"`
	Created   string `json:"created" doc:"登録した日時（UTC）"`
	LastUsed  string `json:"lastUsed" doc:"最後に使った日時（UTC）。空は、まだ使っていない"`
	IsSynced  bool   `json:"isSynced" doc:"ほかの端末にも同期されている"`
	IsUsable  bool   `json:"isUsable" doc:"いまのアドレスで使える"`
	IsThis    bool   `json:"isThis" doc:"今のログインに使った"`
}

// passkeyResetForm removes all passkeys of another user.
type passkeyResetForm struct {
	UserID  string `json:"userId"`
	Comment string `json:"comment" limit:"400" doc:"理由。監査ログに残る"`
}

// passkeyDemand is whether an institution's users must have a passkey.
type passkeyDemand struct {
	IsOffered    bool   `json:"isOffered" doc:"このアドレスでパスキーが使える"`
	WhyNot       string `json:"whyNot" doc:"使えない理由"`
	IsDemanded   bool   `json:"isDemanded" doc:"必須にしている"`
	WithoutCount int    `json:"withoutCount" doc:"まだパスキーを登録していない、利用中の担当者"`
}

type passkeyDemandForm struct {
	IsDemanded bool `json:"isDemanded"`
}
