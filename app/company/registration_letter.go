package company

import (
	"errors"
	"slices"

	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// registerPath is the page on which a buyer registers itself; the key follows.
const registerPath = "/buyer-company-register/"

// registrationKinds are the mails that carry the link to register.
var registrationKinds = []string{string(mail.BuyerInvitation), string(mail.InvitationResent), string(mail.BuyerReturned)}

// registrant is who registers a company: to whom the link went before, else the first user that may.
func registrant(tx *store.Tx, c *store.Company) (*store.User, error) {
	users, err := tx.UsersOf(c.ID, int(deal.RoleBUY))
	if err != nil {
		return nil, err
	}
	last, err := tx.LatestLinkKey(store.LinkRegistration, c.ID)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return nil, err
	}
	i := slices.IndexFunc(users, func(u store.User) bool { return err == nil && u.ID == last.UserID && mayRegister(c, &u) })
	if i < 0 {
		i = slices.IndexFunc(users, func(u store.User) bool { return mayRegister(c, &u) })
	}
	if i < 0 {
		return nil, web.Conflict(deal.NotAllowed, "案内を送る利用者がいません。先に利用者を登録してください。")
	}
	return &users[i], nil
}

// letterForRegistration is the buyer's invitation to register itself, on paper (domain.md 6). It ends the
// link before it and the invitation that waits to be mailed. Its maker could register in the buyer's
// place, as he could enter the data himself; what he may do for a buyer is not more by it.
func (a Room) letterForRegistration(tx *store.Tx, by web.Actor, companyID string) (*Letter, error) {
	c, err := maintained(by, &tx.Q, store.Buyer, companyID)
	if err != nil {
		return nil, err
	}
	if err := mayBeContacted(&tx.Q, by, c.ID); err != nil {
		return nil, err
	}
	if c.IsTrial && c.Status == int(deal.CompanyNoData) { // the way from a trial to its registration
		if err := a.inviteBuyer(tx, by, c); err != nil {
			return nil, err
		}
	}
	if _, refusal := deal.DecideCompany(deal.CompanyFacts{Exists: true, Client: deal.ClientBuyer, Status: deal.CompanyStatus(c.Status)},
		deal.CompanyResend, Decider(by)); refusal != nil {
		return nil, refusal
	}
	u, err := registrant(tx, c)
	if err != nil {
		return nil, err
	}
	terms, err := web.TermsOf(&tx.Q)
	if err != nil {
		return nil, err
	}
	k := &store.LinkKey{Kind: store.LinkRegistration, SubjectID: c.ID, UserID: u.ID, LetterBy: by.ID()}
	link, code, err := a.NewLink(tx, k, registerPath, terms.RegistrationKeyLife(), true)
	if err != nil {
		return nil, err
	}
	if err := tx.WithdrawMailsAbout(registrationKinds, c.ID, letterInstead); err != nil {
		return nil, err
	}
	if err := tx.AddAudit(by.Line("company_letter", "company", c.ID, "ok", "")); err != nil {
		return nil, err
	}
	return letterOf(&tx.Q, by, u, k, link, code)
}

// invitation says to a buyer's bank whether the invitation to register reached the buyer.
type invitation struct {
	Text string `json:"text" doc:"案内の状態。メールが届いたか、招待状か。空は、案内していない"`
}

func readInvitation(b web.Actor, q *store.Q, companyID string) (*invitation, error) {
	c, err := maintained(b, q, store.Buyer, companyID)
	if err != nil {
		return nil, err
	}
	k, err := q.LatestLinkKey(store.LinkRegistration, c.ID)
	if errors.Is(err, store.ErrNotFound) || err == nil && !k.Used.IsZero() {
		return &invitation{}, nil
	}
	if err != nil {
		return nil, err
	}
	u, err := q.User(k.UserID)
	if err != nil {
		return nil, err
	}
	text, err := sentState(q, k, u, registrationKinds)
	return &invitation{text}, err
}
