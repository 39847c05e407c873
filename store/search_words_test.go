package store

import (
	"context"
	"errors"
	"testing"

	"tsunagu/store/index"
)

// Of those who ask for the same new word at once, one finds it and the others wait for that; where it
// comes to nothing, the next one tries.
func TestWordIsFoundOnce(t *testing.T) {
	ctx := context.Background()
	f := foundIn(index.New(listingSchema))
	set, over, err := f.get(ctx, "製造")
	if set != nil || over == nil || err != nil {
		t.Fatal(set, err)
	}
	if _, other, err := f.get(ctx, "建設"); other == nil || err != nil {
		t.Fatal("another word waits", err)
	}
	gone, leave := context.WithCancel(ctx)
	leave()
	if _, second, err := f.get(gone, "製造"); second != nil || !errors.Is(err, context.Canceled) {
		t.Fatal("who goes away does not leave", err)
	}
	type answer struct {
		set  *index.Set
		over func()
	}
	answers := make(chan answer)
	for range 2 {
		go func() {
			set, over, err := f.get(ctx, "製造")
			if err != nil {
				t.Error(err)
			}
			answers <- answer{set, over}
		}()
	}
	select {
	case a := <-answers:
		t.Fatal("one does not wait", a)
	default:
	}
	over() // it failed
	next := <-answers
	if next.set != nil || next.over == nil {
		t.Fatal("nobody tries again")
	}
	found := index.SetOf([]uint32{1, 3})
	f.put("製造", found)
	next.over()
	if last := <-answers; last.set != found || last.over != nil {
		t.Errorf("the last got %v", last.set)
	}
	if set, over, err := f.get(ctx, "製造"); set != found || over != nil || err != nil {
		t.Errorf("it is sought again: %v", err)
	}
}
