package directory

import (
	"errors"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"tsunagu/app/auth"
	"tsunagu/app/console"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

const listMax = 20 // domains, acr and amr values, and groups, each

// directoryInput is what an administrator sets of the institution's directory.
type directoryInput struct {
	Version             int      `json:"version" doc:"画面に出ていた、準備中の設定の版。まだないときは 0"`
	Issuer              string   `json:"issuer" limit:"200" doc:"発行者（issuer）のアドレス。https:// で始まる"`
	ClientID            string   `json:"clientId" limit:"200" doc:"認証基盤での、つなぐの番号（client ID）"`
	ClientSecret        string   `json:"clientSecret" limit:"500" doc:"client secret。空は、今のまま。あとから読むことはできない"`
	AcrList             []string `json:"acrList" limit:"100" doc:"求める認証の強さ（acr）。いずれか一つ。空は、問わない"`
	AmrList             []string `json:"amrList" limit:"100" doc:"求める認証の方法（amr）。すべて。空は、問わない"`
	GroupClaim          string   `json:"groupClaim" limit:"60" doc:"グループが入っている項目の名前（IDトークンの claim）。空は、問わない"`
	GroupList           []string `json:"groupList" limit:"200" doc:"利用できるグループ。いずれか一つ"`
	DomainList          []string `json:"domainList" limit:"200" doc:"ログインIDのメールアドレスの、@より後ろ。少なくとも一つ"`
	IsPasswordForbidden bool     `json:"isPasswordForbidden" doc:"自機関の利用者のパスワードでのログインを禁止する"`
	EmergencyUserID     string   `json:"emergencyUserId" doc:"禁止していても、緊急のときにパスワードでログインできる一人"`
}

type directoryVersion struct {
	Version int `json:"version" doc:"画面に出ていた版"`
}

type directoryEnd struct {
	DirectoryID string `json:"directoryId"`
	Version     int    `json:"version" doc:"画面に出ていた版"`
	Reason      string `json:"reason" limit:"400" doc:"理由。監査ログに残る"`
}

// DirectorySetting is a version of a directory's setting, without its secret.
type DirectorySetting struct {
	DirectoryID         string   `json:"directoryId"`
	Version             int      `json:"version"`
	State               int      `json:"state" doc:"1 準備中、2 試した、3 事務局の確認待ち、4 有効、5 差戻し"`
	Issuer              string   `json:"issuer"`
	ClientID            string   `json:"clientId"`
	AcrList             []string `json:"acrList"`
	AmrList             []string `json:"amrList"`
	GroupClaim          string   `json:"groupClaim"`
	GroupList           []string `json:"groupList"`
	DomainList          []string `json:"domainList"`
	IsPasswordForbidden bool     `json:"isPasswordForbidden"`
	EmergencyUserID     string   `json:"emergencyUserId"`
	EmergencyUserName   string   `json:"emergencyUserName"`
	Tried               string   `json:"tried,omitempty" doc:"試しのログインができた日時（UTC）"`
	TriedName           string   `json:"triedName,omitempty"`
	Sent                string   `json:"sent,omitempty" doc:"事務局の確認に出した日時（UTC）"`
	SentName            string   `json:"sentName,omitempty"`
	Decided             string   `json:"decided,omitempty" doc:"事務局が確認または差戻しをした日時（UTC）"`
	Reason              string   `json:"reason,omitempty" doc:"差戻しの理由"`
}

type emergencyChoice struct {
	UserID   string `json:"userId"`
	UserName string `json:"userName"`
}

type ownDirectorySetting struct {
	InForce       *DirectorySetting `json:"inForce" doc:"いま有効な設定"`
	Next          *DirectorySetting `json:"next" doc:"準備中か、確認待ちの設定"`
	ReturnAddress string            `json:"returnAddress" doc:"認証基盤に登録する、戻り先のアドレス（redirect URI）"`
	LogoutAddress string            `json:"logoutAddress" doc:"認証基盤に登録する、ログアウトの知らせの宛先（back-channel logout URI）"`
	EmergencyList []emergencyChoice `json:"emergencyList" doc:"緊急用に選べる、パスワードのある利用中の人"`
	UserCount     int               `json:"userCount" doc:"自機関の利用中の利用者と管理者"`
	BoundCount    int               `json:"boundCount" doc:"そのうち、いま有効な認証基盤と結び付いている人"`
}

func (a Room) settingCalls() {
	const own = "管理者：自機関の認証基盤"
	web.Add(a.Platform, call("GET", "GetDirectory", web.FAD, own, "自機関の認証基盤の設定"),
		func(r *web.Request, _ *struct{}) (*ownDirectorySetting, error) {
			return web.Reading(r, func(q *store.Q) (*ownDirectorySetting, error) { return a.own(q, r.Actor) })
		})
	web.Add(a.Platform, call("POST", "SaveDirectory", web.FAD, own, "認証基盤の設定を書く。今の設定は、次が有効になるまで続く"),
		func(r *web.Request, in *struct{ Body directoryInput }) (*ownDirectorySetting, error) {
			return a.change(r, func(tx *store.Tx) error { return a.save(tx, r.Actor, &in.Body) })
		})
	web.Add(a.Platform, call("POST", "BeginDirectoryTrial", web.FAD, own, "準備中の設定で、試しにログインする"),
		func(r *web.Request, in *struct{ Body directoryVersion }) (*directoryWay, error) {
			return a.beginTrial(r, in.Body.Version)
		})
	for _, x := range []struct {
		name, summary string
		do            func(*store.Tx, web.Actor, *store.Directory) error
	}{{"SendDirectory", "試しのログインができた設定を、事務局の確認に出す", a.send}, {"WithdrawDirectory", "確認待ちの設定を取り下げて、準備中に戻す", withdraw},
		{"DiscardDirectory", "準備中の設定をやめる", discard}} {
		web.Add(a.Platform, call("POST", x.name, web.FAD, own, x.summary),
			func(r *web.Request, in *struct{ Body directoryVersion }) (*ownDirectorySetting, error) {
				return a.change(r, func(tx *store.Tx) error {
					d, err := onItsWay(&tx.Q, r.Actor, in.Body.Version)
					if err != nil {
						return err
					}
					return x.do(tx, r.Actor, d)
				})
			})
	}
}

func (a Room) change(r *web.Request, do func(*store.Tx) error) (*ownDirectorySetting, error) {
	return web.Writing(r, func(tx *store.Tx) (*ownDirectorySetting, error) {
		if err := do(tx); err != nil {
			return nil, err
		}
		return a.own(&tx.Q, r.Actor)
	})
}

func (a Room) own(q *store.Q, by web.Actor) (*ownDirectorySetting, error) {
	institution, _, err := console.Managed(by)
	if err != nil {
		return nil, err
	}
	out := &ownDirectorySetting{ReturnAddress: a.BaseURL + returnPage, LogoutAddress: a.BaseURL + "/api/Directory/BackChannelLogout",
		EmergencyList: []emergencyChoice{}}
	inForce, err := q.DirectoryInForce(institution)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return nil, err
	}
	if err == nil {
		if out.InForce, err = shown(q, inForce); err != nil {
			return nil, err
		}
	}
	next, err := q.DirectoryOnItsWay(institution)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return nil, err
	}
	if err == nil {
		if out.Next, err = shown(q, next); err != nil {
			return nil, err
		}
	}
	us, err := ofInstitution(q, institution)
	if err != nil {
		return nil, err
	}
	for i := range us {
		if mayBeEmergency(&us[i], institution) {
			out.EmergencyList = append(out.EmergencyList, emergencyChoice{us[i].ID, us[i].UserName})
		}
	}
	out.UserCount, out.BoundCount, err = countBound(q, institution, inForce)
	return out, err
}

// countBound counts an institution's enabled people, and those of them who are bound to the directory in force.
func countBound(q *store.Q, institution string, inForce *store.Directory) (users, bound int, err error) {
	us, err := ofInstitution(q, institution)
	if err != nil {
		return 0, 0, err
	}
	for i := range us {
		if us[i].Status != int(deal.UserEnabled) {
			continue
		}
		users++
		if inForce == nil {
			continue
		}
		b, err := bindingOf(q, us[i].ID, inForce)
		if err != nil {
			return 0, 0, err
		}
		if b != nil {
			bound++
		}
	}
	return users, bound, nil
}

func mayBeEmergency(u *store.User, institution string) bool {
	return u.ClientID == institution && isOfInstitution(u) && u.Status == int(deal.UserEnabled) && u.PasswordHash != ""
}

func shown(q *store.Q, d *store.Directory) (*DirectorySetting, error) {
	out := &DirectorySetting{DirectoryID: d.ID, Version: d.Version, State: d.State, Issuer: d.Issuer, ClientID: d.ClientID,
		AcrList: some(d.ACR), AmrList: some(d.AMR), GroupClaim: d.GroupClaim, GroupList: some(d.GroupValues), DomainList: some(d.Domains),
		IsPasswordForbidden: d.ForbidsPasswords, EmergencyUserID: d.EmergencyUserID, Tried: web.ServerTime(d.Tried),
		Sent: web.ServerTime(d.Sent), Decided: web.ServerTime(d.Decided), Reason: d.Reason}
	for _, x := range []struct {
		id   string
		name *string
	}{{d.EmergencyUserID, &out.EmergencyUserName}, {d.TriedBy, &out.TriedName}, {d.SentBy, &out.SentName}} {
		if x.id == "" {
			continue
		}
		u, err := q.User(x.id)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return nil, err
		}
		if err == nil {
			*x.name = u.UserName
		}
	}
	return out, nil
}

func some(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

var domainForm = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$`)

// check cleans the input in place.
func (a Room) check(q *store.Q, institution string, in *directoryInput) error {
	var c web.Check
	c.Text(in, "issuer", "発行者のアドレス", &in.Issuer, true)
	if in.Issuer != "" {
		why := a.whyNotAddress(in.Issuer)
		if u, err := url.Parse(in.Issuer); why == "" && err == nil && u.RawQuery != "" {
			why = "?より後ろのない、発行者のアドレスを入力してください。"
		}
		c.Ok(why == "", "issuer", why)
	}
	c.Text(in, "clientId", "client ID", &in.ClientID, true)
	c.Text(in, "clientSecret", "client secret", &in.ClientSecret, false)
	c.Text(in, "groupClaim", "グループの項目の名前", &in.GroupClaim, false)
	for _, x := range []struct {
		field, label string
		list         *[]string
	}{{"acrList", "認証の強さ", &in.AcrList}, {"amrList", "認証の方法", &in.AmrList}, {"groupList", "グループ", &in.GroupList},
		{"domainList", "メールアドレスの@より後ろ", &in.DomainList}} {
		var kept []string
		for _, v := range *x.list {
			if v = strings.TrimSpace(v); v != "" && !slices.Contains(kept, v) {
				kept = append(kept, v)
			}
			c.Ok(!web.Unusable(v) && len([]rune(v)) <= web.MaxLength(in, x.field) && (x.field != "acrList" || !strings.Contains(v, " ")), x.field,
				x.label+"に、使えない文字があるか、長すぎるものがあります。")
		}
		*x.list = kept
		c.Ok(len(kept) <= listMax, x.field, x.label+"は、20までです。")
	}
	for i, d := range in.DomainList {
		in.DomainList[i] = auth.FoldLoginID(strings.TrimPrefix(d, "@"))
		c.Ok(domainForm.MatchString(in.DomainList[i]), "domainList", "「"+d+"」は、メールアドレスの@より後ろの形（bank.example.jp など）ではありません。")
	}
	slices.Sort(in.DomainList)
	in.DomainList = slices.Compact(in.DomainList)
	c.Ok(len(in.DomainList) > 0, "domainList", "ログインIDのメールアドレスの、@より後ろを入力してください。ログイン画面は、これで金融機関を見分けます。")
	c.Ok((in.GroupClaim == "") == (len(in.GroupList) == 0), "groupList", "グループを問うときは、項目の名前とグループの両方を入力してください。")
	if in.EmergencyUserID != "" {
		u, err := q.User(in.EmergencyUserID)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
		c.Ok(err == nil && mayBeEmergency(u, institution), "emergencyUserId", "自機関の、利用中でパスワードのある人から選んでください。")
	}
	c.Ok(!in.IsPasswordForbidden || in.EmergencyUserID != "", "emergencyUserId",
		"パスワードを禁止するときは、認証基盤が止まったときのために、緊急用の一人を選んでください。")
	return c.Err()
}

// save writes the setting that is on its way. The secret goes to no other issuer than the one for which it was typed.
func (a Room) save(tx *store.Tx, by web.Actor, in *directoryInput) error {
	institution, _, err := console.Managed(by)
	if err != nil {
		return err
	}
	if err := a.check(&tx.Q, institution, in); err != nil {
		return err
	}
	d, err := tx.DirectoryOnItsWay(institution)
	isNew := errors.Is(err, store.ErrNotFound)
	if err != nil && !isNew {
		return err
	}
	base := d
	if isNew {
		d = &store.Directory{InstitutionID: institution, State: store.DirectoryDraft}
		if base, err = tx.DirectoryInForce(institution); errors.Is(err, store.ErrNotFound) {
			base = &store.Directory{}
		} else if err != nil {
			return err
		}
	}
	secret := base.ClientSecret
	switch {
	case in.ClientSecret != "":
		secret = a.Keys.Seal([]byte(in.ClientSecret))
	case len(secret) == 0 || base.Issuer != in.Issuer || base.ClientID != in.ClientID:
		return web.Invalid("clientSecret", "client secret を入力してください。発行者か client ID を変えるときは、入れ直しが必要です。")
	}
	if d.Version != in.Version {
		if !isNew && in.ClientSecret == "" && isSame(d, in) {
			return nil // a second click
		}
		return store.ErrStale
	}
	if d.State == store.DirectorySent {
		return web.Conflict(deal.NotAllowed, "事務局の確認を待っています。変えるときは、先に取り下げてください。")
	}
	d.State, d.Issuer, d.ClientID, d.ClientSecret, d.ACR, d.AMR = store.DirectoryDraft, in.Issuer, in.ClientID, secret, in.AcrList, in.AmrList
	d.GroupClaim, d.GroupValues, d.Domains = in.GroupClaim, in.GroupList, in.DomainList
	d.ForbidsPasswords, d.EmergencyUserID = in.IsPasswordForbidden, in.EmergencyUserID
	untry(d)
	if err := tx.PutDirectory(d, by.ID()); err != nil {
		return stale(err)
	}
	return tx.AddAudit(line(by, d, "directory_saved", "ok", d.Issuer))
}

// stale says of a setting that somebody else began meanwhile that the screen is out of date.
func stale(err error) error {
	if errors.Is(err, store.ErrDuplicate) {
		return store.ErrStale
	}
	return err
}

func untry(d *store.Directory) {
	d.Tried, d.TriedBy = zeroTime, ""
	d.Sent, d.SentBy = zeroTime, ""
}

func isSame(d *store.Directory, in *directoryInput) bool {
	return d.Issuer == in.Issuer && d.ClientID == in.ClientID && slices.Equal(d.ACR, in.AcrList) && slices.Equal(d.AMR, in.AmrList) &&
		d.GroupClaim == in.GroupClaim && slices.Equal(d.GroupValues, in.GroupList) && slices.Equal(d.Domains, in.DomainList) &&
		d.ForbidsPasswords == in.IsPasswordForbidden && d.EmergencyUserID == in.EmergencyUserID
}

// onItsWay is the setting on its way, as the screen saw it.
func onItsWay(q *store.Q, by web.Actor, version int) (*store.Directory, error) {
	institution, _, err := console.Managed(by)
	if err != nil {
		return nil, err
	}
	d, err := q.DirectoryOnItsWay(institution)
	if err == nil && d.Version != version {
		err = store.ErrStale
	}
	return d, err
}

func (a Room) beginTrial(r *web.Request, version int) (*directoryWay, error) {
	d, err := web.Reading(r, func(q *store.Q) (*store.Directory, error) { return onItsWay(q, r.Actor, version) })
	if err != nil {
		return nil, err
	}
	if d.State == store.DirectorySent {
		return nil, web.Conflict(deal.NotAllowed, "事務局の確認を待っています。試すときは、先に取り下げてください。")
	}
	return a.begin(r, d, flow{Purpose: forTrial, Door: string(web.OfficeDoor.Audience), User: r.ID(), Session: r.Session}, r.User.LoginID)
}

// tried records that the administrator signed in by the setting on its way, as he would once it is in force.
func (a Room) tried(r *web.Request, d *store.Directory, f *flow) (*directoryReturned, error) {
	return &directoryReturned{f.Purpose, "/office/directory"}, r.Write(func(tx *store.Tx) error {
		u, err := a.running(r, tx, f)
		if err != nil {
			return err
		}
		now, err := settingOf(&tx.Q, f)
		if err != nil || u.ClientID != d.InstitutionID || u.Role != int(deal.RoleFAD) {
			return cmpErr(err, errOver)
		}
		now.State, now.Tried, now.TriedBy = store.DirectoryTried, tx.Now(), u.ID
		if err := tx.PutDirectory(now, u.ID); err != nil {
			return err
		}
		return tx.AddAudit(line(r.Actor, d, "directory_tried", "ok", ""))
	})
}

func (a Room) send(tx *store.Tx, by web.Actor, d *store.Directory) error {
	switch d.State {
	case store.DirectorySent:
		return nil // a second click
	case store.DirectoryTried:
	default:
		return web.Conflict(deal.NotAllowed, "先に「試しにログイン」を行ってください。この設定でログインできることを確かめてから、事務局の確認に出せます。")
	}
	if err := mayCount(&tx.Q, d); err != nil {
		return err
	}
	d.State, d.Sent, d.SentBy, d.Reason = store.DirectorySent, tx.Now(), by.ID(), ""
	if err := tx.PutDirectory(d, by.ID()); err != nil {
		return err
	}
	if err := a.MailOffice(tx, mail.DirectoryAsked, d.ID, mail.Data{}); err != nil {
		return err
	}
	return tx.AddAudit(line(by, d, "directory_sent", "ok", ""))
}

// mayCount says why a setting may not be in force: what was right when it was written may not be any more.
func mayCount(q *store.Q, d *store.Directory) error {
	taken, err := q.TakenDomain(d.InstitutionID, d.Domains)
	if err != nil {
		return err
	}
	if taken != "" {
		return web.Conflict(deal.NotAllowed, "「"+taken+"」は、ほかの金融機関が使っています。事務局へ確認してください。")
	}
	if !d.ForbidsPasswords {
		return nil
	}
	u, err := q.User(d.EmergencyUserID)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	if err != nil || !mayBeEmergency(u, d.InstitutionID) {
		return web.Conflict(deal.NotAllowed, "緊急用に選んだ人が、いま利用中でないか、パスワードがありません。設定で、別の人を選んでください。")
	}
	return nil
}

func withdraw(tx *store.Tx, by web.Actor, d *store.Directory) error {
	if d.State != store.DirectorySent {
		return web.Conflict(deal.NotAllowed, "確認待ちではありません。最新の内容を確認してください。")
	}
	d.State, d.Sent, d.SentBy = store.DirectoryTried, zeroTime, ""
	if err := tx.PutDirectory(d, by.ID()); err != nil {
		return err
	}
	return tx.AddAudit(line(by, d, "directory_withdrawn", "ok", ""))
}

func discard(tx *store.Tx, by web.Actor, d *store.Directory) error {
	if d.State == store.DirectorySent {
		return web.Conflict(deal.NotAllowed, "事務局の確認を待っています。やめるときは、先に取り下げてください。")
	}
	d.State, d.Ended, d.ClientSecret = store.DirectoryEnded, tx.Now(), []byte{}
	if err := tx.PutDirectory(d, by.ID()); err != nil {
		return err
	}
	return tx.AddAudit(line(by, d, "directory_discarded", "ok", ""))
}
