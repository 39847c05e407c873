package stamp

import "tsunagu/app/web"

// authorityInput is the setting of the time-stamping authority as it is saved.
type authorityInput struct {
	IsOn     bool   `json:"isOn" doc:"毎日、自動で押す。false でも、ファイルでやり取りできる"`
	Address  string `json:"address" limit:"300" doc:"タイムスタンプ局のアドレス（http または https）"`
	CA       string `json:"ca" limit:"60000" doc:"局の証明書を発行した認証局の証明書（PEM）。いくつでも"`
	CRL      string `json:"crl" limit:"200000" doc:"認証局の失効リスト（PEM、または DER を base64 にしたもの）。空は、確かめない"`
	Policy   string `json:"policy" limit:"100" doc:"局のポリシー（OID）。空は、指定しない"`
	Version  int    `json:"version" doc:"画面が見ている版"`
	Password string `json:"password,omitempty" doc:"自分の今のパスワード。空は、少し前の本人確認による"`
	Code     string `json:"code,omitempty" doc:"2段階認証を設定しているとき、確認コードかリカバリーコード"`
}

// siemInput is the setting of the receiver of events as it is saved.
type siemInput struct {
	IsOn        bool   `json:"isOn"`
	Host        string `json:"host" limit:"120" doc:"受け取るサーバの名前"`
	Port        int    `json:"port" doc:"ポート番号。0は 6514"`
	CA          string `json:"ca" limit:"60000" doc:"受け取るサーバの認証局の証明書（PEM）"`
	Certificate string `json:"certificate" limit:"60000" doc:"こちらの証明書（PEM）。空は、使わない"`
	Key         string `json:"key,omitempty" limit:"20000" doc:"こちらの秘密鍵（PEM）。空は、いまのまま（サーバと証明書が同じとき）"`
	HasAudit    bool   `json:"hasAudit" doc:"監査ログを送る"`
	HasLedger   bool   `json:"hasLedger" doc:"開示台帳を送る"`
	Version     int    `json:"version" doc:"画面が見ている版"`
	Password    string `json:"password,omitempty" doc:"自分の今のパスワード。空は、少し前の本人確認による"`
	Code        string `json:"code,omitempty" doc:"2段階認証を設定しているとき、確認コードかリカバリーコード"`
}

type replyInput struct {
	ProofID string `json:"proofId"`
	Reply   string `json:"reply" limit:"90000" doc:"応答のファイル（.tsr）を base64 にしたもの"`
}

type stampInput struct{ web.FormKey }

type proofRef struct {
	ProofID string `query:"proofId" required:"true"`
}

type dayRef struct {
	Day string `query:"day" required:"true" doc:"YYYY-MM-DD"`
}

type proofQuery struct{ web.OfficePaging }

// proofScreen is the screen 「第三者による証明」. It tells of no line and of no count of lines but those that the office may read.
type proofScreen struct {
	Authority authorityShown `json:"authority"`
	MarkList  []mark         `json:"markList" doc:"新しい順"`
	AllCount  int            `json:"allCount"`
	Daily     dailyShown     `json:"daily"`
	SIEM      siemShown      `json:"siem"`
}

type authorityShown struct {
	IsOn        bool              `json:"isOn"`
	Address     string            `json:"address"`
	CA          string            `json:"ca"`
	CRL         string            `json:"crl"`
	Policy      string            `json:"policy"`
	Version     int               `json:"version"`
	Certificate []certificateWord `json:"certificateList" doc:"認証局の証明書"`
	CRLUntil    string            `json:"crlUntil" doc:"失効リストの次の更新の予定（UTC）。なければ空"`
	IsCRLOld    bool              `json:"isCrlOld" doc:"失効リストが、次の更新の予定を過ぎている"`
	ProblemShown
}

type certificateWord struct {
	Name        string `json:"name"`
	Fingerprint string `json:"fingerprint" doc:"SHA-256"`
	Until       string `json:"until" doc:"有効期間の終わり（UTC）"`
}

// ProblemShown is what went wrong last.
type ProblemShown struct {
	Problem   string `json:"problem" doc:"前回うまくいかなかった理由。空は、問題なし"`
	ProblemAt string `json:"problemAt" doc:"UTC"`
}

// mark is a proof with what became of it.
type mark struct {
	ProofID   string `json:"proofId"`
	Day       string `json:"day" doc:"締めた日。空は、手で押したもの"`
	At        string `json:"at" doc:"UTC"`
	Digest    string `json:"digest" doc:"押す対象のハッシュ（SHA-256）"`
	State     string `json:"state" enum:"stamped,covered,waiting" doc:"stamped 押した、covered あとの証明に含まれる、waiting 待っている"`
	StampedAt string `json:"stampedAt" doc:"局の時刻（UTC）"`
	Authority string `json:"authority" doc:"局の証明書の名前"`
	Serial    string `json:"serial"`
	Policy    string `json:"policy"`
	IsByFile  bool   `json:"isByFile" doc:"ファイルで受け取った"`
	CoveredBy string `json:"coveredBy" doc:"どの日の証明に含まれるか。手で押したものは、その日時（UTC）"`
	DailyHash string `json:"dailyHash" doc:"その日の記録のファイルのSHA-256"`
	HasDaily  bool   `json:"hasDaily" doc:"その日の記録のファイルを取り出せる"`
}

type dailyShown struct {
	CommandList []string `json:"commandList" doc:"一日の記録を、sha256sum と openssl だけで確かめる手順"`
	Fingerprint string   `json:"fingerprint" doc:"公開鍵のSHA-256"`
	HasFolder   bool     `json:"hasFolder" doc:"保管先のフォルダが、サーバの起動のときに指定されている"`
	ProblemShown
}

type siemShown struct {
	IsOn         bool   `json:"isOn"`
	Host         string `json:"host"`
	Port         int    `json:"port"`
	CA           string `json:"ca"`
	Certificate  string `json:"certificate"`
	HasKey       bool   `json:"hasKey" doc:"秘密鍵が登録されている"`
	HasAudit     bool   `json:"hasAudit"`
	HasLedger    bool   `json:"hasLedger"`
	Version      int    `json:"version"`
	SentAt       string `json:"sentAt" doc:"最後に送った日時（UTC）。なければ空"`
	SentCount    int64  `json:"sentCount" doc:"送ったイベント"`
	WaitingCount int    `json:"waitingCount" doc:"送信を待っているイベント"`
	IsHeld       bool   `json:"isHeld" doc:"復元のあと、メールと同じく送信を止めている"`
	NextAt       string `json:"nextAt" doc:"次にやり直す日時（UTC）。なければ空"`
	ProblemShown
}

// stamped is what became of a stamp.
type stamped struct {
	ProofID   string `json:"proofId"`
	IsStamped bool   `json:"isStamped"`
	Detail    string `json:"detail" doc:"結果の説明"`
}
