package store

import "time"

// FirstStep is a first step of a new network that the office does without (domain.md 7): which one,
// why, who said so and when. Steps that are done have no row: that is seen from the data.
type FirstStep struct {
	Step        string    `db:"step"`
	Reason      string    `db:"reason"`
	DismissedBy string    `db:"dismissed_by"`
	Dismissed   time.Time `db:"dismissed"`
}

// FirstSteps are the dismissed steps.
func (q *Q) FirstSteps() ([]FirstStep, error) {
	return list[FirstStep](q, "SELECT "+names[FirstStep]("f")+" FROM first_step f ORDER BY f.step")
}

// DismissFirstStep writes that a step is done without. A dismissed one is dismissed anew.
func (t *Tx) DismissFirstStep(f *FirstStep) error {
	if err := t.RestoreFirstStep(f.Step); err != nil {
		return err
	}
	f.Dismissed = t.now
	return insert(t, "first_step", f)
}

// RestoreFirstStep takes a dismissal back.
func (t *Tx) RestoreFirstStep(step string) error {
	_, err := t.exec("DELETE FROM first_step WHERE step = ?", step)
	return err
}
