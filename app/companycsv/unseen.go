package companycsv

import (
	"slices"

	"tsunagu/app/company"
	"tsunagu/app/web"
)

// In an institution that shows records to their teams alone (team.md 2) a row may mean a company that its user may not know of, or
// may look at and not change.

// isRefused says that the row is refused whatever else it says.
func (m *csvMatch) isRefused() bool { return m.unseen != "" || m.reason == whyReadOnly }

// whyReadOnly is the error of a row that means a company which its user may look at and not change.
const whyReadOnly = "この企業の案件チームの担当ではないため、変更できません。主担当に依頼してください。"

// unseen refuses a row by whose numbers a company of another team is meant, nil where none is. A number that the found company has
// already is its own.
func (x *csvIndex) unseen(found []int, number, own string) *csvMatch {
	has := func(of []string, word string) bool {
		return slices.ContainsFunc(found, func(i int) bool { return of[i] == word })
	}
	if id := x.unseenNumbers[number]; number != "" && id != "" && !has(x.number, number) {
		return &csvMatch{company: -1, unseen: id, column: csvCorporate, reason: company.CannotRegister}
	}
	if id := x.unseenOwns[own]; own != "" && id != "" && !has(x.own, own) {
		return &csvMatch{company: -1, unseen: id, column: csvCustomer, reason: company.CannotRegister}
	}
	return nil
}

// newlyUnseen are the companies of other teams that these rows mean and no earlier ones of the file.
func (x *csvReading) newlyUnseen(matches []csvMatch) (out []string) {
	for _, m := range matches {
		if m.unseen == "" || x.unseen[m.unseen] {
			continue
		}
		if x.unseen == nil {
			x.unseen = map[string]bool{}
		}
		x.unseen[m.unseen] = true
		out = append(out, m.unseen)
	}
	return out
}

// errOutdated is the answer where the user has left the team of a company that his file means, since it was read.
var errOutdated = web.Conflict(web.ErrStale.Code, "読み込んだあとに、案件チームの担当が変わりました。"+
	"何も登録されていません。同じファイルをもう一度読み込んで、内容を確認してください。")
