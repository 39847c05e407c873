package firststeps

import (
	"fmt"
	"slices"
	"strings"

	"tsunagu/app/deal"
	"tsunagu/app/upkeep"
	"tsunagu/app/web"
	"tsunagu/store"
)

// firstStep is one of the things to do in a new network, as its office reads it.
type firstStep struct {
	Step       string `json:"step"`
	Title      string `json:"title"`
	Detail     string `json:"detail" doc:"なぜ、または、いまどこまで"`
	Link       string `json:"link" doc:"それをする画面"`
	LinkLabel  string `json:"linkLabel"`
	IsDone     bool   `json:"isDone"`
	CanDismiss bool   `json:"canDismiss" doc:"理由を書いて、しないことにできる"`
	Reason     string `json:"reason" doc:"しないことにした理由。空は、していない"`
	ReasonBy   string `json:"reasonBy" doc:"しないことにした利用者"`
	ReasonAt   string `json:"reasonAt" doc:"しないことにした時刻（UTC）"`
}

// firstSteps are all of them, as long as one is left.
type firstSteps struct {
	StepList []firstStep `json:"stepList" doc:"空は、すべて済んだ"`
}

// stepDecision does without a step, or takes that back.
type stepDecision struct {
	Step        string `json:"step"`
	IsDismissed bool   `json:"isDismissed" doc:"false は、しないことにしたのを取り消す"`
	Reason      string `json:"reason,omitempty" limit:"200" doc:"しない理由。isDismissed のとき必須"`
}

func (a Room) Calls() {
	web.Add(a.Platform, web.OfficeCall("GET", "GetFirstSteps", web.ADM, "ネットワーク", "はじめにすること。すべて済むと空"),
		func(r *web.Request, _ *struct{}) (*firstSteps, error) {
			return web.Reading(r, func(q *store.Q) (*firstSteps, error) { return a.read(q) })
		})
	web.Add(a.Platform, web.OfficeCall("POST", "DecideFirstStep", web.ADM, "ネットワーク", "はじめにすることの一つを、理由を書いてしないことにする。またはその取消し"),
		func(r *web.Request, in *struct{ Body stepDecision }) (web.Nothing, error) {
			return web.Nothing{}, r.Write(func(tx *store.Tx) error { return a.decide(tx, r.Actor, &in.Body) })
		})
}

// step is a first step with what says from the data how far it is.
type step struct {
	firstStep
	look func(Room, *store.Q, *firstStep) error
}

// steps are in the order in which an office does them.
var steps = []step{
	{firstStep{Step: "second", Title: "事務局の二人目を登録する", Link: "/office/users", LinkLabel: "利用者を登録する", CanDismiss: true,
		Detail: "緊急閲覧や大切な設定の変更は、二人目の確認で行います。一人だけだと、その方が休んだとき、だれも代われません。"}, Room.second},
	{firstStep{Step: "approver", Title: "二人目を承認者にする", Link: "/office/users?approver=0", LinkLabel: "確認を待つ利用者を見る", CanDismiss: true,
		Detail: "緊急閲覧、合併、メールサーバーの変更などは、申し出た方とは別の承認者が確認します。登録されただけの方は、まだ確認できません。"}, Room.approver},
	{firstStep{Step: "mail", Title: "メールを送れるようにする", Link: "/office/settings", LinkLabel: "メールサーバーを設定する", CanDismiss: true,
		Detail: "案内も、承認の依頼も、お知らせも、設定するまで出ません。メールを使わないときは、招待状（印刷する案内）で進められます。"}, Room.mail},
	{firstStep{Step: "texts", Title: "利用規約などの文章を確かめる", Link: "/office/texts", LinkLabel: "文章を見る", CanDismiss: true,
		Detail: "ひな型が公開されています。運営する法人の名前や連絡先に直して、公開してください。"}, Room.texts},
	{firstStep{Step: "backup", Title: "バックアップを確かめる", Link: "/office/backup", LinkLabel: "バックアップを見る", CanDismiss: true,
		Detail: "公開鍵を登録すると、暗号化したバックアップをダウンロードして、別の場所に置けます。"}, Room.backup},
	{firstStep{Step: "institution", Title: "最初の金融機関を迎える", Link: "/office/requests", LinkLabel: "利用申請を見る",
		Detail: "金融機関が「参加のご案内」（/join）から申請し、事務局が承認します。"}, Room.institution},
}

// read answers the steps while one of them is left, and none afterwards.
func (a Room) read(q *store.Q) (*firstSteps, error) {
	dismissed, err := q.FirstSteps()
	if err != nil {
		return nil, err
	}
	out, left := &firstSteps{StepList: []firstStep{}}, false
	for _, s := range steps {
		row := s.firstStep
		if err := s.look(a, q, &row); err != nil {
			return nil, err
		}
		if i := slices.IndexFunc(dismissed, func(f store.FirstStep) bool { return f.Step == row.Step }); i >= 0 && !row.IsDone {
			d := dismissed[i]
			row.Reason, row.ReasonAt = d.Reason, web.ServerTime(d.Dismissed)
			u, err := q.User(d.DismissedBy)
			if err != nil {
				return nil, err
			}
			row.ReasonBy = u.UserName
		}
		left = left || !row.IsDone && row.Reason == ""
		out.StepList = append(out.StepList, row)
	}
	if !left {
		out.StepList = out.StepList[:0]
	}
	return out, nil
}

// decide does without a step that is open, or takes that back. Two at once are two different answers to
// one question, so the later is told that the first was there.
func (a Room) decide(tx *store.Tx, by web.Actor, in *stepDecision) error {
	var c web.Check
	i := slices.IndexFunc(steps, func(s step) bool { return s.Step == in.Step && s.CanDismiss })
	c.Ok(i >= 0, "step", "この項目は、しないことにできません。")
	c.Text(in, "reason", "理由", &in.Reason, in.IsDismissed)
	if err := c.Err(); err != nil {
		return err
	}
	row := steps[i].firstStep
	if err := steps[i].look(a, &tx.Q, &row); err != nil {
		return err
	}
	if row.IsDone {
		return web.Conflict(deal.NotAllowed, "この項目は、すでに済んでいます。画面を読み込み直してください。")
	}
	found, err := tx.FirstSteps()
	if err != nil {
		return err
	}
	if was := slices.ContainsFunc(found, func(f store.FirstStep) bool { return f.Step == in.Step }); was == in.IsDismissed {
		return web.ErrStale
	}
	if !in.IsDismissed {
		if err := tx.RestoreFirstStep(in.Step); err != nil {
			return err
		}
		return tx.AddAudit(by.Line("first_step_restored", "network", "network", "ok", row.Title))
	}
	if err := tx.DismissFirstStep(&store.FirstStep{Step: in.Step, Reason: in.Reason, DismissedBy: by.ID()}); err != nil {
		return err
	}
	return tx.AddAudit(by.Line("first_step_dismissed", "network", "network", "ok", row.Title+"："+in.Reason))
}

func (a Room) second(q *store.Q, row *firstStep) error {
	in, err := q.UsersOfRole(int(deal.RoleADM), int(deal.UserEnabled))
	if err != nil {
		return err
	}
	row.IsDone = len(in) > 1
	invited, err := q.UsersOfRole(int(deal.RoleADM), int(deal.UserUnapproved))
	if len(invited) > 0 && !row.IsDone {
		row.Detail = fmt.Sprintf("%sさんを登録してあります。最初のログインを待っています。", invited[0].UserName)
	}
	return err
}

// atTheMachine says how the office of two people gets an approver: nobody above it could confirm one of them.
const atTheMachine = "つなぐを止めて、つなぐの入っているパソコンで、コマンド tsunagu confirm-approver を、その方のログインIDを付けて実行してください（運用の手引きにあります）。"

// approver is done when somebody of the office may be the second pair of eyes on what somebody else of it did (web.SecondPair).
func (a Room) approver(q *store.Q, row *firstStep) error {
	in, err := q.UsersOfRole(int(deal.RoleADM), int(deal.UserEnabled))
	if err != nil {
		return err
	}
	var waits []string
	for i := range in {
		for k := range in {
			may, err := web.MayConfirm(q, web.Actor{User: &in[i], Role: web.RoleOf(&in[i])}, in[k].ID)
			if err != nil {
				return err
			}
			row.IsDone = row.IsDone || may
		}
		if !deal.ApproverState(in[i].Approver).MayApprove() {
			waits = append(waits, in[i].UserName+"さん")
		}
	}
	switch {
	case row.IsDone:
	case len(in) < 2:
		row.Detail += "二人目がログインできるようになってから行います。"
	case len(waits) > 0:
		row.Detail += strings.Join(waits, "、") + "は、まだ承認者ではありません。登録した方は確認できないため、" + atTheMachine
	default:
		row.Detail += "いまの承認者は、一方が他方を登録した方どうしのため、互いに確認できません。" + atTheMachine
	}
	return nil
}

func (a Room) mail(q *store.Q, row *firstStep) (err error) {
	if row.IsDone, err = a.HasMailServer(q); err != nil || a.Demo { // the demo shows its mails
		row.IsDone = row.IsDone || a.Demo
		return err
	}
	asked, err := web.MailServerOf(q, store.SettingMailServerAsked)
	if asked != nil && !row.IsDone {
		row.Detail = "設定の申し出があります。事務局の二人目が確認すると、送れるようになります。"
	}
	return err
}

// texts are done when the office has published each of its own: a text of the set-up has no author.
func (a Room) texts(q *store.Q, row *firstStep) error {
	var open []string
	for _, kind := range []string{"terms", "privacy", "nda", "company"} {
		t, err := q.NetworkText(kind)
		if err != nil {
			return err
		}
		if t.Creator == "" {
			open = append(open, t.Title)
		}
	}
	if row.IsDone = len(open) == 0; !row.IsDone {
		row.Detail += "ひな型のままの文章：" + strings.Join(open, "、")
	}
	return nil
}

func (a Room) backup(q *store.Q, row *firstStep) error {
	files, err := upkeep.Backups(a.BackupDir)
	if err != nil {
		return err
	}
	key, err := q.Setting(store.SettingBackupKey)
	row.IsDone = key != "" && slices.ContainsFunc(files, func(f upkeep.BackupFile) bool { return f.IsEncrypted })
	if key != "" && !row.IsDone {
		row.Detail = "公開鍵を登録しました。「今すぐバックアップ」で、暗号化した最初の一つを作ってください。"
	}
	return err
}

func (a Room) institution(q *store.Q, row *firstStep) error {
	names, err := q.InstitutionNames()
	row.IsDone = len(names) > 0
	return err
}
