package deal

import "time"

// DaysUntil counts the days in Japan from the day of an instant to a day;
// negative where it is over, false where it is no day.
func DaysUntil(now time.Time, day string) (int, bool) {
	d, ok := ParseDate(day)
	today, _ := ParseDate(Date(now))
	return int(d.Sub(today).Hours() / 24), ok
}

// ReminderStage is the last stage of a countdown that is reached: 1 for the
// first of days, which fall; 0 for none. What was missed is not made up for:
// only the last stage is told.
func ReminderStage(days []int, left int) int {
	stage := 0
	for i, d := range days {
		if left <= d {
			stage = i + 1
		}
	}
	return stage
}

// PeriodStage is the stage of the end of a listing's period (domain 3.1). A
// stage that was already reached on publication is not told: SF chose the day.
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

// StalledStage is the stage of a negotiation that has not moved since an
// instant (domain 7): 1 after the first of the days; 0 for none.
func (t Terms) StalledStage(moved, now time.Time) int {
	stage := 0
	for i, d := range t.StalledDays() {
		if AddDays(moved, d) <= Date(now) {
			stage = i + 1
		}
	}
	return stage
}
