package apptest

import (
	"tsunagu/app/mail"
)

// Notices counts the mails about messages to an address.
func (p *Platform) Notices(address string) int {
	n := 0
	for _, m := range p.Mails(address) {
		if m.Kind == mail.MessageReceived {
			n++
		}
	}
	return n
}
