package office

import (
	"strconv"

	"tsunagu/app/mail"
	"tsunagu/app/match"
	"tsunagu/app/score"
	"tsunagu/app/web"
	"tsunagu/store"
)

// officeMailServer is the SMTP server by which this network sends mail.
type officeMailServer struct {
	IsMailSent bool   `json:"isMailSent" doc:"メールサーバーが設定されている"`
	MailFrom   string `json:"mailFrom" doc:"差出人のアドレス。起動時に指定したもの"`
}

// officeScoreWeights are the match score's weights (domain.md 8).
type officeScoreWeights struct {
	Version    int                 `json:"version" doc:"画面が見ている版。1は標準"`
	WeightList []officeScoreWeight `json:"weightList"`
}

type officeScoreWeight struct {
	Item   string `json:"item"`
	Label  string `json:"label,omitempty"`
	Weight int    `json:"weight" minimum:"0" maximum:"100"`
}

// testMail is the address to which a test mail was sent.
type testMail struct {
	To         string `json:"to"`
	IsMailSent bool   `json:"isMailSent" doc:"メールサーバーが設定されている。ないときは送信箱で待つ"`
}

func (a Room) officeNetworkCalls() {
	type logo struct{ Body officeLogo }
	save := web.OfficeCall("POST", "SaveLogo", web.ADM, "ネットワーク", "ロゴの登録・削除")
	save.MaxBody = logoBodyMax
	web.Add(a.Platform, save, func(r *web.Request, in *logo) (web.Nothing, error) {
		return web.Nothing{}, r.Write(func(tx *store.Tx) error { return saveLogo(tx, r.Actor, &in.Body) })
	})
	web.Add(a.Platform, web.OfficeCall("GET", "GetMailServer", web.ADM, "ネットワーク", "メールの送信の状態"),
		func(_ *web.Request, _ *struct{}) (*officeMailServer, error) {
			return &officeMailServer{a.sendsMail(), a.MailFrom}, nil
		})
	web.Add(a.Platform, web.OfficeCall("POST", "SendTestMail", web.ADM, "自分", "自分あてのテストメール"),
		func(r *web.Request, _ *struct{ Body struct{} }) (*testMail, error) {
			return web.Writing(r, func(tx *store.Tx) (out *testMail, err error) {
				address, err := mail.ParseAddress(r.User.LoginID)
				if err != nil {
					return nil, web.Conflict("no_address", "あなたのログインIDはメールアドレスではないため、テストメールを送れません。")
				}
				out = &testMail{address, a.sendsMail()}
				if err := a.MailUser(tx, mail.TestMail, r.User, r.ID(), mail.Data{Link: a.BaseURL + "/office/mail"}); err != nil {
					return nil, err
				}
				return out, tx.AddAudit(r.Line("test_mail", "network", "network", "ok", ""))
			})
		})
	web.Add(a.Platform, web.OfficeCall("GET", "GetScoreWeights", web.ADM, "ネットワーク", "マッチ度の重み"),
		func(r *web.Request, _ *struct{}) (*officeScoreWeights, error) {
			return web.Reading(r, func(q *store.Q) (out *officeScoreWeights, err error) {
				w, err := match.WeightsOf(q)
				out = &officeScoreWeights{max(1, w.Version), []officeScoreWeight{}}
				for _, i := range w.Items() {
					out.WeightList = append(out.WeightList, officeScoreWeight{i.Key, i.Label, i.Max})
				}
				return out, err
			})
		})
	type weights struct{ Body officeScoreWeights }
	web.Add(a.Platform, web.OfficeCall("PUT", "UpdateScoreWeights", web.ADM, "ネットワーク", "マッチ度の重みの新しい版"),
		func(r *web.Request, in *weights) (web.Nothing, error) {
			return web.Nothing{}, r.Write(func(tx *store.Tx) error { return saveWeights(tx, r.Actor, &in.Body) })
		})
}

func saveWeights(tx *store.Tx, by web.Actor, in *officeScoreWeights) error {
	points := map[string]int{}
	for _, w := range in.WeightList {
		points[w.Item] = w.Weight
	}
	if refusal := score.CheckWeights(points); refusal != nil {
		return refusal
	}
	was, err := match.WeightsOf(&tx.Q)
	if err != nil {
		return err
	}
	if err := tx.AddScoreWeights(in.Version, points, by.ID()); err != nil {
		return err
	}
	changes := settingChanges{kind: store.ChangeWeights}
	for _, i := range was.Items() {
		changes.add(i.Key, strconv.Itoa(i.Max), strconv.Itoa(points[i.Key]))
	}
	return changes.keep(tx, by, "score_weights_updated")
}
