package app_test

import (
	"tsunagu/app/draft"
	"tsunagu/app/issued"
)

// templates lets each bank have its own template, which another one has replaced, and no template of another kind any more.
func (w *canaryWorld) templates() {
	w.T.Helper()
	for _, who := range []string{"fadA", "fadB", "ADM"} {
		for kind, sample := range map[issued.Kind]issued.Kind{issued.KindNDA: issued.KindNDA, issued.KindPowerOfAttorney: issued.KindAdvisory} {
			w.people[who].Upload("/api/Office/SaveDraftTemplate", map[string]any{"kind": int(kind), "version": 0, "reason": w.mark.text()},
				"書式.docx", draft.SampleFile(sample)).Want(200)
		}
		w.people[who].Post("/api/Office/WithdrawDraftTemplate", map[string]any{"kind": int(issued.KindNDA), "version": 1,
			"reason": w.mark.text()}).Want(200)
	}
}
