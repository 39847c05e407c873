package app

import (
	"encoding/json"
	"strings"
	"time"

	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/store"
)

// caseNumber is what mails and sheets call a case by: short, and it says nothing.
func caseNumber(prefix, id string) string { return prefix + "-" + id[len(id)-8:] }

// mailTo writes a mail into the outbox in the transaction of what caused it (domain.md 7).
// Network name and contact are filled in here. subjectID is what it is about.
func (a *Platform) mailTo(tx *store.Tx, kind mail.Kind, address, userID, subjectID string, d mail.Data) error {
	network, err := tx.Setting(store.SettingNetworkName)
	if err != nil {
		return err
	}
	if d.Network = network; network == "" {
		d.Network = "つなぐ"
	}
	d.ContactLink = a.BaseURL + "/contact"
	answers, err := tx.Setting(store.SettingMailReplyTo)
	if err != nil {
		return err
	}
	d.IsAnswered = answers != ""
	m, err := mail.Render(kind, d)
	if err != nil {
		return err
	}
	id := store.NewID()
	m.To, m.MessageID = address, mail.NewMessageID(id, a.MailFrom)
	if kind.Setting() != mail.Always {
		m.Unsubscribe = a.BaseURL + "/member"
	}
	b, err := json.Marshal(m)
	if err != nil {
		return err
	}
	defer a.nudge()
	return tx.QueueMail(&store.OutboxMail{ID: id, Kind: string(kind), Address: address, UserID: userID, Subject: m.Subject, Body: a.Keys.Seal(b), MessageID: m.MessageID, SubjectID: subjectID})
}

// mailUser is mailTo for somebody with a row. An address that is no mail address (a login ID
// may be any text) gets none, nor does whose client is out: security and approvals included.
func (a *Platform) mailUser(tx *store.Tx, kind mail.Kind, u *store.User, subjectID string, d mail.Data) error {
	address, err := mail.ParseAddress(u.LoginID)
	if err != nil {
		return nil
	}
	if s, err := takingPartOf(&tx.Q, u); err != nil || s.isGone() || s.isOut(tx.Now()) && !opensRegistration[kind] {
		return err
	}
	d.Name, d.Department = u.UserName, u.Department
	return a.mailTo(tx, kind, address, u.ID, subjectID, d)
}

// opensRegistration are the mails that lead a trial to its registration, also when its days are over.
var opensRegistration = map[mail.Kind]bool{mail.BuyerInvitation: true, mail.BuyerReturned: true, mail.InvitationResent: true}

// mailInstitution mails every active bank user of an institution who wants the kind.
func (a *Platform) mailInstitution(tx *store.Tx, kind mail.Kind, institutionID, subjectID string, d mail.Data) error {
	return a.mailAll(tx, kind, institutionID, deal.RoleFIN, subjectID, d)
}

// mailBuyer mails every active user of a buyer company, unless the company wants none of the kind.
func (a *Platform) mailBuyer(tx *store.Tx, kind mail.Kind, companyID, subjectID string, d mail.Data) error {
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
	us, err := tx.UsersOf(clientID, int(role))
	if err != nil {
		return err
	}
	for i := range us {
		if us[i].Status != int(deal.UserEnabled) || kind.Setting() != mail.Always && !us[i].RegistSendMail {
			continue
		}
		if err := a.mailUser(tx, kind, &us[i], subjectID, d); err != nil {
			return err
		}
	}
	return nil
}

// newLink makes a mailed link: the key goes into the mail, its hash into the database. With a
// passcode (domain.md 3.2) the second return value is mailed to the second address.
func (a *Platform) newLink(tx *store.Tx, k *store.LinkKey, path string, life time.Duration, withPasscode bool) (link, passcode string, err error) {
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

// nudge wakes the sender without waiting for it.
func (a *Platform) nudge() {
	select {
	case a.wake <- struct{}{}:
	default:
	}
}
