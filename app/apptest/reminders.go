package apptest

import (
	"slices"
	"strings"

	"tsunagu/app/mail"
)

// SayNothing fails if a mail of some kinds contains a name or a title.
func (tk *Talks) SayNothing(kinds ...mail.Kind) {
	tk.T.Helper()
	for _, address := range []string{"fin@a.example.jp", "fin@b.example.jp", "buy@b.example.jp", "rival@b.example.jp", tk.Person,
		"office@network.example.jp"} {
		for _, m := range tk.Mails(address) {
			if !slices.Contains(kinds, m.Kind) {
				continue
			}
			text := strings.ReplaceAll(m.Subject+m.Text+m.HTML, tk.Person, "") // the receiver's own name
			text = Uuids.ReplaceAllString(text, "")                            // an id may hold any digits by chance
			for _, name := range slices.Concat(SellerNames, BuyerNames, CanariesL3, CanariesL4, []string{"精密部品", "東海", "湊星", "蒼陵", "黒潮"}) {
				if name == "東海" && m.Kind == mail.ListingPublished { // its summary says the published region
					continue
				}
				if strings.Contains(text, name) && !(name == "湊星" && address == tk.Person) { // an owner is told which bank asks: his own
					tk.T.Errorf("%s to %s says %s:\n%s", m.Kind, address, name, m.Text)
				}
			}
		}
	}
}
