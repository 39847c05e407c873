package signin

import (
	"slices"
	"time"

	"tsunagu/app/auth"
	"tsunagu/app/web"
	"tsunagu/store"
)

// A session may stand open on a desk, or be carried off. Deeds of consequence (Call.Fresh; which they are: README.md) therefore
// ask who sits there now: a proof that is not old (ASVS 7.5.3).

// ErrProofNeeded is told before anything of the body or the record: it says nothing of either.
var ErrProofNeeded = &web.Problem{Title: "Proof needed", Status: 403, Code: "proof_needed",
	Detail: "大切な操作の前に、ご本人であることを確かめます。まだ何も変更されていません。確かめたあとで、もう一度操作してください。"}

// The ways in which a user proves who he is, as GetProofWays names them. The two first are the rooms' own that have them.
const (
	WayPasskey   = store.MethodPasskey
	WayDirectory = store.MethodDirectory
	WayCode      = store.MethodCode
	WayPassword  = store.MethodPassword
)

var wayOrder = []string{WayPasskey, WayCode, WayDirectory, WayPassword}

// Way is a way of a room above this one: whether a user has it now.
type Way struct {
	Name string // WayPasskey or WayDirectory
	Has  func(*store.Q, *store.User) (bool, error)
}

type ways struct{ of []Way }

// AddWay makes a way known, while the calls are registered.
func (a Room) AddWay(w Way) {
	s := web.StateOf[ways](a.Platform)
	s.of = append(s.of, w)
}

// Ways are those that a user has, the best first. The password alone proves only who has nothing better: else whoever has read it off a
// keyboard could do without the rest.
func (a Room) Ways(q *store.Q, u *store.User) ([]string, error) {
	s, err := q.SecondStep(u.ID)
	if err != nil {
		return nil, err
	}
	out := []string{}
	if s.IsOn() {
		out = append(out, WayCode)
	}
	for _, w := range web.StateOf[ways](a.Platform).of {
		has, err := w.Has(q, u)
		if err != nil {
			return nil, err
		}
		if has {
			out = append(out, w.Name)
		}
	}
	if len(out) == 0 && u.PasswordHash != "" {
		return append(out, WayPassword), nil
	}
	slices.SortFunc(out, func(a, b string) int { return slices.Index(wayOrder, a) - slices.Index(wayOrder, b) })
	return out, nil
}

// hasOnlyPassword says that the ways are the password and nothing else.
func hasOnlyPassword(ways []string) bool { return slices.Equal(ways, []string{WayPassword}) }

// isFresh says that the session's user proved within a time of now who he is. Who has nothing but a password did so as he
// signed in with it. The clock may have been set back since: a proof does not count the longer for it.
func isFresh(s *store.Session, ways []string, now time.Time, within time.Duration) bool {
	at := s.Proven
	if s.Method == store.MethodPassword && s.ProvenBy == "" && hasOnlyPassword(ways) {
		at = s.Created
	}
	return !at.IsZero() && now.Sub(at).Abs() <= within
}

// freshness reads whether the caller's proof is fresh, and which ways he has, from the rows as they are now.
func (a Room) freshness(q *store.Q, by web.Actor, within time.Duration) (fresh bool, ways []string, err error) {
	if ways, err = a.Ways(q, by.User); err != nil {
		return false, nil, err
	}
	s, err := q.Session(by.Session)
	if err != nil {
		return false, nil, err
	}
	return isFresh(s, ways, q.Now(), within), ways, nil
}

// IsFresh says whether the actor's proof counts for a deed of consequence.
func (a Room) IsFresh(q *store.Q, by web.Actor) (bool, error) {
	fresh, _, err := a.freshness(q, by, auth.ProofLife)
	return fresh, err
}

// specified are the demanded calls that the specification has. Its client signs in with a password and knows of no proof: who
// has nothing but a password is not asked there. Who has more cannot sign in with that client at all.
var specified = []string{"/api/Csv/CsvExportBuyerCompany", "/api/Csv/CsvExportSellerCompany", "/api/BuyerCompanyReport/ExportReport"}

// mustBeFresh is ErrProofNeeded where the caller's proof is not fresh.
func (a Room) mustBeFresh(r *web.Request, c web.Call) error {
	return r.Read(func(q *store.Q) error {
		fresh, ways, err := a.freshness(q, r.Actor, auth.ProofLife)
		if err == nil && !fresh && !(slices.Contains(specified, c.Path) && hasOnlyPassword(ways)) {
			err = ErrProofNeeded
		}
		return err
	})
}

// InBody is a demanded call whose body may bear password and code instead of the session's fresh proof (AfterProof).
func InBody(c web.Call) web.Call {
	c = c.Freshly()
	c.ProofInBody = true
	return c
}

// MayGoOn refuses such a call where neither stands, before anything else of the body is looked at.
func (a Room) MayGoOn(r *web.Request, password, code string) error {
	if password != "" || code != "" {
		return nil
	}
	return a.mustBeFresh(r, web.Call{})
}

// AfterProof does a deed of such a call: with password and code as Proven does, without them on the session's fresh proof.
func (a Room) AfterProof(r *web.Request, password, code string, do func(*store.Tx, *store.User) error) error {
	if password != "" || code != "" {
		return a.proven(r, password, code, "code", func(tx *store.Tx, u *store.User, _ *store.SecondStep, by string) error {
			if err := tx.ProveSession(r.Session, by); err != nil {
				return err
			}
			return do(tx, u)
		})
	}
	return r.Write(func(tx *store.Tx) error {
		fresh, _, err := a.freshness(&tx.Q, r.Actor, auth.ProofLife)
		if err != nil {
			return err
		}
		if !fresh {
			return ErrProofNeeded
		}
		u, err := tx.User(r.ID())
		if err != nil {
			return err
		}
		return do(tx, u)
	})
}
