package deal

import "time"

const day = 24 * time.Hour

// Periods, limits and thresholds that are not given by a single screen; each
// with the section that it comes from. Lengths in days and months are of the
// calendar in Japan.
const (
	LinkKeyLife         = 7 * day  // a seller's link (domain 3.2); the owner's consent is the same (domain 4)
	LinkKeyBytes        = 32       // 256 random bits (domain 3.2)
	PasscodeDigits      = 8        // passcode of the second mail (domain 3.2)
	WrongPasscodes      = 5        // wrong passcodes kill the key (domain 3.2)
	RegistrationKeyLife = 14 * day // a buyer's invitation (domain 6)

	AnswerDays      = 14 // answer to a real-name request (domain 4)
	NextRequestDays = 30 // after a refused real-name request (domain 4)
	ReopenDays      = 90 // a negotiation may be taken up again (domain 4)

	ListingMonths      = 6  // default length of a listing's period (domain 3.1)
	ListingMonthsMax   = 12 // dueDate is at most this far away (domain 3.1)
	ApprovalMonths     = 6  // extending the period: older approvals do not count (domain 3.1)
	ConcludedMonths    = 6  // a concluded listing stays searchable at L1 (domain 3.1)
	OutsidePeriodDays  = 90 // outside its period, then disabled (domain 3.1)
	NewDays            = 14 // isNew since publication (domain 4)
	TrialDays          = 30 // trial companies (domain 6)
	MessageMailMinutes = 10 // at most one mail per thread in this time (domain 7)
	MessageRunes       = 4_000
	AttachmentBytes    = 20 << 20 // domain 4, Messages
	RecommendedScore   = 70       // おすすめ (domain 8)
	CandidateScore     = 50       // 候補 (domain 8)
	AnonymityK         = 3        // k-anonymity (domain 3.3)
	AnonymityNetwork   = 1_000    // a smaller network's count means little yet (domain 3.3)
	PasswordLength     = 12       // domain 6
	PageSize           = 10       // SPEC 9
	RecommendedAtOnce  = 10       // listings that one weekly mail stands for
	NewMailsAtOnce     = 3        // mails of new listings to one buyer at a time; the rest comes weekly
	NewMailDays        = 3        // a listing is new to a mail
	KeyReminderDays    = 2        // before a seller's link ends

	AuditYears           = 3  // trust, Retention
	NegotiationYears     = 10 // closed ones, and the ledger with them (trust, Retention)
	RefusedRequestMonths = 6  // requests to join (trust, Retention)
	LimitAll             = 99_999_999
)

// PeriodReminderDays are the days before the end of a listing's period on
// which SF is reminded (domain 3.1).
var PeriodReminderDays = []int{30, 7, 0}

// AnswerReminderDays are the days before the answer to a real-name request is
// due on which SF is reminded.
var AnswerReminderDays = []int{7, 0}

// StalledDays are the days without movement after which the person in charge,
// the institution and the office are told (domain 7).
var StalledDays = []int{14, 30, 60}

// AttachmentTypes are the accepted kinds of an attachment, judged by content
// (domain 4).
var AttachmentTypes = []string{"pdf", "docx", "xlsx", "pptx", "png", "jpeg", "txt", "csv"}

// JST is the zone in which calendar dates are meant.
var JST = time.FixedZone("JST", 9*60*60)

const dateLayout = time.DateOnly

// Date returns the calendar day in Japan of an instant, as YYYY-MM-DD.
func Date(t time.Time) string { return t.In(JST).Format(dateLayout) }

// ParseDate returns the beginning in Japan of a day written YYYY-MM-DD; false
// for anything else, a day that does not exist included.
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
func DefaultDueDate(now time.Time) string { return AddMonths(now, ListingMonths) }

// IsNew says that a listing was published within the last 14 days (domain 4).
func IsNew(published, now time.Time) bool {
	return !published.IsZero() && !published.After(now) && Date(now) <= AddDays(published, NewDays)
}

// Within says that now is at most so many days (of the calendar in Japan)
// after an instant, and not before it.
func Within(since, now time.Time, days int) bool {
	return !since.IsZero() && Date(now) <= AddDays(since, days)
}
