package web

import (
	"errors"

	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/store"
)

// ErrLink answers unknown, revoked and used keys and wrong passcodes alike (domain.md 3.2).
var ErrLink = &Problem{Title: "Not available", Status: 400,
	Detail: "リンクまたはパスコードが正しくないか、期限が切れています。メールのリンクと8桁のパスコードを確認してください。続けて誤ると、リンクは無効になります。分からないときは、お取引の金融機関の担当者へご連絡ください。",
	Code:   "link_not_available"}

// OpenLink opens a mailed link by key and passcode. A wrong passcode is counted, the fifth revokes the key; ErrNotFound becomes ErrLink,
// and the caller's transaction must commit all the same (see ByLink). died says that this very try revoked the key.
func (a *Platform) OpenLink(tx *store.Tx, by Actor, kind, key, passcode string) (k *store.LinkKey, died bool, err error) {
	k, err = tx.LinkKey(auth.HashSecret(key))
	if errors.Is(err, store.ErrNotFound) {
		return nil, false, ErrLink
	}
	if err != nil {
		return nil, false, err
	}
	if k.Kind != kind || !k.Alive(tx.Now()) || k.PasscodeHash == "" {
		return nil, false, ErrLink
	}
	matches, err := a.TryPasscode(tx, k, passcode, by.Line("link_passcode", kind, k.SubjectID, "refused", ""))
	if err != nil {
		return nil, false, err
	}
	if matches {
		return k, false, nil
	}
	return k, !k.Revoked.IsZero(), ErrLink
}

// TryPasscode compares the passcode of a valid key. A wrong one is counted and written down; the fifth revokes the key.
func (a *Platform) TryPasscode(tx *store.Tx, k *store.LinkKey, passcode string, wrong store.AuditLine) (matches bool, err error) {
	if a.Keys.PasscodeMatches(k.KeyHash, passcode, k.PasscodeHash) {
		return true, nil
	}
	k.Attempts++
	if k.Attempts >= deal.WrongPasscodes {
		k.Revoked, k.RevokeReason = tx.Now(), "passcode"
	}
	if err := tx.UpdateLinkKey(k); err != nil {
		return false, err
	}
	return false, tx.AddAudit(wrong)
}

// ByLink runs a link's deed in a write. A refused key is an answer, not a failure: what was counted of it stays.
func (r *Request) ByLink(f func(*store.Tx) error) error {
	refused := false
	err := r.Write(func(tx *store.Tx) error {
		err := f(tx)
		if refused = errors.Is(err, ErrLink); refused {
			return nil
		}
		return err
	})
	if err == nil && refused {
		return ErrLink
	}
	return err
}
