package companycsv

import (
	"tsunagu/app/web"
	"tsunagu/store"
)

// ClearImports deletes expired imports, and uploaded files left behind by a crash.
func (a Room) ClearImports(r *web.JobRun) error {
	var due []string
	if err := r.Read(func(q *store.Q) (err error) { due, err = q.DueImports(); return err }); err != nil {
		return err
	}
	for i, id := range due {
		r.Progress(i, len(due))
		if web.StateOf[Jobs](a.Platform).Get(id) != nil {
			continue
		}
		web.StateOf[Jobs](a.Platform).letGo(id)
		if err := a.dropImport(r.Context, id); err != nil {
			return err
		}
		r.Did("消した控え", 1)
	}
	return nil
}
