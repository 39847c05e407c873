package yearreport

import (
	"errors"
	"fmt"
	"time"

	"tsunagu/app/web"
	"tsunagu/store"
)

const (
	firstYear  = 2020 // the earliest that can be asked for
	firstMonth = time.April
	remindDays = 60 // before the registration's end
)

func (a Room) Calls() {
	row := func(method, name, records, summary string) web.Call {
		c := web.OfficeCall(method, name, web.FAD, records, summary)
		c.Spec = "compliance 3"
		return c
	}
	const records = "自機関の案件、企業、始まった交渉、確認事項"
	web.Add(a.Platform, row("GET", "GetYearReport", records, "実績報告とベンチマークの件数"),
		func(r *web.Request, in *yearQuery) (*yearReport, error) {
			return web.Reading(r, func(q *store.Q) (*yearReport, error) {
				c, err := read(q, r.Actor, in)
				if err != nil {
					return nil, err
				}
				return &c.yearReport, nil
			})
		})
	web.AddFile(a.Platform, row("GET", "ExportYearReport", records, "実績報告（Excel）。記録のない数は入力欄"),
		func(r *web.Request, in *yearQuery) (*web.Download, error) {
			return a.export(r, in, "YEAR_REPORT", "実績報告", "year_report_exported", (*counting).writeReport)
		})
	web.AddFile(a.Platform, row("GET", "ExportBenchmark", records, "金融仲介機能のベンチマークの件数（Excel）"),
		func(r *web.Request, in *yearQuery) (*web.Download, error) {
			return a.export(r, in, "BENCHMARK", "金融仲介機能のベンチマーク", "benchmark_exported", (*counting).writeBenchmark)
		})
	web.Add(a.Platform, row("GET", "GetSupportRegistration", "自機関のM&A支援機関の登録", "M&A支援機関の登録と資格者数"),
		func(r *web.Request, _ *struct{}) (*supportRegistration, error) {
			return web.Reading(r, func(q *store.Q) (*supportRegistration, error) { return registrationOf(q, r.Actor.Institution()) })
		})
	web.Add(a.Platform, row("POST", "SaveSupportRegistration", "自機関のM&A支援機関の登録", "M&A支援機関の登録と資格者数の記録。前の版は残る"),
		func(r *web.Request, in *struct{ Body supportRegistrationInput }) (*supportRegistration, error) {
			return web.Writing(r, func(tx *store.Tx) (*supportRegistration, error) { return saveRegistration(tx, r.Actor, &in.Body) })
		})
}

// yearOf is the fiscal year of a moment in Japan.
func yearOf(at time.Time) int {
	day := at.In(store.JST)
	if day.Month() < firstMonth {
		return day.Year() - 1
	}
	return day.Year()
}

// period is the year that is asked for.
func (in *yearQuery) period(now time.Time) (year int, from, end time.Time, err error) {
	this := yearOf(now)
	if year = in.Year; year == 0 {
		year = this
	}
	var c web.Check
	c.Ok(year >= firstYear && year <= this, "year", fmt.Sprintf("年度を、%d年度から今年度（%d年度）までの間で選んでください。", firstYear, this))
	from = time.Date(year, firstMonth, 1, 0, 0, 0, 0, store.JST)
	return year, from, from.AddDate(1, 0, 0), c.Err()
}

func read(q *store.Q, by web.Actor, in *yearQuery) (*counting, error) {
	year, from, end, err := in.period(q.Now())
	if err != nil {
		return nil, err
	}
	i, err := q.Institution(by.Institution())
	if err != nil {
		return nil, err
	}
	c := &counting{from: from, end: end}
	c.FinancialName, c.Year, c.IsOver = i.Name, year, !q.Now().Before(end)
	r, err := registrationOf(q, i.ID)
	if err != nil {
		return nil, err
	}
	c.Registration = *r
	return c, c.count(q, by.Viewer)
}

func registrationOf(q *store.Q, institution string) (*supportRegistration, error) {
	r, err := q.SupportRegistration(institution)
	if errors.Is(err, store.ErrNotFound) {
		return &supportRegistration{State: "none"}, nil
	}
	if err != nil {
		return nil, err
	}
	out := &supportRegistration{Version: r.Version, Number: r.Number, ExpiresOn: r.ExpiresOn, Qualified: r.Qualified,
		Created: web.ServerTime(r.Created)}
	out.State, out.LeftDays = stateOf(r.ExpiresOn, q.Today())
	u, err := q.User(r.Creator)
	if errors.Is(err, store.ErrNotFound) {
		return out, nil
	}
	if err != nil {
		return nil, err
	}
	out.UserName = u.UserName
	return out, nil
}

// stateOf says where a registration stands on a day, and how many days are left of one that ends soon.
func stateOf(expires, today string) (state string, left int) {
	end, err := time.Parse(time.DateOnly, expires)
	day, bad := time.Parse(time.DateOnly, today)
	if err != nil || bad != nil {
		return "none", 0
	}
	switch left := int(end.Sub(day).Hours() / 24); {
	case left < 0:
		return "expired", 0
	case left <= remindDays:
		return "near", left
	}
	return "valid", 0
}

// saveRegistration records the next version. The second press of the same button records nothing second.
func saveRegistration(tx *store.Tx, by web.Actor, in *supportRegistrationInput) (*supportRegistration, error) {
	var c web.Check
	c.Text(in, "number", "登録番号", &in.Number, false)
	c.Date("expiresOn", "登録の有効期限", in.ExpiresOn, false)
	c.Amount(in, "qualified", "資格者数", in.Qualified, false)
	if err := c.Err(); err != nil {
		return nil, err
	}
	institution := by.Institution()
	now, err := tx.SupportRegistration(institution)
	if errors.Is(err, store.ErrNotFound) {
		now, err = &store.SupportRegistration{}, nil
	}
	if err != nil {
		return nil, err
	}
	isSame := now.Number == in.Number && now.ExpiresOn == in.ExpiresOn && (now.Qualified == nil) == (in.Qualified == nil) &&
		(now.Qualified == nil || *now.Qualified == *in.Qualified)
	switch {
	case isSame && now.Version == in.Version+1 && now.Creator == by.ID():
		return registrationOf(&tx.Q, institution)
	case now.Version != in.Version:
		return nil, store.ErrStale
	case isSame:
		return nil, web.Conflict("unchanged", "記録されている内容から変更がありません。直してから保存してください。")
	}
	if err := tx.AddSupportRegistration(&store.SupportRegistration{InstitutionID: institution, Number: in.Number, ExpiresOn: in.ExpiresOn,
		Qualified: in.Qualified}, in.Version, by.ID()); err != nil {
		return nil, err
	}
	if err := tx.AddAudit(by.Line("support_registration_saved", auditKind, institution, "ok", "")); err != nil {
		return nil, err
	}
	return registrationOf(&tx.Q, institution)
}

// auditKind is the kind of the subject of this room's lines, which the institution reads and the office does not.
const auditKind = "year_report"
