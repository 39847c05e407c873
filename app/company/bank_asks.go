package company

import (
	"strings"

	"tsunagu/app/mail"
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
