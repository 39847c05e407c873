package deal

import "time"

// AftercareDays are how many days after a deal was signed (成約) the seller's bank looks whether what was promised is kept
// (compliance.md 2), and aftercareAgain the days from one look to the next after the last of them, until it is.
var AftercareDays = []int{30, 90, 180}

const aftercareAgain = 90

// aftercareLate are the days for which a mail about such a day still makes sense: what could not be sent until then is not told of.
const aftercareLate = 14

// AftercareUntil is the last day before the next look at a deal that was signed on a day, after one on looked.
func AftercareUntil(signed, looked string) string {
	from, _ := ParseDate(signed)
	last, _ := ParseDate(looked)
	for _, d := range AftercareDays {
		if AddDays(from, d) > looked {
			return AddDays(from, d-1)
		}
	}
	return AddDays(last, aftercareAgain-1)
}

// AftercareDue is the day of that look: after what was recorded, which counts until a day; "" is that nothing was.
func AftercareDue(signed, until string) string {
	if day, ok := ParseDate(until); ok {
		return AddDays(day, 1)
	}
	from, _ := ParseDate(signed)
	return AddDays(from, AftercareDays[0])
}

// AftercareStage is the stage of the reminders of those looks, 1 for the first, and its days; 0 for none. It depends on nothing but the
// day of the signing: a mail tells nobody whether something was recorded.
func AftercareStage(signed, now time.Time) (stage, days int) {
	left, _ := DaysUntil(now, Date(signed))
	for i, d := range AftercareDays {
		if since := -left; since >= d {
			stage, days = 0, 0
			if since-d < aftercareLate {
				stage, days = i+1, d
			}
		}
	}
	return stage, days
}

// AftercareSince is the earliest moment of a signing of which such a reminder may still be sent.
func AftercareSince(now time.Time) time.Time {
	return now.AddDate(0, 0, -AftercareDays[len(AftercareDays)-1]-aftercareLate-1)
}
