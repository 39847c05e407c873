package deal_test

import (
	"testing"

	"tsunagu/app/deal"
	"tsunagu/app/score"
)

// The document is that of `tsunagu states`: the machines of this room, and the table of the score.
func TestTablesGolden(t *testing.T) {
	deal.Golden(t, "states.md", deal.Tables()+score.Table())
}
