package web

import (
	"encoding/json"
	"errors"
	"strings"
	"time"

	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/store"
)

// MailTo writes a mail into the outbox in the transaction of what caused it (domain.md 7). subjectID is what it is about.
func (a *Platform) MailTo(tx *store.Tx, kind mail.Kind, address, userID, subjectID string, d mail.Data) error {
	o := &store.OutboxMail{ID: store.NewID(), Address: address, UserID: userID, SubjectID: subjectID}
	isOpen := false // it is in the outbox and waits for more
	if kind.IsGathered() {
		open, err := tx.GatheringMail(address, userID, subjectID)
		if isOpen = err == nil; isOpen {
			o = open
		} else if o.NextAttempt = tx.Now().Add(deal.MailsWait); !errors.Is(err, store.ErrNotFound) {
			return err
		}
		if d.Happened, o.Gathered, err = mail.Gather(o.Gathered, kind, tx.Now()); err != nil {
			return err
		}
		if len(d.Happened) > 1 {
			kind = mail.NegotiationNews
		}
	}
	m, err := a.ComposeMail(&tx.Q, o.ID, kind, address, d)
	if err != nil {
		return err
	}
	b, err := json.Marshal(m)
	if err != nil {
		return err
	}
	o.Kind, o.Subject, o.Body = string(kind), m.Subject, a.Keys.Seal(b)
	if isOpen {
		return tx.AddToMail(o)
	}
	o.MessageID = m.MessageID
	defer a.Nudge()
	return tx.QueueMail(o)
}

// ComposeMail renders a mail with the id of its row in the outbox. Network name and contact are filled in here.
func (a *Platform) ComposeMail(q *store.Q, id string, kind mail.Kind, address string, d mail.Data) (mail.Message, error) {
	network, err := q.Setting(store.SettingNetworkName)
	if err != nil {
		return mail.Message{}, err
	}
	if d.Network = network; network == "" {
		d.Network = "つなぐ"
	}
	d.ContactLink = a.BaseURL + "/contact"
	answers, err := q.Setting(store.SettingMailReplyTo)
	if err != nil {
		return mail.Message{}, err
	}
	d.IsAnswered = answers != ""
	m, err := mail.Render(kind, d)
	if err != nil {
		return mail.Message{}, err
	}
	from, err := a.mailSender(q)
	if err != nil {
		return mail.Message{}, err
	}
	m.To, m.MessageID = address, mail.NewMessageID(id, from)
	if mail.SettingOf(kind, d.Happened) != mail.Always {
		m.Unsubscribe = a.BaseURL + "/member"
	}
	if key, ok := strings.CutPrefix(d.Stop, a.BaseURL+mail.StopPage); ok {
		m.Unsubscribe, m.IsOneClick = a.BaseURL+mail.StopCall+"?key="+key, true
	}
	return m, nil
}

// MailUser is MailTo for somebody with a row. An address that is no mail address (a login ID
// may be any text) gets none, nor does whose client is out: security and approvals included. Who works on lending alone gets
// what is about himself and about financing, and who is in no team of a record nothing about it (team.md 2).
func (a *Platform) MailUser(tx *store.Tx, kind mail.Kind, u *store.User, subjectID string, d mail.Data) error {
	address, err := mail.ParseAddress(u.LoginID)
	if err != nil {
		return nil
	}
	if may, _, err := MayBeMailed(&tx.Q, u, kind, subjectID); err != nil || !may {
		return err
	}
	d.Name, d.Department = u.UserName, u.Department
	return a.MailTo(tx, kind, address, u.ID, subjectID, d)
}

// MayBeMailed says that a user may get a mail of a kind about a record. isAlone: he may not because his company asked its bank to be
// left alone, which nobody else learns (compliance.md 2).
func MayBeMailed(q *store.Q, u *store.User, kind mail.Kind, subjectID string) (may, isAlone bool, err error) {
	s, err := TakingPartOf(q, u)
	if err != nil || s.IsGone() || s.IsOut(q.Now()) && !opensRegistration[kind] || RoleOf(u) == deal.RoleLEN && !kind.IsForLending() {
		return false, false, err
	}
	if !kind.IsForAlone() {
		if isAlone, err = q.AsksNoContact(u.ClientID); err != nil || isAlone {
			return false, isAlone, err
		}
	}
	may, err = MayBeTold(q, u, subjectID)
	return may, false, err
}

// opensRegistration are the mails that lead a trial to its registration, also when its days are over.
var opensRegistration = map[mail.Kind]bool{mail.BuyerInvitation: true, mail.BuyerReturned: true, mail.InvitationResent: true}

// MailInstitution mails every active bank user of an institution who wants the kind.
func (a *Platform) MailInstitution(tx *store.Tx, kind mail.Kind, institutionID, subjectID string, d mail.Data) error {
	return a.mailAll(tx, kind, institutionID, deal.RoleFIN, subjectID, d)
}

// MailBuyer mails every active user of a buyer company, unless the company wants none of the kind.
func (a *Platform) MailBuyer(tx *store.Tx, kind mail.Kind, companyID, subjectID string, d mail.Data) error {
	c, err := tx.CompanyOf(companyID)
	if err != nil {
		return err
	}
	if s := kind.Setting(); s == mail.SendRecommend && !c.IsSendRecommendMail || s == mail.SendOffer && !c.IsSendOfferMail {
		return nil
	}
	return a.mailAll(tx, kind, companyID, deal.RoleBUY, subjectID, d)
}

func (a *Platform) mailAll(tx *store.Tx, kind mail.Kind, clientID string, role deal.Role, subjectID string, d mail.Data) error {
	us, err := a.mailed(tx, clientID, role, subjectID)
	if err != nil {
		return err
	}
	for i := range us {
		if us[i].Status != int(deal.UserEnabled) || kind.Setting() != mail.Always && !us[i].RegistSendMail {
			continue
		}
		if err := a.MailUser(tx, kind, &us[i], subjectID, d); err != nil {
			return err
		}
	}
	return nil
}

// NewLink makes a mailed link: the key goes into the mail, its hash into the database. With a
// passcode (domain.md 3.2) the second return value is mailed to the second address.
func (a *Platform) NewLink(tx *store.Tx, k *store.LinkKey, path string, life time.Duration, withPasscode bool) (link, passcode string,
	err error) {
	key := auth.NewSecret()
	k.KeyHash, k.Expires = auth.HashSecret(key), tx.Now().Add(life)
	if withPasscode {
		passcode = auth.NewPasscode()
		k.PasscodeHash = a.Keys.HashPasscode(k.KeyHash, passcode)
	}
	if !strings.HasSuffix(path, "/") { // /buyer-company-register/ has its key in the path
		path += "?key="
	}
	return a.BaseURL + path + key, passcode, tx.CreateLinkKey(k)
}

// Nudge wakes the sender without waiting for it.
func (a *Platform) Nudge() {
	select {
	case a.Wake <- struct{}{}:
	default:
	}
}

// mailStyle is what the settings put around mails from now on.
func mailStyle(q *store.Q) (mail.Style, error) {
	s, err := q.Settings()
	if err != nil {
		return mail.Style{}, err
	}
	style := mail.Style{FromName: s.MailFromName, ReplyTo: s.MailReplyTo}
	if style.FromName == "" {
		style.FromName = s.NetworkName
	}
	style.Logo, _, err = q.Logo()
	if errors.Is(err, store.ErrNotFound) {
		err = nil
	}
	return style, err
}

// InviteUser mails the link for the first password, good for as long as a registration's (domain.md 6). Using it enables a user that is
// Unapproved, so it is for those alone whom somebody entitled has let in. kind is mail.Invitation or mail.InvitationResent.
func (a *Platform) InviteUser(tx *store.Tx, u *store.User, kind mail.Kind) error {
	if err := MayBeInvited(&tx.Q, u); err != nil {
		return err
	}
	terms, err := TermsOf(&tx.Q)
	if err != nil {
		return err
	}
	link, _, err := a.NewLink(tx, &store.LinkKey{Kind: store.LinkPassword, SubjectID: u.ID, UserID: u.ID}, "/password-set",
		terms.RegistrationKeyLife(), false)
	if err != nil {
		return err
	}
	return a.MailUser(tx, kind, u, u.ID, mail.Data{Link: link, Expires: tx.Now().Add(terms.RegistrationKeyLife())})
}

// MayBeInvited refuses who is out with his client.
func MayBeInvited(q *store.Q, u *store.User) error {
	switch s, err := TakingPartOf(q, u); {
	case err != nil:
		return err
	case s.isStopped:
		return Conflict(deal.NotAllowed, "この金融機関は、利用を停止しています。利用を再開してから、案内を送ってください。")
	case s.isDisabled:
		return Conflict(deal.NotAllowed, "この企業は無効になっています。有効に戻してから、案内を送ってください。")
	case s.IsOut(q.Now()):
		return Conflict(deal.NotAllowed, "お試しの期間が終わっています。本登録を案内するか、詳細を登録してください。")
	}
	return nil
}

// MailOffice mails the office, at the address of the settings.
func (a *Platform) MailOffice(tx *store.Tx, kind mail.Kind, subjectID string, d mail.Data) error {
	office, err := tx.Setting(store.SettingOfficeMail)
	if err != nil {
		return err
	}
	address, err := mail.ParseAddress(office)
	if err != nil {
		return nil // none set: the office finds it in its console
	}
	d.Link = a.BaseURL + "/office"
	return a.MailTo(tx, kind, address, "", subjectID, d)
}
