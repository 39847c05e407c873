package app

import (
	"context"
	"time"

	"tsunagu/app/auth"
	"tsunagu/store"
)

// The clock is not believed when it stands more than a day ahead of when it was last looked at, or
// behind what it showed before (trust.md Storage, Retention). From a day's sleep the two cannot be
// told apart; so what cannot be taken back waits, until the office says that the clock is right, or
// the clock has gone on steadily for a day. Mails are sent all the same: of each matter at most one.
const (
	clockAhead  = 24 * time.Hour
	clockBack   = 10 * time.Minute
	clockWait   = 24 * time.Hour
	clockNotice = 10 * time.Minute // how often the clock is written down
)

// moveGuard is what the guard makes of the time that it is now. changed says whether that is worth
// writing down.
func moveGuard(g *store.ClockGuard, now time.Time) (changed bool) {
	step, believed := now.Sub(g.Last), g.Suspected.IsZero()
	behind := now.Sub(g.Highest)
	jumped := step > clockAhead || step < -clockBack
	switch {
	case jumped:
		g.Suspected, g.JumpMS, g.Last = now, step.Milliseconds(), now
		return true
	case !believed && (now.Sub(g.Suspected) >= clockWait || g.JumpMS < 0 && behind >= 0):
		g.Suspected, g.JumpMS, g.Last, g.Highest = time.Time{}, 0, now, now
		return true
	case step < clockNotice && !g.IsNew:
		return false
	}
	if g.Last = now; believed {
		g.Highest = now
	}
	return true
}

// watchClock looks at the clock and says whether it is believed.
func (a *Platform) watchClock(ctx context.Context) (believed bool, err error) {
	var g *store.ClockGuard
	if err := a.Store.Read(ctx, func(q *store.Q) (err error) { g, err = q.ClockGuard(); return err }); err != nil {
		return false, err
	}
	was := g.Suspected
	if !moveGuard(g, a.Store.Now()) {
		return g.Suspected.IsZero(), nil
	}
	return g.Suspected.IsZero(), a.Store.Write(ctx, func(tx *store.Tx) error {
		if err := tx.PutClockGuard(g); err != nil {
			return err
		}
		if g.Suspected.Equal(g.Last) && g.JumpMS < 0 {
			if err := endOver(tx, g.Highest); err != nil {
				return err
			}
		}
		switch {
		case g.Suspected.Equal(was):
			return nil
		case g.Suspected.IsZero():
			return tx.AddAudit(system.line("clock_believed", "network", "network", "ok", ""))
		}
		return tx.AddAudit(system.line("clock_suspected", "network", "network", "ok", time.Duration(g.JumpMS*int64(time.Millisecond)).Round(time.Minute).String()))
	})
}

// confirmClock is the office's word that the clock is right.
func (a *Platform) confirmClock(tx *store.Tx, by actor) error {
	g, err := tx.ClockGuard()
	if err != nil {
		return err
	}
	moveGuard(g, tx.Now())
	if g.Suspected.IsZero() {
		return conflict("not_allowed", "時計の確認は済んでいます。最新の内容を確認してください。")
	}
	if err := tx.PutClockGuard(&store.ClockGuard{Highest: tx.Now(), Last: tx.Now()}); err != nil {
		return err
	}
	return tx.AddAudit(by.line("clock_confirmed", "network", "network", "ok", ""))
}

// keepEnded is asked before every call: when the clock has gone back, what had ended
// before it went is ended for good, or it would come to life again. The process remembers the
// latest time that it saw; over a restart the guard's own memory does (watchClock).
func (a *Platform) keepEnded(ctx context.Context) error {
	for {
		now, latest := a.Store.Now().UnixMilli(), a.latest.Load()
		if now >= latest {
			if a.latest.CompareAndSwap(latest, now) {
				return nil
			}
			continue
		}
		if latest-now < clockBack.Milliseconds() {
			return nil
		}
		if err := a.Store.Write(ctx, func(tx *store.Tx) error { return endOver(tx, time.UnixMilli(latest)) }); err != nil {
			return err
		}
		a.latest.CompareAndSwap(latest, now)
	}
}

// endOver ends what was over at a moment that the clock has since gone back behind.
func endOver(tx *store.Tx, at time.Time) error {
	n, err := tx.EndWhatWasOver(at, auth.SessionIdle)
	if err != nil || n == 0 {
		return err
	}
	return tx.AddAudit(system.line("sessions_ended", "network", "network", "ok", "clock went back"))
}
