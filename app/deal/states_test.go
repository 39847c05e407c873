package deal_test

import (
	"testing"

	"tsunagu/app/deal"
	"tsunagu/app/score"
)

// The golden file is the output of `tsunagu states`: the state machines of this room, and the table
// of the score.
func TestTablesGolden(t *testing.T) {
	deal.Golden(t, "states.md", deal.Tables()+score.Table())
}
