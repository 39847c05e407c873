package office

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"tsunagu/app/console"
	"tsunagu/app/deal"
	"tsunagu/app/score"
	"tsunagu/app/web"
	"tsunagu/store"
)

// officeSettingChange is one change of a setting's value.
type officeSettingChange struct {
	At       string `json:"at" doc:"UTC"`
	UserName string `json:"userName"`
	Label    string `json:"label"`
	Was      string `json:"was"`
	Becomes  string `json:"becomes"`
}

type officeSettingChanges struct {
	ChangeList []officeSettingChange `json:"changeList" doc:"新しい順"`
	AllCount   int                   `json:"allCount"`
}

type officeSettingChangesQuery struct {
	Kind string `query:"kind" enum:"network,logo,periods,weights," doc:"空はすべて"`
	web.OfficePaging
}

func (a Room) officeSettingHistoryCalls() {
	web.Add(a.Platform, web.OfficeCall("GET", "GetSettingChangeList", web.ADM, "ネットワーク", "設定の変更の記録。だれが、いつ、何を、どう変えたか"),
		func(r *web.Request, in *officeSettingChangesQuery) (*officeSettingChanges, error) {
			return web.Reading(r, func(q *store.Q) (out *officeSettingChanges, err error) {
				changes, n, err := q.SettingChanges(in.Kind, in.Page())
				if err != nil {
					return nil, err
				}
				out = &officeSettingChanges{ChangeList: []officeSettingChange{}, AllCount: n}
				for _, c := range changes {
					u, err := q.User(c.Creator)
					if errors.Is(err, store.ErrNotFound) {
						u, err = &store.User{}, nil
					}
					if err != nil {
						return nil, err
					}
					out.ChangeList = append(out.ChangeList, officeSettingChange{web.ServerTime(c.Created), u.UserName, settingLabel(c.Kind, c.Item),
						settingWord(c.Kind, c.Item, c.Was), settingWord(c.Kind, c.Item, c.Becomes)})
				}
				return out, nil
			})
		})
}

// settingChanges collects what one call changes in the network's settings.
type settingChanges struct {
	kind  string
	items [][3]string // item, old value, new value
}

func (s *settingChanges) add(item, was, becomes string) {
	if was != becomes {
		s.items = append(s.items, [3]string{item, was, becomes})
	}
}

// has says that one of these items changes.
func (s *settingChanges) has(items ...string) bool {
	return slices.ContainsFunc(s.items, func(x [3]string) bool { return slices.Contains(items, x[0]) })
}

// keep writes one line per change into the settings' history, and one audit line for all.
func (s *settingChanges) keep(tx *store.Tx, by web.Actor, event string) error {
	said := []string{}
	for _, x := range s.items {
		if err := tx.AddSettingChange(s.kind, x[0], x[1], x[2], by.ID()); err != nil {
			return err
		}
		said = append(said, settingLabel(s.kind, x[0])+"："+settingWord(s.kind, x[0], x[1])+" → "+settingWord(s.kind, x[0], x[2]))
	}
	return tx.AddAudit(by.Line(event, "network", "network", "ok", strings.Join(said, "、")))
}

// settingLabels are the names of the settings of UpdateSettings, in the order of the screen.
var settingLabels = console.Codes([][2]string{
	{store.SettingNetworkName, "ネットワークの名前"}, {store.SettingOfficeMail, "事務局のメールアドレス"}, {store.SettingOfficePhone, "事務局の電話番号"},
	{store.SettingAccountRequest, "金融機関の利用申請"}, {store.SettingSecondStep, "金融機関の利用者の2段階認証"}, {store.SettingColour, "ネットワークの色"},
	{store.SettingMailFromName, "メールの差出人の名前"}, {store.SettingMailReplyTo, "メールの返信先"},
	{settingMailServer, "メールサーバー"}, {settingMailPassword, "メールサーバーのパスワード"},
})

// settingLabel is the name of a changed setting.
func settingLabel(kind, item string) string {
	switch kind {
	case store.ChangeLogo:
		return "ロゴ"
	case store.ChangePeriods:
		if r, ok := termRule(item); ok {
			return r.Label
		}
	case store.ChangeWeights:
		for _, i := range (score.Weights{}).Items() {
			if i.Key == item {
				return "一致度の重み（" + i.Label + "）"
			}
		}
	}
	return console.LabelOf(settingLabels, item)
}

// settingWord is a stored value in the words of the screen that changes it.
func settingWord(kind, item, value string) string {
	number, err := strconv.Atoi(value)
	switch {
	case kind == store.ChangePeriods && err == nil:
		if r, ok := termRule(item); ok {
			return r.ChoiceLabel(number)
		}
	case kind == store.ChangeWeights:
		return value + "点"
	case kind == store.ChangeLogo && value != "":
		return "登録（" + value + "）"
	case value == "" && item == store.SettingSecondStep:
		return deal.SecondStepOptional.Label()
	case value == "":
		return "なし"
	case item == store.SettingAccountRequest && value == "1":
		return "受け付ける"
	case item == store.SettingAccountRequest:
		return "受け付けない"
	case item == store.SettingSecondStep && err == nil:
		return deal.SecondStepRule(number).Label()
	}
	return value
}

func termRule(key string) (deal.TermRule, bool) {
	for _, r := range deal.TermRules() {
		if r.Key == key {
			return r, true
		}
	}
	return deal.TermRule{}, false
}
