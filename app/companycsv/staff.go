package companycsv

import (
	"strings"

	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/master"
)

// csvMain is the column of the main person inside the bank (主担当, team.md 1). 担当者名 is the company's own contact.
const csvMain = "主担当"

// staff are the users of one bank, as cells name them: by name, or by login ID where two have the same name. It holds nobody
// of another bank, so that a file cannot find out who works there.
type staff struct {
	names   map[string]string   // what is written for a user, by id
	enabled map[string]bool     // by id
	byLogin map[string]string   // ids by folded login ID
	byName  map[string][]string // by nameOfPerson
}

// staffOf reads them.
func staffOf(q *store.Q, institutionID string) (*staff, error) {
	us, err := q.DealUsersOf(institutionID)
	if err != nil {
		return nil, err
	}
	s := &staff{names: map[string]string{}, enabled: map[string]bool{}, byLogin: map[string]string{}, byName: map[string][]string{}}
	for i := range us {
		u, key := &us[i], nameOfPerson(us[i].UserName)
		s.byLogin[u.LoginFolded] = u.ID
		s.byName[key] = append(s.byName[key], u.ID)
		s.enabled[u.ID] = u.Status == int(deal.UserEnabled)
	}
	for i := range us {
		u := &us[i]
		if s.names[u.ID] = u.UserName; u.UserName == "" || len(s.byName[nameOfPerson(u.UserName)]) > 1 {
			s.names[u.ID] = u.LoginID
		}
	}
	return s, nil
}

// nameOfPerson is a name in the form in which names are compared: people write it with and without a space inside.
func nameOfPerson(s string) string { return strings.ReplaceAll(master.Fold(s), " ", "") }

// find is the enabled user whom a cell names, or the one who is the main person already; "" for an empty cell. Of a user of another
// bank it says what it says of nobody.
func (s *staff) find(cell, was string) (id, reason string) {
	if cell == "" {
		return "", ""
	}
	mayBe := func(id string) bool { return s.enabled[id] || id != "" && id == was }
	if id := s.byLogin[auth.FoldLoginID(cell)]; mayBe(id) {
		return id, ""
	}
	var found []string
	key := nameOfPerson(cell)
	for _, id := range s.byName[key] {
		if key != "" && mayBe(id) {
			found = append(found, id)
		}
	}
	switch len(found) {
	case 0:
		return "", "「" + web.Truncate(cell, 30) + "」という担当者は、この金融機関にいません。ログインIDか氏名で入力してください。"
	case 1:
		return found[0], ""
	}
	return "", "同じ氏名の担当者が2人以上います。ログインIDで入力してください。"
}

// asWritten is a cell as an export writes it, whichever way it names an enabled user.
func (s *staff) asWritten(cell string) string {
	if id, _ := s.find(tidyText(cell), ""); id != "" {
		return s.names[id]
	}
	return cell
}

// readMain reads who works on the company in the bank.
func readMain(r *csvRow, cell string) {
	was := ""
	if r.stored != nil {
		was = r.stored.MainID
	}
	id, reason := r.staff.find(tidyText(cell), was)
	if reason != "" {
		r.fail(csvMain, reason)
	}
	r.mainID = id
}

// keepsMain says of a column and its cell that they leave the main person as he is: an empty cell of a company that is there
// takes nobody away.
func (r *csvRow) keepsMain(column, cell string) bool {
	return column == csvMain && r.stored != nil && (strings.TrimSpace(cell) == "" || isNothing(cell, column))
}

// putMain puts the person of the file in charge. Of a new company without one it is who reads the file in.
func (r *csvRow) putMain(row *store.ImportRow, after *CSVCompany) {
	if r.mainID == "" || r.mainID == after.MainID {
		return
	}
	row.MainPerson, after.MainID, after.Main = r.mainID, r.mainID, r.staff.names[r.mainID]
}
