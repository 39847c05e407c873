package web

import (
	"context"
	"time"

	"tsunagu/store"
)

const ClockWait = 24 * time.Hour

const clockNotice = 10 * time.Minute // how often the clock is written down

// MoveGuard is what the guard makes of the time that it is now. changed says whether that is worth
// writing down.
func MoveGuard(g *store.ClockGuard, now time.Time) (changed bool) {
	step, believed := now.Sub(g.Last), g.Suspected.IsZero()
	behind := now.Sub(g.Highest)
	jumped := step > clockAhead || step < -clockBack
	switch {
	case jumped:
		g.Suspected, g.JumpMS, g.Last = now, step.Milliseconds(), now
		return true
	case !believed && (now.Sub(g.Suspected) >= ClockWait || g.JumpMS < 0 && behind >= 0):
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
	if !MoveGuard(g, a.Store.Now()) {
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
			return tx.AddAudit(System.Line("clock_believed", "network", "network", "ok", ""))
		}
		return tx.AddAudit(System.Line("clock_suspected", "network", "network", "ok",
			time.Duration(g.JumpMS*int64(time.Millisecond)).Round(time.Minute).String()))
	})
}

// ConfirmClock records that the office confirmed the clock.
func (a *Platform) ConfirmClock(tx *store.Tx, by Actor) error {
	g, err := tx.ClockGuard()
	if err != nil {
		return err
	}
	MoveGuard(g, tx.Now())
	if g.Suspected.IsZero() {
		return Conflict("not_allowed", "時計の確認は済んでいます。最新の内容を確認してください。")
	}
	if err := tx.PutClockGuard(&store.ClockGuard{Highest: tx.Now(), Last: tx.Now()}); err != nil {
		return err
	}
	return tx.AddAudit(by.Line("clock_confirmed", "network", "network", "ok", ""))
}
