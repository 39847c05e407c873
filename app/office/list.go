package office

// The console's lists as files (app/officelist): their queries, to embed, their rows, and the answers of their screens.
type (
	InstitutionsQuery = officeInstitutionsQuery
	UsersQuery        = officeUsersQuery
	RequestsQuery     = officeRequestsQuery
	InquiriesQuery    = officeInquiriesQuery
	MailsQuery        = officeMailsQuery
	ListingsQuery     = officeListingsQuery

	InstitutionRow = officeInstitutionRow
	UserRow        = officeUserRow
	RequestRow     = officeRequestRow
	InquiryRow     = officeInquiry
	MailRow        = officeMailRow
	ListingRow     = officeListingRow
)

// MailState is the state of a mail in the outbox, in words.
func MailState(code string) string { return labelOf(mailStates, code) }

// InquiryState is the state of an inquiry, in words.
func InquiryState(code string) string { return labelOf(inquiryStatuses, code) }
