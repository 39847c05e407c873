package duty_test

import (
	"testing"

	"tsunagu/app/duty"
)

// Every kind has its place in a line, once, and its bit among what is missing.
func TestKindCount(t *testing.T) {
	seen := map[any]bool{}
	for _, k := range duty.Kinds() {
		seen[k] = true
	}
	if len(duty.Kinds()) != duty.KindCount || len(seen) != duty.KindCount || duty.KindCount > 16 {
		t.Errorf("%d kinds, %d different ones, room for %d", len(duty.Kinds()), len(seen), duty.KindCount)
	}
}
