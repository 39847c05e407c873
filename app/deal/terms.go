package deal

import "time"

const day = 24 * time.Hour

// Limits and thresholds that belong to more than one screen, each with the section that defines it.
// Those that the office may set are in periods.go.
const (
	LinkKeyBytes   = 32 // 256 random bits (domain 3.2)
	PasscodeDigits = 8  // passcode of the second mail (domain 3.2)
	WrongPasscodes = 5  // so many wrong passcodes make the key invalid (domain 3.2)

	ConcludedMonths   = 6 // a concluded listing stays searchable at L1 (domain 3.1)
	MessageRunes      = 4_000
	AttachmentBytes   = 20 << 20 // domain 4, Messages
	PasswordLength    = 12       // domain 6
	PageSize          = 10       // SPEC 9
	RecommendedAtOnce = 10       // the most listings in one weekly mail
	RecommendedApart  = 6        // the least days between two weekly mails to one buyer
	NewMailsAtOnce    = 3        // the most mails of new listings to one buyer at a time; the rest is in the weekly mail
	NewMailDays       = 3        // days for which a listing counts as new for a mail
	SearchCasesAtOnce = 5        // the most case numbers in a mail of a saved search; the others are counted

	// MailsWait is how long a mail about a negotiation waits for others of it (domain 7).
	MailsWait = 30 * time.Minute

	AuditYears           = 3  // trust, Retention
	NegotiationYears     = 10 // closed negotiations and their ledger lines (trust, Retention)
	RefusedRequestMonths = 6  // requests to join (trust, Retention)
	LimitAll             = 99_999_999

	// ReadingWindow is how long a line of the ledger stands for the same session's reading of the same content.
	ReadingWindow = 30 * time.Minute
)

// RegionAnywhere is the key of 全国 (地域を問わない) among the region items; Nationwide stands for it, and for all regions together (domain 0.2).
const (
	RegionAnywhere = 99
	Nationwide     = "全国"
)

// AttachmentTypes are the accepted kinds of an attachment, recognized by content (domain 4).
var AttachmentTypes = []string{"pdf", "docx", "xlsx", "pptx", "png", "jpeg", "txt", "csv"}

// JST is the time zone of calendar dates.
var JST = time.FixedZone("JST", 9*60*60)

const dateLayout = time.DateOnly

// Date returns the calendar day in Japan of an instant, as YYYY-MM-DD.
func Date(t time.Time) string {
	// Every row of a list needs its day: RFC 3339 is the only layout that the library formats fast.
	var b [len(time.RFC3339)]byte
	return string(t.In(JST).AppendFormat(b[:0], time.RFC3339)[:len(dateLayout)])
}

// ParseDate returns the beginning in Japan of a day written YYYY-MM-DD; false for anything else, a day that does not exist included.
func ParseDate(s string) (time.Time, bool) {
	t, err := time.ParseInLocation(dateLayout, s, JST)
	return t, err == nil
}

// AddDays returns the day n days after the day of an instant in Japan.
func AddDays(t time.Time, n int) string { return Date(t.In(JST).AddDate(0, 0, n)) }

// AddMonths returns the same day n months later in Japan; where that month is
// shorter, its last day (31 August + 6 is 28 or 29 February, not 3 March).
func AddMonths(t time.Time, n int) string {
	t = t.In(JST)
	first := time.Date(t.Year(), t.Month()+time.Month(n), 1, 0, 0, 0, 0, JST)
	last := first.AddDate(0, 1, -1).Day()
	return first.AddDate(0, 0, min(t.Day(), last)-1).Format(dateLayout)
}

// DefaultDueDate is the end of a listing's period where SF gave none (domain 3.1).
func (t Terms) DefaultDueDate(now time.Time) string { return AddMonths(now, t.ListingMonths) }

// IsNew says whether a listing was published recently (domain 4).
func (t Terms) IsNew(published, now time.Time) bool {
	return !published.IsZero() && !published.After(now) && Date(now) <= AddDays(published, t.NewDays)
}

// Within says whether now is at most so many days (of the calendar in Japan) after an instant, and not before it.
func Within(since, now time.Time, days int) bool {
	return !since.IsZero() && Date(now) <= AddDays(since, days)
}
