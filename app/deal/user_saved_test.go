package deal

import (
	"cmp"
	"fmt"
	"strings"
	"testing"
)

// savings are a new user, and all ways in which a user of a role is saved: unchanged, with a new
// address before it has a password, with a new status set by its bank.
func savings(role Role, byBuyer bool) (all []UserSavedFacts) {
	all = append(all, UserSavedFacts{Role: role, ByBuyer: byBuyer, IsNew: true, After: UserUnapproved, LoginMoved: true})
	for _, s := range drawnUsers {
		next := []UserStatus{s}
		for _, r := range userRules {
			if to, refusal := MoveUser(s, r.event, role != RoleFIN && !byBuyer); refusal == nil {
				next = append(next, to)
			}
		}
		for _, to := range next {
			f := UserSavedFacts{Role: role, ByBuyer: byBuyer, Before: s, After: to}
			moved, password := f, f
			moved.LoginMoved, password.HasPassword = true, true
			all = append(all, f, moved, password)
		}
	}
	return all
}

func (f UserSavedFacts) row() string {
	by, user := "bank", fmt.Sprintf("%d→%d", f.Before, f.After)
	if f.ByBuyer {
		by = "buyer"
	}
	switch {
	case f.IsNew:
		user = "new"
	case f.LoginMoved:
		user += " other address"
	case f.HasPassword:
		user += " has password"
	}
	e, refusal := DecideUserSaved(f)
	what := cmp.Or(strings.Join(setFields(e), " "), "–")
	if refusal != nil {
		what = refusal.Code
	}
	return fmt.Sprintf("%s\t%s\t%s", by, user, what)
}

// TestUserSavedGolden shows what happens after a user is saved: a buyer's by the state of its
// company, a bank's, a seller's.
func TestUserSavedGolden(t *testing.T) {
	var b strings.Builder
	b.WriteString("role\tcompany\ttrial\tby\tuser\tfollows\n")
	for _, c := range drawnCompanies {
		for _, trial := range []string{"–", "not begun", "begun"} {
			for _, byBuyer := range []bool{false, true} {
				for _, f := range savings(RoleBUY, byBuyer) {
					f.Company, f.IsTrial, f.TrialBegun = c, trial != "–", trial == "begun"
					fmt.Fprintf(&b, "buy\t%d\t%s\t%s\n", c, trial, f.row())
				}
			}
		}
	}
	for _, role := range []Role{RoleFIN, RoleSEL} {
		for _, f := range savings(role, false) {
			fmt.Fprintf(&b, "%s\t–\t–\t%s\n", role, f.row())
		}
	}
	golden(t, "user_saved.tsv", b.String())
}
