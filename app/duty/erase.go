package duty

import (
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// eraseAtOnce is how many records are read at a time.
const eraseAtOnce = 200

// Erase takes away what the poisonous records say, once they have not counted for as long as the network keeps them (compliance.md 2). It
// counts nothing: the office reads the counts of a job, and would learn by them that there were any.
func Erase(r *web.JobRun) error {
	var poisonous []int
	for i := range kinds {
		if kinds[i].isPoisonous {
			poisonous = append(poisonous, int(kinds[i].of))
		}
	}
	for {
		var due []store.Duty
		if err := r.Read(func(q *store.Q) error {
			periods, err := web.PeriodsOf(q)
			if err != nil {
				return err
			}
			before := r.Began.AddDate(0, -keptMonths(periods, r.Began), 0)
			due, err = q.DutiesToErase(poisonous, before, deal.Date(before), eraseAtOnce)
			return err
		}); err != nil || len(due) == 0 {
			return err
		}
		for i := range due {
			d, isDone := &due[i], false
			if err := r.Piece("確認事項の内容の消去", func(tx *store.Tx) (string, error) {
				if err := tx.EraseDuty(d.ID); err != nil {
					return "", err
				}
				isDone = true
				line := web.System.Line("duty_erased", "duty", d.ID, "ok", "")
				line.InstitutionID = d.InstitutionID
				return "", tx.AddAudit(line)
			}); err != nil {
				return err
			}
			if !isDone { // it fails again at once
				return nil
			}
		}
	}
}

// shorterAfterDays: what is kept is erased by a shorter period only so many days after somebody chose it. What is erased does
// not come back, and until then another user of the office sees the change and can take it back.
const shorterAfterDays = 30

// keptMonths is the longest period of those days.
func keptMonths(s deal.Schedule, now time.Time) int {
	first := now.AddDate(0, 0, -shorterAfterDays)
	longest := s.At(first).PoisonousMonths
	for _, t := range s {
		if t.Since.After(first) { // also what was chosen while a job runs that began at now
			longest = max(longest, t.PoisonousMonths)
		}
	}
	return longest
}
