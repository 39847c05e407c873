package office

import (
	"strconv"

	"tsunagu/app/console"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// officePeriods are the network's periods and limits (domain.md 3, 4, 6, 7).
type officePeriods struct {
	Version    int            `json:"version" doc:"画面が見ている版。0は標準"`
	PeriodList []officePeriod `json:"periodList"`
}

type officePeriod struct {
	Key      string               `json:"key"`
	Group    string               `json:"group"`
	Label    string               `json:"label"`
	Unit     string               `json:"unit"`
	Value    int                  `json:"value"`
	Standard int                  `json:"standard"`
	Min      int                  `json:"min"`
	Max      int                  `json:"max"`
	Choices  []console.OfficeCode `json:"choices" doc:"選べる値。空のときは min から max までの整数"`
	Help     string               `json:"help"`
}

// officePeriodsInput are new values of all periods; they apply to what begins from now on.
type officePeriodsInput struct {
	Version    int                 `json:"version"`
	PeriodList []officePeriodValue `json:"periodList" maxItems:"100"`
}

type officePeriodValue struct {
	Key   string `json:"key" maxLength:"50"`
	Value int    `json:"value"`
}

func (a Room) officePeriodCalls() {
	web.Add(a.Platform, web.OfficeCall("GET", "GetPeriods", web.ADM, "ネットワーク", "期間と帯の設定"),
		func(r *web.Request, _ *struct{}) (*officePeriods, error) {
			return web.Reading(r, func(q *store.Q) (*officePeriods, error) { return officePeriodsOf(q) })
		})
	type periods struct{ Body officePeriodsInput }
	web.Add(a.Platform, web.OfficeCall("PUT", "UpdatePeriods", web.ADM, "ネットワーク", "期間と帯の新しい版。始まっているものは、始まったときの版のまま"),
		func(r *web.Request, in *periods) (web.Nothing, error) {
			return web.Nothing{}, r.Write(func(tx *store.Tx) error { return a.savePeriods(tx, r.Actor, &in.Body) })
		})
}

func officePeriodsOf(q *store.Q) (*officePeriods, error) {
	out := &officePeriods{PeriodList: []officePeriod{}}
	periods, err := web.PeriodsOf(q)
	if err != nil {
		return nil, err
	}
	terms := periods.At(q.Now())
	out.Version = len(periods)
	for _, r := range deal.TermRules() {
		row := officePeriod{r.Key, r.Group, r.Label, r.Unit, terms.Value(r), r.Recommended(), r.Min, r.Max, []console.OfficeCode{}, r.Help}
		for _, c := range r.Choices {
			row.Choices = append(row.Choices, console.Code(strconv.Itoa(c), r.ChoiceLabel(c)))
		}
		out.PeriodList = append(out.PeriodList, row)
	}
	return out, nil
}

func (a Room) savePeriods(tx *store.Tx, by web.Actor, in *officePeriodsInput) error {
	values := map[string]int{}
	for _, p := range in.PeriodList {
		values[p.Key] = p.Value
	}
	var c web.Check
	wrong := deal.CheckTerms(values)
	rules := deal.TermRules()
	for _, r := range rules {
		if text := wrong[r.Key]; text != "" {
			c.Fail(r.Key, text)
		}
	}
	c.Ok(len(values) == len(rules) && len(in.PeriodList) == len(rules), "periodList", "項目が正しくありません。画面を開き直してください。")
	if err := c.Err(); err != nil {
		return err
	}
	was, err := web.TermsOf(&tx.Q)
	if err != nil {
		return err
	}
	if err := tx.AddPeriods(in.Version, values, by.ID()); err != nil {
		return err
	}
	changes := settingChanges{kind: store.ChangePeriods}
	for _, r := range rules {
		changes.add(r.Key, strconv.Itoa(was.Value(r)), strconv.Itoa(values[r.Key]))
	}
	if err := changes.keep(tx, by, "periods_updated"); err != nil || len(changes.items) == 0 {
		return err
	}
	return a.tellOffice(tx, mail.RulesChanged, "/office/periods")
}
