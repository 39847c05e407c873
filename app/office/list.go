package office

import "tsunagu/app/console"

// The console's lists as files (app/officelist): their queries, to embed, their rows, and the answers of their screens.
type (
	InstitutionsQuery = officeInstitutionsQuery
	UsersQuery        = officeUsersQuery
	RequestsQuery     = officeRequestsQuery
	MailsQuery        = officeMailsQuery
	ListingsQuery     = officeListingsQuery

	InstitutionRow = officeInstitutionRow
	UserRow        = officeUserRow
	RequestRow     = officeRequestRow
	MailRow        = officeMailRow
	ListingRow     = officeListingRow
)

// MailState is the state of a mail in the outbox, in words.
func MailState(code string) string { return console.LabelOf(mailStates, code) }
