package company

import (
	"strings"
	"time"

	"tsunagu/app/auth"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// How the passcode of an owner's link reaches him (domain.md 3.2).
const (
	PasscodeByMail   = "mail"   // to a second address
	PasscodeTold     = "told"   // the clerk reads it out on the telephone or hands it over on paper
	PasscodeOfLetter = "letter" // the link is printed; the passcode is shown to another approver, who tells it
)

// CheckPasscodeWay checks how the passcode of a link shall reach its reader. Only a mailed one has an address.
func CheckPasscodeWay(c *web.Check, way, address *string) {
	if *way == PasscodeTold || *way == PasscodeOfLetter {
		*address = ""
		return
	}
	c.Ok(*way == "" || *way == PasscodeByMail, "passcodeBy", "パスコードの伝え方を選んでください。")
	c.Mail("ppapMailaddress", "パスコードの送付先", address, true)
}

// OwnerRequest asks a seller's person for a decision, by a link and a passcode that come to him by two
// ways (domain.md 3.2, 4 (2)). What he decides on is the caller's to freeze.
type OwnerRequest struct {
	Kind       mail.Kind // of the mail with the link
	Key        *store.LinkKey
	Path       string // the page of the link
	Noun       string // of what he decides on, as the audit log names it
	CaseNumber string
	BankID     string
	Person     *store.User
	PasscodeBy string
	Address    string // of a mailed passcode
}

// OwnerAsked is what the one answer to a request holds.
type OwnerAsked struct {
	Passcode      string       // told by the clerk who asks
	Letter        *OwnerLetter // printed by the clerk who asks
	IsSameAddress bool         // both mails go to one address, which weakens the passcode
}

// OwnerLetter is a request to an owner on paper: the link, without the passcode, which is shown to
// nobody who can see this (app/ownerletter).
type OwnerLetter struct {
	LetterPage
	CaseNumber string `json:"caseNumber"`
	ClerkName  string `json:"clerkName" doc:"依頼した担当者の部署と氏名"`
}

// AskOwner makes the link of a request and sends it on its way. The link before it ends; a letter
// also ends what of an earlier request still waits to be mailed.
func (a Room) AskOwner(tx *store.Tx, by web.Actor, in *OwnerRequest) (*OwnerAsked, error) {
	terms, err := web.TermsOf(&tx.Q)
	if err != nil {
		return nil, err
	}
	bank, err := BankOf(&tx.Q, in.BankID, by.User)
	if err != nil {
		return nil, err
	}
	isLetter := in.PasscodeBy == PasscodeOfLetter
	if isLetter {
		in.Key.LetterBy = by.ID()
	}
	link, passcode, err := a.NewLink(tx, in.Key, in.Path, terms.LinkKeyLife(), !isLetter)
	if err != nil {
		return nil, err
	}
	if isLetter {
		return a.ownerLetter(tx, by, in, bank, link)
	}
	if err := a.MailUser(tx, in.Kind, in.Person, in.Key.SubjectID,
		mail.Data{CaseNumber: in.CaseNumber, Link: link, Expires: in.Key.Expires, Bank: bank}); err != nil {
		return nil, err
	}
	if in.PasscodeBy == PasscodeTold {
		return &OwnerAsked{Passcode: passcode}, tx.AddAudit(by.Line("link_passcode.told", in.Noun, in.Key.SubjectID, "ok", ""))
	}
	return &OwnerAsked{IsSameAddress: strings.EqualFold(in.Person.LoginID, in.Address)},
		a.MailTo(tx, mail.Passcode, in.Address, "", in.Key.SubjectID, mail.Data{Passcode: passcode})
}

// ownerLetter is the printed request. Its link opens nothing until another approver has drawn the passcode.
func (a Room) ownerLetter(tx *store.Tx, by web.Actor, in *OwnerRequest, bank mail.Bank, link string) (*OwnerAsked, error) {
	if err := tx.WithdrawMailsAbout([]string{string(in.Kind), string(mail.Passcode)}, in.Key.SubjectID, letterInstead); err != nil {
		return nil, err
	}
	out := &OwnerLetter{CaseNumber: in.CaseNumber, ClerkName: bank.Clerk}
	if err := out.fill(&tx.Q, in.Person, link, in.Key.Expires); err != nil {
		return nil, err
	}
	out.FromName, out.FromPhone = bank.Name, bank.Tel
	return &OwnerAsked{Letter: out}, tx.AddAudit(by.Line("owner_letter", in.Noun, in.Key.SubjectID, "ok", ""))
}

// LetterPage is what is printed of a letter. It never bears the code.
type LetterPage struct {
	NetworkName string `json:"networkName"`
	UserName    string `json:"userName"`
	FromName    string `json:"fromName" doc:"招待する、または依頼する金融機関、あるいは事務局"`
	FromPhone   string `json:"fromPhone" doc:"問い合わせ先の電話番号。なければ空"`
	Link        string `json:"link" doc:"印刷するリンク。確認コードなしでは開かない"`
	QRSize      int    `json:"qrSize" doc:"QRコードの一辺"`
	QRPath      string `json:"qrPath" doc:"QRコードの黒い部分（SVG の path）"`
	Expires     string `json:"expires" doc:"招待状の期限（UTC）"`
}

func (p *LetterPage) fill(q *store.Q, u *store.User, link string, expires time.Time) (err error) {
	p.UserName, p.Link, p.Expires = u.UserName, link, web.ServerTime(expires)
	if p.QRSize, p.QRPath, err = auth.QR(link); err != nil {
		return err
	}
	p.NetworkName, err = q.Setting(store.SettingNetworkName)
	return err
}
