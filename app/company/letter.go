package company

import (
	"errors"
	"strings"
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// Letter is an invitation on paper (招待状) for who gets no mail: a page to print with the link, and a
// code that is told by another way, by telephone or in person. Neither opens anything alone. It is in the
// one answer that makes it; nothing of it can be read again.
type Letter struct {
	LetterPage
	LoginID string `json:"loginId"`
	Code    string `json:"code" doc:"電話などで伝える8桁の確認コード。印刷しない。この答えにだけある"`
}

// ErrLetter answers a letter that does not open, whatever the reason.
var ErrLetter = &web.Problem{Title: "Not available", Status: 400, Code: "link_not_available",
	Detail: "招待状または確認コードが正しくないか、期限が切れています。確認コードは、招待状を渡した担当者が電話などでお伝えした8桁の数字です。5回誤ると、招待状は使えなくなります。分からないときは、その担当者へご連絡ください。"}

// invitationKinds are the mails that carry the link for the first password.
var invitationKinds = []string{string(mail.Invitation), string(mail.InvitationResent)}

const letterInstead = "招待状を作ったため、送信を取りやめました。"

// InviteByLetter makes a letter with the link for the first password. It ends the link before it, and an
// invitation that still waits to be mailed. Who may make one for whom is the caller's to check.
func (a Room) InviteByLetter(tx *store.Tx, by web.Actor, u *store.User) (*Letter, error) {
	if err := web.MayBeInvited(&tx.Q, u); err != nil {
		return nil, err
	}
	terms, err := web.TermsOf(&tx.Q)
	if err != nil {
		return nil, err
	}
	k := &store.LinkKey{Kind: store.LinkPassword, SubjectID: u.ID, UserID: u.ID, LetterBy: by.ID()}
	link, code, err := a.NewLink(tx, k, "/letter", terms.RegistrationKeyLife(), true)
	if err != nil {
		return nil, err
	}
	if address, err := mail.ParseAddress(u.LoginID); err == nil {
		if err := tx.WithdrawMails(invitationKinds, address, u.ID, letterInstead); err != nil {
			return nil, err
		}
	}
	return letterOf(&tx.Q, by, u, k, link, code)
}

// letterOf is a letter as it is answered, once.
func letterOf(q *store.Q, by web.Actor, u *store.User, k *store.LinkKey, link, code string) (*Letter, error) {
	out := &Letter{LoginID: u.LoginID, Code: code[:4] + " " + code[4:]}
	if err := out.fill(q, u, link, k.Expires); err != nil {
		return nil, err
	}
	if by.Role == deal.RoleADM {
		out.FromName = out.NetworkName + " 事務局"
		var err error
		out.FromPhone, err = q.Setting(store.SettingOfficePhone)
		return out, err
	}
	i, err := q.Institution(by.Institution())
	if err != nil {
		return nil, err
	}
	out.FromName, out.FromPhone = i.Name, i.Phone
	return out, nil
}

// HasLetter says that a user's living link for the first password is a letter's.
func HasLetter(q *store.Q, u *store.User) (bool, error) {
	k, err := q.LatestLinkKey(store.LinkPassword, u.ID)
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	}
	return err == nil && k.PasscodeHash != "" && k.Alive(q.Now()), err
}

// InvitationState says in words how a user without a password was invited, and whether that reached him;
// "" where he was not invited.
func InvitationState(q *store.Q, u *store.User) (string, error) {
	k, err := q.LatestLinkKey(store.LinkPassword, u.ID)
	if errors.Is(err, store.ErrNotFound) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return sentState(q, k, u, invitationKinds)
}

// sentState says in words whether an invitation reached its reader: by letter, or by a mail of some kinds
// about the link's subject.
func sentState(q *store.Q, k *store.LinkKey, u *store.User, kinds []string) (string, error) {
	switch isLetter := k.PasscodeHash != ""; {
	case isLetter && k.RevokeReason == "passcode":
		return "確認コードの誤りが続き、招待状は無効", nil
	case !k.Alive(q.Now()):
		return "案内の期限切れ", nil
	case isLetter:
		return "招待状を作成済み（" + dayOf(k.Expires) + "まで）", nil
	}
	address, err := mail.ParseAddress(u.LoginID)
	if err != nil {
		return "案内のメールは未送信", nil
	}
	state, err := q.LatestMailState(kinds, address, k.SubjectID)
	switch {
	case errors.Is(err, store.ErrNotFound) || err == nil && state == store.MailSent:
		return "案内を送付済み", nil
	case err == nil && state == store.MailWaiting:
		return "案内のメールは送信待ち", nil
	case err == nil:
		return "案内のメールを送れませんでした", nil
	}
	return "", err
}

func dayOf(t time.Time) string { return strings.ReplaceAll(deal.Date(t), "-", "/") }
