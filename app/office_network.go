package app

import (
	"errors"
	"strconv"

	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/store"
)

// officeMailServer is how mail leaves this network.
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

// testMail is where a test mail went.
type testMail struct {
	To         string `json:"to"`
	IsMailSent bool   `json:"isMailSent" doc:"メールサーバーが設定されている。ないときは送信箱で待つ"`
}

func (a *App) officeNetworkCalls() {
	type logo struct{ Body officeLogo }
	save := officeCall("POST", "SaveLogo", adm, "ネットワーク", "ロゴの登録・削除")
	save.maxBody = logoBodyMax
	add(a.Platform, save, func(r *request, in *logo) (nothing, error) {
		return nothing{}, r.write(func(tx *store.Tx) error { return a.saveLogo(tx, r.actor, &in.Body) })
	})
	add(a.Platform, officeCall("GET", "GetMailServer", adm, "ネットワーク", "メールの送信の状態"),
		func(_ *request, _ *struct{}) (*officeMailServer, error) {
			return &officeMailServer{a.sendsMail(), a.MailFrom}, nil
		})
	add(a.Platform, officeCall("POST", "SendTestMail", adm, "自分", "自分あてのテストメール"),
		func(r *request, _ *struct{ Body struct{} }) (*testMail, error) {
			return writing(r, func(tx *store.Tx) (out *testMail, err error) {
				address, err := mail.ParseAddress(r.user.LoginID)
				if err != nil {
					return nil, conflict("no_address", "あなたのログインIDはメールアドレスではないため、テストメールを送れません。")
				}
				out = &testMail{address, a.sendsMail()}
				if err := a.mailUser(tx, mail.TestMail, r.user, r.id(), mail.Data{Link: a.BaseURL + "/office/mail"}); err != nil {
					return nil, err
				}
				return out, tx.AddAudit(r.line("test_mail", "network", "network", "ok", ""))
			})
		})
	add(a.Platform, officeCall("GET", "GetScoreWeights", adm, "ネットワーク", "マッチ度の重み"),
		func(r *request, _ *struct{}) (*officeScoreWeights, error) {
			return reading(r, func(q *store.Q) (out *officeScoreWeights, err error) {
				w, err := weightsOf(q)
				out = &officeScoreWeights{max(1, w.Version), []officeScoreWeight{}}
				for _, i := range w.Items() {
					out.WeightList = append(out.WeightList, officeScoreWeight{i.Key, i.Label, i.Max})
				}
				return out, err
			})
		})
	type weights struct{ Body officeScoreWeights }
	add(a.Platform, officeCall("PUT", "UpdateScoreWeights", adm, "ネットワーク", "マッチ度の重みの新しい版"),
		func(r *request, in *weights) (nothing, error) {
			return nothing{}, r.write(func(tx *store.Tx) error { return a.saveWeights(tx, r.actor, &in.Body) })
		})
}

// weightsOf are the weights by which every score counts now.
func weightsOf(q *store.Q) (deal.Weights, error) {
	var w deal.Weights
	rows, err := q.ScoreWeights()
	for _, r := range rows {
		if w.Points == nil {
			w = deal.Weights{Version: r.Version, Points: map[string]int{}}
		}
		w.Points[r.Item] = r.Weight
	}
	return w, err
}

func (a *App) saveWeights(tx *store.Tx, by actor, in *officeScoreWeights) error {
	points := map[string]int{}
	for _, w := range in.WeightList {
		points[w.Item] = w.Weight
	}
	if refusal := deal.CheckWeights(points); refusal != nil {
		return refusal
	}
	was, err := weightsOf(&tx.Q)
	if err != nil {
		return err
	}
	if err := tx.AddScoreWeights(in.Version, points, by.id()); err != nil {
		return err
	}
	changes := settingChanges{kind: store.ChangeWeights}
	for _, i := range was.Items() {
		changes.add(i.Key, strconv.Itoa(i.Max), strconv.Itoa(points[i.Key]))
	}
	return changes.keep(tx, by, "score_weights_updated")
}

// mailStyle is what the settings put around mails from now on.
func mailStyle(q *store.Q) (mail.Style, error) {
	s, err := q.Settings()
	if err != nil {
		return mail.Style{}, err
	}
	style := mail.Style{FromName: s.MailFromName, ReplyTo: s.MailReplyTo}
	if style.FromName == "" {
		style.FromName = s.NetworkName
	}
	style.Logo, _, err = q.Logo()
	if errors.Is(err, store.ErrNotFound) {
		err = nil
	}
	return style, err
}
