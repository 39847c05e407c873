package company

import (
	"strings"

	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// BankOf is the bank as it stands in a mail by which it asks its customer something: its name, who of it
// asks (nil for a job), and the telephone of his branch, else that of the bank.
func BankOf(q *store.Q, institutionID string, clerk *store.User) (mail.Bank, error) {
	i, err := q.Institution(institutionID)
	if err != nil {
		return mail.Bank{}, err
	}
	b := mail.Bank{Name: i.Name, Tel: i.Phone}
	if clerk != nil {
		b.Clerk = strings.TrimSpace(clerk.Department + " " + clerk.UserName)
		if clerk.Phone1 != "" {
			b.Tel = clerk.Phone1
		}
	}
	return b, nil
}

// How the passcode of a link reaches its reader.
const (
	PasscodeByMail = "mail" // to a second address
	PasscodeTold   = "told" // the clerk reads it out on the telephone or hands it over on paper
)

// PasscodeWay checks how the passcode of a link shall reach its reader: by mail to a second address, or told.
func PasscodeWay(c *web.Check, way, address *string) (told bool) {
	if told = *way == PasscodeTold; told {
		*address = ""
		return true
	}
	c.Ok(*way == "" || *way == PasscodeByMail, "passcodeBy", "パスコードの伝え方を選んでください。")
	c.Mail("ppapMailaddress", "パスコードの送付先", address, true)
	return false
}
