package upkeep

import (
	"errors"

	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/listing"
	"tsunagu/app/mail"
	"tsunagu/app/negotiation"
	"tsunagu/app/persons"
	"tsunagu/app/web"
	"tsunagu/store"
)

// ExpireLinks looks after mailed links: a seller who has not answered is told again before the link
// ends, and the bank once it has ended (domain.md 7). The key itself is mailed once: nobody has it
// but the receiver.
func (a Room) ExpireLinks(r *web.JobRun) error {
	var keys []store.LinkKey
	if err := r.Read(func(q *store.Q) (err error) {
		terms, err := web.TermsOf(q)
		if err != nil {
			return err
		}
		keys, err = q.ExpiringLinkKeys(q.Now().AddDate(0, 0, terms.KeyReminderDays), store.LinkListingApproval, store.LinkOwnerConsent,
			store.LinkRegistration, store.LinkPassword, store.LinkSetup)
		return err
	}); err != nil {
		return err
	}
	ids, byID := make([]string, len(keys)), map[string]*store.LinkKey{}
	for i := range keys {
		ids[i], byID[keys[i].ID] = keys[i].ID, &keys[i]
	}
	return r.Each(ids, func(tx *store.Tx, id string) (string, error) {
		k, err := tx.LinkKey(byID[id].KeyHash)
		if err != nil || !k.Used.IsZero() || !k.Revoked.IsZero() {
			return "", err // it was used since it was listed
		}
		if k.Alive(tx.Now()) {
			return a.remindSeller(tx, k)
		}
		k.Revoked, k.RevokeReason = tx.Now(), "expired"
		if err := tx.UpdateLinkKey(k); err != nil {
			return "", err
		}
		return a.linkExpired(tx, k)
	})
}

// remindSeller tells the seller's person once that an answer is waited for.
func (a Room) remindSeller(tx *store.Tx, k *store.LinkKey) (string, error) {
	prefix, waits := "", false
	switch k.Kind {
	case store.LinkListingApproval:
		l, err := tx.ListingOfKey(k)
		if err != nil {
			return "", err
		}
		prefix, waits = "L", l.IsPending
	case store.LinkOwnerConsent:
		n, err := tx.NegotiationRowOf(k.SubjectID)
		if err != nil {
			return "", err
		}
		prefix, waits = "N", deal.NegotiationStatus(n.Status) == deal.NegotiationHope &&
			deal.SellerApprovalStatus(n.SellerApprovalStatus) == deal.SellerAsked
	}
	if !waits || k.LetterBy != "" { // a letter's reader is told by the telephone, as its passcode is
		return "", nil
	}
	if fresh, err := tx.Remind("link", k.ID, "", 1); err != nil || !fresh {
		return "", err
	}
	u, err := tx.User(k.UserID)
	if err != nil || u.Status != int(deal.UserEnabled) {
		return "", err
	}
	c, err := tx.CompanyOf(u.ClientID)
	if err != nil {
		return "", err
	}
	bank, err := company.BankOf(&tx.Q, c.InstitutionID, nil)
	if err != nil {
		return "", err
	}
	return "再度連絡した売手", a.MailUser(tx, mail.RequestReminder, u, k.SubjectID,
		mail.Data{CaseNumber: web.CaseNumber(prefix, k.SubjectID), Expires: k.Expires, Bank: bank})
}

// linkExpired tells the bank whose request came to nothing. Links for passwords end without a word:
// who needs one asks for it.
func (a Room) linkExpired(tx *store.Tx, k *store.LinkKey) (string, error) {
	const ended = "期限が切れた依頼"
	switch k.Kind {
	case store.LinkListingApproval:
		l, err := tx.ListingOfKey(k)
		if err != nil || !l.IsPending {
			return "", err
		}
		if _, err := tx.WaitingPaper(store.PaperListingApproval, l.ID); !errors.Is(err, store.ErrNotFound) {
			return "", err // the signed paper goes on waiting for its second user
		}
		l.IsPending = false
		if err := tx.UpdateListing(l, ""); err != nil {
			return "", err
		}
		if err := listing.ListingDeed(tx, web.System, l, "key_expired", l.Status, ""); err != nil {
			return "", err
		}
		return ended, persons.In(a.Platform).RequestExpired(tx, l)
	case store.LinkOwnerConsent:
		row, err := tx.NegotiationRowOf(k.SubjectID)
		if err != nil {
			return "", err
		}
		if err := tx.AddAudit(web.System.Line("negotiation.owner_key_expired", "negotiation", row.ID, "ok", "")); err != nil {
			return "", err
		}
		return ended, negotiation.In(a.Platform).Tell(tx, &negotiation.Dealing{NegotiationRow: row}, negotiation.SideSF, mail.RequestExpired,
			mail.Data{})
	case store.LinkRegistration:
		c, err := tx.CompanyOf(k.SubjectID)
		if err != nil || c.Status != int(deal.CompanyNotCreated) {
			return "", err
		}
		return "期限が切れた登録の案内", persons.In(a.Platform).Mail(tx, mail.InvitationExpired, c.InstitutionID, store.InChargeOfCompany, c.ID,
			mail.Data{CaseNumber: web.CaseNumber("B", c.ID), Link: a.buyerLink(c.ID)})
	}
	return "期限が切れたパスワードのリンク", nil
}
