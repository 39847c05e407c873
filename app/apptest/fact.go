package apptest

import (
	"tsunagu/app/deal"
)

// Proposal is the milestone of a kind that waits for confirmation, as the caller sees it.
func (c *Caller) Proposal(id string, kind deal.Milestone) map[string]any {
	c.P.T.Helper()
	for _, p := range c.Proposals(id) {
		if p["kind"] == float64(kind) {
			return p
		}
	}
	return nil
}
