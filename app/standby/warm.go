package standby

import (
	"context"
	"errors"
	"runtime/debug"
	"time"

	"tsunagu/store"
)

// warmAgain is after how long a search index is tried again that could not be made.
const warmAgain = time.Minute

// warm makes the search index of the followed database beside the following, until it is stopped: a new leader reads it
// instead of building it. The file waits with the next part while some rows are read, for some hundred milliseconds; for
// as long as that took the processor is then left to others. Nothing of it is needed to lead.
func (s *Standby) warm(ctx context.Context, c *copied) {
	for ctx.Err() == nil {
		began := time.Now()
		is, err := s.warmStep(ctx, c)
		if err == nil && is == store.WarmWhole {
			err = s.warmer.Save(ctx)
			debug.FreeOSMemory() // the index is as large as most of the process, and is not looked at here
			if err == nil {
				is = store.WarmSaved
				s.Log.Info("the search index is made")
			}
		}
		wait := s.interval()
		switch {
		case ctx.Err() != nil:
		case errors.Is(err, errTorn):
		case err != nil:
			s.Log.Warn("the search index is not made: a new leader would have to build it", "err", err)
			wait = warmAgain
		case is == store.WarmPartly:
			wait = time.Since(began)
		}
		s.set(func(n *state) { n.warm = err == nil && (is == store.WarmSaved || is == store.WarmNothing) })
		_ = pause(ctx, wait)
	}
}

// errTorn: there is no copy at this moment that can be read.
var errTorn = errors.New("the copy is not whole")

func (s *Standby) warmStep(ctx context.Context, c *copied) (is store.Warmth, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.isWhole {
		return is, errTorn
	}
	if s.warmer == nil {
		if s.warmer, err = store.NewIndexWarmer(s.Dir); err != nil {
			return is, err
		}
	}
	err = store.ReadFile(ctx, c.path(), time.Now(), func(q *store.Q) (err error) { is, err = s.warmer.Step(q); return err })
	return is, err
}
