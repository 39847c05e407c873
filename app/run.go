package app

import (
	"context"
	"sync"
	"time"

	"tsunagu/app/companycsv"
	"tsunagu/app/upkeep"
	"tsunagu/app/web"
)

// Run sends mail and runs the jobs until ctx ends.
func (a *App) Run(ctx context.Context) {
	var jobs sync.WaitGroup
	defer jobs.Wait()
	jobs.Go(func() { a.KeepJobs(ctx) })
	tick := time.NewTicker(time.Minute)
	defer tick.Stop()
	for {
		upkeep.In(a.Platform).SendMails(ctx)
		select {
		case <-ctx.Done():
			web.StateOf[companycsv.Jobs](a.Platform).Stop()
			return
		case <-tick.C:
		case <-a.Wake:
		}
	}
}
