package audit

import (
	"errors"
	"time"

	"tsunagu/app/auth"
	"tsunagu/app/company"
	"tsunagu/app/console"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// officeAuditRow is a line of the audit log: who did what to which record, never its content.
type officeAuditRow struct {
	Sentence      string `json:"sentence" doc:"だれが、何に、何をして、どうなったか"`
	CaseNumber    string `json:"caseNumber" doc:"対象の案件、交渉、利用申請、お問い合わせの番号。資料は案件の、メッセージは交渉の番号"`
	At            string `json:"at" doc:"UTC"`
	Event         string `json:"event"`
	Label         string `json:"label"`
	UserID        string `json:"userId" doc:"リンクや自動処理では空"`
	UserName      string `json:"userName"`
	LoginID       string `json:"loginId"`
	Role          int    `json:"role" doc:"GetEnumerations の role"`
	FinancialName string `json:"financialName" doc:"操作した利用者の所属または担当の金融機関"`
	SubjectKind   string `json:"subjectKind"`
	SubjectID     string `json:"subjectId"`
	SubjectName   string `json:"subjectName" doc:"対象が利用者のとき、その氏名"`
	Result        string `json:"result" doc:"ok、refused、replay"`
	Detail        string `json:"detail"`
	IP            string `json:"ip"`
	Method        string `json:"method" doc:"操作した利用者が、そのログインで最後に本人であることを確かめた方法。リンクや自動処理では空"`
}

type officeAuditList struct {
	AuditList []officeAuditRow     `json:"auditList"`
	AllCount  int                  `json:"allCount"`
	Events    []console.OfficeCode `json:"events" doc:"記録にある操作"`
}

// OfficeAuditConditions are the search conditions for the audit log, both for the screen and for
// the exported file.
type OfficeAuditConditions struct {
	CaseNumber  string `query:"caseNumber" limit:"100" doc:"案件（L-）、交渉（N-）、利用申請（A-）、お問い合わせ（Q-）の番号。案件と交渉は、その資料、メッセージ、緊急閲覧も含む"`
	Company     string `query:"company" limit:"100" doc:"企業IDまたは顧客番号。完全に一致する企業と、その案件、交渉、利用者。会社の名前では探せない"`
	Person      string `query:"person" limit:"100" doc:"操作した、またはされた利用者の氏名またはログインIDの一部"`
	UserID      string `query:"userId" doc:"person の代わり"`
	FinancialID string `query:"financialId"`
	Event       string `query:"event" maxLength:"60"`
	DateFrom    string `query:"dateFrom" doc:"この日から（日本の日付）"`
	DateTo      string `query:"dateTo" doc:"この日まで（日本の日付）"`
}

type officeAuditQuery struct {
	OfficeAuditConditions
	web.OfficePaging
}

func (a Room) Calls() {
	web.Add(a.Platform, web.OfficeCall("GET", "GetAuditList", web.ADM|web.FAD, "事務局：すべて。管理者：自機関の利用者と担当企業の利用者の操作", "監査ログ"),
		func(r *web.Request, in *officeAuditQuery) (*officeAuditList, error) {
			return web.Reading(r, func(q *store.Q) (*officeAuditList, error) { return officeAudit(q, r.Actor, in) })
		})
	export := web.OfficeCall("GET", "ExportAuditList", web.ADM|web.FAD, "事務局：すべて。管理者：自機関の利用者と担当企業の利用者の操作", "監査ログのCSV。条件は一覧と同じ")
	web.AddFile(a.Platform, export.Freshly(),
		func(r *web.Request, in *officeAuditExport) (*web.Download, error) { return a.exportAudit(r, in) })
}

func officeAudit(q *store.Q, by web.Actor, in *officeAuditQuery) (*officeAuditList, error) {
	scope, _, err := console.Managed(by)
	if err != nil {
		return nil, err
	}
	s, found, err := auditSearch(by, q, &in.OfficeAuditConditions)
	if err != nil {
		return nil, err
	}
	out := &officeAuditList{AuditList: []officeAuditRow{}, Events: []console.OfficeCode{}}
	events, err := q.AuditEvents(scope)
	if err != nil {
		return nil, err
	}
	for _, e := range events {
		out.Events = append(out.Events, console.Code(e, Label(e)))
	}
	if !found {
		return out, nil
	}
	s.Page = in.Page()
	lines, n, err := q.SearchAudit(s)
	if err != nil {
		return nil, err
	}
	out.AllCount = n
	rows, err := auditRows(by, q)
	if err != nil {
		return nil, err
	}
	for i := range lines {
		row, err := rows(&lines[i])
		if err != nil {
			return nil, err
		}
		out.AuditList = append(out.AuditList, row)
	}
	return out, nil
}

// auditSearch checks the conditions and limits them to what the actor manages. found is false where
// no user or company within that scope fits: the result is empty then.
func auditSearch(b web.Actor, q *store.Q, in *OfficeAuditConditions) (s store.AuditSearch, found bool, err error) {
	scope, own, err := console.Managed(b)
	if err != nil {
		return s, false, err
	}
	institution := scope
	if in.FinancialID != "" {
		if own && in.FinancialID != scope {
			return s, false, store.ErrNotFound
		}
		institution = in.FinancialID
	}
	s = store.AuditSearch{Institution: institution, Event: in.Event, ForOffice: !own}
	if err := checkConditions(in, &s); err != nil {
		return s, false, err
	}
	if in.Company != "" {
		if s.Companies, err = q.CompaniesCalled(scope, in.Company); err != nil || len(s.Companies) == 0 {
			return s, false, err
		}
	}
	s.Users, err = auditUsers(q, scope, own, in)
	return s, err == nil && (s.Users == nil || len(s.Users) > 0), err
}

// checkConditions checks what was typed and takes over the days and the case.
func checkConditions(in *OfficeAuditConditions, s *store.AuditSearch) error {
	var c web.Check
	c.Text(in, "caseNumber", "番号", &in.CaseNumber, false)
	c.Text(in, "company", "企業IDまたは顧客番号", &in.Company, false)
	c.Text(in, "person", "氏名またはログインID", &in.Person, false)
	c.Date("dateFrom", "開始日", in.DateFrom, false)
	c.Date("dateTo", "終了日", in.DateTo, false)
	c.Ok(in.DateTo == "" || in.DateFrom <= in.DateTo, "dateTo", "終了日は、開始日以降の日付にしてください。")
	if in.CaseNumber != "" {
		prefix, end := company.ReadCaseNumber(in.CaseNumber)
		c.Ok(end != "", "caseNumber", "番号は、L-、N-、A-、Q- と、それに続く8文字で入力してください（例：L-1a2b3c4d）。")
		s.Case = &store.CaseNumber{Prefix: prefix, End: end}
	}
	if err := c.Err(); err != nil {
		return err
	}
	if in.DateFrom != "" {
		s.From, _ = time.ParseInLocation(time.DateOnly, in.DateFrom, store.JST)
	}
	if in.DateTo != "" {
		s.To, _ = time.ParseInLocation(time.DateOnly, in.DateTo, store.JST)
		s.To = s.To.AddDate(0, 0, 1)
	}
	return nil
}

// personsAtMost is how many users a name may fit; who means one person types more of it.
const personsAtMost = 200

// auditUsers are the users within the scope who are asked for; nil where everybody is meant.
func auditUsers(q *store.Q, scope string, own bool, in *OfficeAuditConditions) ([]string, error) {
	switch {
	case in.UserID != "":
		// Only the office may learn which of its users acted.
		if u, err := q.User(in.UserID); err == nil && own && u.Role == int(deal.RoleADM) {
			return []string{}, nil
		} else if err != nil && !errors.Is(err, store.ErrNotFound) {
			return nil, err
		}
		return []string{in.UserID}, nil
	case in.Person == "":
		return nil, nil
	}
	us, _, err := q.SearchManagedUsers(store.UserSearch{Word: in.Person, Institution: scope, Page: store.Page{Limit: personsAtMost}})
	out := []string{}
	for i := range us {
		out = append(out, us[i].ID)
	}
	return out, err
}

// auditRows returns a function that turns lines into rows for the actor. It reads a user who is in
// many lines only once.
func auditRows(b web.Actor, q *store.Q) (func(*store.AuditLine) (officeAuditRow, error), error) {
	scope, own, err := console.Managed(b)
	if err != nil {
		return nil, err
	}
	institutions, err := q.InstitutionNames()
	if err != nil {
		return nil, err
	}
	type person struct{ id, name, login string }
	people, subjects := map[string]person{}, map[string]string{}
	return func(l *store.AuditLine) (officeAuditRow, error) {
		who, known := people[l.UserID]
		if !known {
			who = person{id: l.UserID}
			// The line's institution is within the scope, so its user's name is, too. Exception: users of
			// the office, whose names and login IDs only the office sees.
			if u, err := q.User(l.UserID); err == nil && u.Role == int(deal.RoleADM) && own {
				who = person{name: web.AuditOffice}
			} else if err == nil && u.Role != int(deal.RoleSEL) {
				who.name, who.login = u.UserName, u.LoginID
			}
			people[l.UserID] = who
		}
		row := officeAuditRow{At: web.ServerTime(l.At), Event: l.Event, Label: Label(l.Event), UserID: who.id,
			UserName: who.name, LoginID: who.login, Role: l.Role, FinancialName: institutions[l.InstitutionID],
			SubjectKind: l.SubjectKind, SubjectID: l.SubjectID, Result: l.Result, Detail: l.Detail, IP: l.IP,
			Method: auth.MethodLabel(l.Method)}
		if own && l.Role == int(deal.RoleADM) { // how the office's people sign in is theirs
			row.Method = ""
		}
		if l.SubjectKind == "user" {
			name, known := subjects[l.SubjectID]
			if !known {
				if u, err := q.ManagedUser(scope, false, l.SubjectID); err == nil {
					name = u.UserName
				}
				subjects[l.SubjectID] = name
			}
			row.SubjectName = name
		}
		prefix, of, err := q.CaseOf(l.SubjectKind, l.SubjectID)
		if err != nil {
			return row, err
		}
		if len(of) >= 8 {
			row.CaseNumber = web.CaseNumber(prefix, of)
		}
		row.Sentence = sentence(&row)
		return row, nil
	}, nil
}
