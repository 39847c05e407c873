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
	jobs.Go(func() {
		// At once, and not when the jobs begin: while an import waits, nobody else can write its companies.
		if _, err := companycsv.In(a.Platform).CarryOn(ctx); err != nil && ctx.Err() == nil {
			a.Log.Error("import", "err", err)
		}
	})
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
