package web

import (
	"errors"

	"tsunagu/app/deal"
	"tsunagu/store"
)

// A deed that needs a second user needs a second person (team.md 3): who makes an account can read
// its mailbox, so two logins count as two people only once somebody else has confirmed it.

// MayConfirm says whether the actor may be the second pair of eyes on what the user of did
// (domain.md 1; team.md 3): another user, admitted by somebody else, and neither has made the other.
func MayConfirm(q *store.Q, by Actor, of string) (bool, error) {
	ok, _, err := SecondPair(q, by, of)
	return ok, err
}

// Why somebody may not confirm as the second user. That nobody confirms what he did himself is
// checked with the deed.
const (
	NotApprover       = "承認者として確認されていません。管理者に依頼してください（管理者がいない場合は、事務局に依頼してください）。"
	notOfficeApprover = "承認者として確認されていません。事務局のほかの承認者に依頼するか、つなぐが動いているパソコンで、コマンド tsunagu confirm-approver を実行してください。"
	NoApproverMore    = "承認者から外されています。お心当たりがない場合は、管理者に確認してください。"
	RelatedApprover   = "利用者の登録でつながりのある方（登録した方、または登録された方）の操作は、確認できません。ほかの承認者に依頼してください。"
)

// SecondPair is MayConfirm with the reason why not, for the screen.
func SecondPair(q *store.Q, by Actor, of string) (ok bool, why string, err error) {
	if by.User == nil || by.ID() == of {
		return false, "", nil
	}
	u, err := q.User(by.ID())
	if err != nil {
		return false, "", err
	}
	switch state := deal.ApproverState(u.Approver); {
	case state == deal.ApproverWithdrawn:
		return false, NoApproverMore, nil
	case !state.MayApprove() && by.Role == deal.RoleADM:
		return false, notOfficeApprover, nil
	case !state.MayApprove():
		return false, NotApprover, nil
	}
	other, err := q.User(of)
	if errors.Is(err, store.ErrNotFound) {
		return true, "", nil
	}
	if err != nil {
		return false, "", err
	}
	one, err := areRelated(q, u, other)
	if err != nil || one {
		return false, RelatedApprover, err
	}
	return true, "", nil
}

// areRelated says that both accounts may be one person's: one has made the other, directly or
// through further accounts, or both were made by the same user and only one of them is confirmed as
// a person.
func areRelated(q *store.Q, u, other *store.User) (bool, error) {
	mine, err := MakersOf(q, u)
	if err != nil {
		return false, err
	}
	theirs, err := MakersOf(q, other)
	if err != nil || mine[other.ID] || theirs[u.ID] {
		return err == nil, err
	}
	for id := range mine {
		if theirs[id] {
			return !deal.ApproverState(u.Approver).MayApprove() || !deal.ApproverState(other.Approver).MayApprove(), nil
		}
	}
	return false, nil
}

// MakersOf are the user and those of its kind who have had control of the account: who made it, who
// gave it its mail address, and who made those. An administrator or the office is no clerk.
func MakersOf(q *store.Q, u *store.User) (map[string]bool, error) {
	found := map[string]bool{u.ID: true}
	for todo := []*store.User{u}; len(todo) > 0; todo = todo[1:] {
		at := todo[0]
		if isOfMachine(at) {
			continue
		}
		for _, id := range []string{at.Creator, at.LoginBy} {
			if id == "" || found[id] {
				continue
			}
			m, err := q.User(id)
			if errors.Is(err, store.ErrNotFound) || err == nil && m.Role != u.Role {
				continue
			}
			if err != nil {
				return nil, err
			}
			found[id] = true
			todo = append(todo, m)
		}
	}
	return found, nil
}

// isOfMachine says that one of the office's people was admitted at the machine itself: by who could do
// anything anyway. The office has no administrator above it who could.
func isOfMachine(u *store.User) bool {
	return u.Role == int(deal.RoleADM) && u.Approver == int(deal.ApproverConfirmed) && u.AdmittedBy == ""
}

// Admit makes a user a second pair of eyes; by "" for the machine and the application.
func Admit(tx *store.Tx, u *store.User, by string) {
	u.Approver, u.AdmittedBy, u.Admitted = int(deal.ApproverConfirmed), by, tx.Now()
}

// Unadmit makes a user one who waits to be confirmed: earlier confirmations are void.
func Unadmit(u *store.User) {
	if deal.ApproverState(u.Approver) != deal.ApproverWithdrawn {
		u.Approver = int(deal.ApproverWaits)
	}
}
