package apptest

import (
	"tsunagu/app/mail"
)

// KindsTo counts the mails of one kind to an address.
func (p *Platform) KindsTo(kind mail.Kind, address string) (n int) {
	p.T.Helper()
	for _, m := range p.Mails(address) {
		if m.Kind == kind {
			n++
		}
	}
	return n
}
