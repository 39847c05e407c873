package deal

import "time"

// DaysUntil counts the days in Japan from the day of an instant to a day; negative for a past day, false if the text is not a day.
func DaysUntil(now time.Time, day string) (int, bool) {
	d, ok := ParseDate(day)
	today, _ := ParseDate(Date(now))
	return int(d.Sub(today).Hours() / 24), ok
}

// ReminderStage is the last stage of a countdown that has been reached, 1 for the first of days, which are in descending order; 0 for
// none. Missed stages are not sent later: only the last one is.
func ReminderStage(days []int, left int) int {
	stage := 0
	for i, d := range days {
		if left <= d {
			stage = i + 1
		}
	}
	return stage
}

// PeriodStage is the stage of the reminders of the end of a listing's period (domain 3.1). A stage
// that was already reached at publication is not sent, because SF chose the day itself.
func (t Terms) PeriodStage(dueDate string, published, now time.Time) int {
	left, ok := DaysUntil(now, dueDate)
	if !ok {
		return 0
	}
	atFirst, _ := DaysUntil(published, dueDate)
	if stage := ReminderStage(t.PeriodReminderDays(), left); stage > ReminderStage(t.PeriodReminderDays(), atFirst) {
		return stage
	}
	return 0
}

// StalledStage is the stage of a negotiation that has not moved since an instant (domain 7): 1 after the first of the days; 0 for none.
func (t Terms) StalledStage(moved, now time.Time) int {
	stage := 0
	for i, d := range t.StalledDays() {
		if AddDays(moved, d) <= Date(now) {
			stage = i + 1
		}
	}
	return stage
}
