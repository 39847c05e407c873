package app

import (
	"context"
	"sync"
	"time"
)

// Run does what the platform does by itself until ctx ends: sending mail, and the jobs.
func (a *App) Run(ctx context.Context) {
	var jobs sync.WaitGroup
	defer jobs.Wait()
	jobs.Go(func() { a.keepJobs(ctx) })
	tick := time.NewTicker(time.Minute)
	defer tick.Stop()
	for {
		a.sendMails(ctx)
		select {
		case <-ctx.Done():
			stateOf[csvJobs](a.Platform).stop()
			return
		case <-tick.C:
		case <-a.wake:
		}
	}
}
