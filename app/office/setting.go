package office

import (
	"strconv"
	"strings"

	"tsunagu/app/console"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// officeSettings are the network's settings (domain.md 6, 9).
type officeSettings struct {
	NetworkName             string `json:"networkName" limit:"40"`
	OfficeMail              string `json:"officeMail" doc:"事務局への通知の宛先"`
	OfficePhone             string `json:"officePhone"`
	IsAccountRequestEnabled bool   `json:"isAccountRequestEnabled" doc:"利用申請を受け付ける"`
	SecondStep              int    `json:"secondStep" enum:"0,1,2" doc:"金融機関の利用者の2段階認証。0 使わない、1 任意、2 必須"`
	Colour                  string `json:"colour" doc:"ネットワークの色 #rrggbb。白い地の文字として4.5:1以上で読めるもの。空は標準"`
	MailFromName            string `json:"mailFromName" limit:"40" doc:"メールの差出人の名前。空はネットワークの名前"`
	MailReplyTo             string `json:"mailReplyTo" doc:"メールの返信先。空は返信を受けない"`
	Version                 int64  `json:"version"`
}

// officeText is the current version of one of the network's own texts.
type officeText struct {
	Kind     string              `json:"kind" enum:"terms,privacy,company,nda"`
	Label    string              `json:"label"`
	Title    string              `json:"title"`
	Body     string              `json:"body"`
	HTML     string              `json:"html" doc:"画面に出す安全な HTML"`
	Version  int                 `json:"version"`
	Created  string              `json:"created" doc:"この版の公開日時（UTC）"`
	Versions []officeTextVersion `json:"versions" doc:"新しい順"`
}

type officeTextVersion struct {
	Version int    `json:"version"`
	Title   string `json:"title"`
	Created string `json:"created" doc:"UTC"`
}

type officeTexts struct {
	TextList []officeText `json:"textList"`
}

// officeTextInput publishes the next version of a text; consents stay with the version to which
// they were given.
type officeTextInput struct {
	Kind    string `json:"kind" enum:"terms,privacy,company,nda"`
	Version int    `json:"version" doc:"画面が見ている版"`
	Title   string `json:"title" limit:"80"`
	Body    string `json:"body" limit:"publishedText"`
}

// officeTextOld is an earlier version, as it was published.
type officeTextOld struct {
	Version int    `json:"version"`
	Title   string `json:"title"`
	HTML    string `json:"html" doc:"画面に出す安全な HTML"`
	Hash    string `json:"hash" doc:"同意の記録にある照合用の値"`
	Created string `json:"created" doc:"この版の公開日時（UTC）"`
}

// officePreview is a text rendered as its readers will see it; nothing is stored.
type officePreview struct {
	HTML string `json:"html"`
}

// textKinds are the network's texts in the order of the console.
var textKinds = console.Codes([][2]string{{"terms", "利用規約"}, {"privacy", "プライバシーポリシー"}, {"nda", "秘密保持契約"}, {"company", "運営会社"}})

func (a Room) officeSettingCalls() {
	web.Add(a.Platform, web.OfficeCall("GET", "GetSettings", web.ADM, "ネットワーク", "ネットワークの設定"),
		func(r *web.Request, _ *struct{}) (*officeSettings, error) {
			return web.Reading(r, func(q *store.Q) (out *officeSettings, err error) {
				s, err := q.Settings()
				if err != nil {
					return nil, err
				}
				rule, err := web.BankStepRule(q)
				out = &officeSettings{s.NetworkName, s.OfficeMail, s.OfficePhone, s.IsAccountRequestEnabled, int(rule), s.Colour, s.MailFromName,
					s.MailReplyTo, s.Version}
				return out, err
			})
		})
	type settings struct{ Body officeSettings }
	web.Add(a.Platform, web.OfficeCall("PUT", "UpdateSettings", web.ADM, "ネットワーク", "ネットワークの設定の変更"),
		func(r *web.Request, in *settings) (web.Nothing, error) {
			return web.Nothing{}, r.Write(func(tx *store.Tx) error { return a.saveSettings(tx, r.Actor, &in.Body) })
		})
	web.Add(a.Platform, web.OfficeCall("GET", "GetTextList", web.ADM, "公開の文章", "利用規約などの文章"),
		func(r *web.Request, _ *struct{}) (*officeTexts, error) {
			return web.Reading(r, func(q *store.Q) (*officeTexts, error) { return officeTextsOf(q) })
		})
	web.Add(a.Platform, web.OfficeCall("GET", "GetTextVersion", web.ADM, "公開の文章", "利用規約などの文章の、ある版"),
		func(r *web.Request, in *struct {
			Kind    string `query:"kind" enum:"terms,privacy,company,nda" required:"true"`
			Version int    `query:"version" minimum:"1" required:"true"`
		}) (*officeTextOld, error) {
			return web.Reading(r, func(q *store.Q) (out *officeTextOld, err error) {
				t, err := q.TextVersion(in.Kind, in.Version)
				if err == nil {
					out = &officeTextOld{t.Version, t.Title, web.ProseHTML(t.Body), t.Hash, web.ServerTime(t.Created)}
				}
				return out, err
			})
		})
	preview := web.OfficeCall("POST", "PreviewText", web.ADM, "なし", "文章の表示の確認")
	preview.MaxBody = 512 << 10
	web.Add(a.Platform, preview, func(_ *web.Request, in *struct {
		Body struct {
			Body string `json:"body" limit:"publishedText"`
		}
	}) (*officePreview, error) {
		var c web.Check
		c.Prose(&in.Body, "body", "本文", &in.Body.Body, false)
		if err := c.Err(); err != nil {
			return nil, err
		}
		return &officePreview{web.ProseHTML(in.Body.Body)}, nil
	})
	type text struct{ Body officeTextInput }
	publish := web.OfficeCall("POST", "PublishText", web.ADM, "公開の文章", "文章の新しい版の公開")
	publish.MaxBody = 512 << 10
	web.Add(a.Platform, publish, func(r *web.Request, in *text) (web.Nothing, error) {
		return web.Nothing{}, r.Write(func(tx *store.Tx) error { return publishText(tx, r.Actor, &in.Body) })
	})
}

func (a Room) saveSettings(tx *store.Tx, by web.Actor, in *officeSettings) error {
	var c web.Check
	c.Text(in, "networkName", "ネットワークの名前", &in.NetworkName, true)
	c.Mail("officeMail", "事務局のメールアドレス", &in.OfficeMail, true)
	c.Phone("officePhone", "事務局の電話番号", &in.OfficePhone, false)
	in.Colour = strings.ToLower(strings.TrimSpace(in.Colour))
	switch {
	case in.Colour == "":
	case !colourPattern.MatchString(in.Colour):
		c.Fail("colour", "ネットワークの色は #17457d の形で入力してください。")
	case !isLegible(in.Colour):
		c.Fail("colour", "この色では、白い地の文字が読みにくくなります（コントラスト比4.5:1未満）。もっと濃い色を選んでください。")
	}
	c.Text(in, "mailFromName", "メールの差出人の名前", &in.MailFromName, false)
	c.Mail("mailReplyTo", "メールの返信先", &in.MailReplyTo, false)
	if err := c.Err(); err != nil {
		return err
	}
	s := &store.Settings{NetworkName: in.NetworkName, OfficeMail: in.OfficeMail, OfficePhone: in.OfficePhone,
		IsAccountRequestEnabled: in.IsAccountRequestEnabled, SecondStep: strconv.Itoa(in.SecondStep),
		Colour: in.Colour, MailFromName: in.MailFromName, MailReplyTo: in.MailReplyTo, Version: in.Version}
	was, err := tx.Settings()
	if err != nil {
		return err
	}
	rule, err := web.BankStepRule(&tx.Q)
	if err != nil {
		return err
	}
	if err := tx.PutSettings(s, by.ID()); err != nil {
		return err
	}
	changes, old, now := settingChanges{kind: store.ChangeNetwork}, was.Values(), s.Values()
	old[store.SettingSecondStep] = strconv.Itoa(int(rule)) // chosen for the first time as it is, it does not change
	for _, l := range settingLabels {
		changes.add(l.Code, old[l.Code], now[l.Code])
	}
	if err := changes.keep(tx, by, "settings_updated"); err != nil || !changes.has(store.SettingSecondStep, store.SettingOfficeMail) {
		return err
	}
	return a.tellOffice(tx, mail.RulesChanged, settingsPath)
}

func officeTextsOf(q *store.Q) (*officeTexts, error) {
	out := &officeTexts{TextList: []officeText{}}
	for _, k := range textKinds {
		t, err := q.NetworkText(k.Code)
		if err != nil {
			return nil, err
		}
		versions, err := q.TextVersions(k.Code)
		if err != nil {
			return nil, err
		}
		row := officeText{t.Kind, k.Label, t.Title, t.Body, web.ProseHTML(t.Body), t.Version, web.ServerTime(t.Created), []officeTextVersion{}}
		for _, v := range versions {
			row.Versions = append(row.Versions, officeTextVersion{v.Version, v.Title, web.ServerTime(v.Created)})
		}
		out.TextList = append(out.TextList, row)
	}
	return out, nil
}

func publishText(tx *store.Tx, by web.Actor, in *officeTextInput) error {
	var c web.Check
	c.Text(in, "title", "題名", &in.Title, true)
	c.Prose(in, "body", "本文", &in.Body, true)
	if err := c.Err(); err != nil {
		return err
	}
	now, err := tx.NetworkText(in.Kind)
	if err != nil {
		return err
	}
	switch {
	case now.Version != in.Version:
		return store.ErrStale
	case now.Title == in.Title && now.Body == in.Body:
		return web.Conflict("unchanged", "公開中の版から変更がありません。本文を直してから公開してください。")
	}
	t := &store.NetworkText{Kind: in.Kind, Title: in.Title, Body: in.Body, Hash: web.TextHash(in.Title, in.Body)}
	if err := tx.AddNetworkText(t, by.ID()); err != nil {
		return err
	}
	return tx.AddAudit(by.Line("text_published", "text", in.Kind, "ok", t.Hash))
}
