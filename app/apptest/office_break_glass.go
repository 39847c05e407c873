package apptest

import (
	"tsunagu/app/deal"
)

// Glass asks to open one record for an hour.
func (c *Caller) Glass(kind deal.BreakGlassKind, target string) Result {
	c.P.T.Helper()
	return c.Post("/api/Office/RequestBreakGlass", map[string]any{"kind": kind, "targetId": target, "ground": 1, "reason": "金融機関からの苦情の調査のため",
		"minutes": 60})
}

func (r Result) GlassID() string { r.T.Helper(); return r.Want(200).JSON()["breakGlassId"].(string) }
