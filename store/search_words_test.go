package store

import (
	"context"
	"errors"
	"testing"

	"tsunagu/store/index"
)

// Of callers that ask for the same new word at once, one searches and the others wait; if it fails,
// the next one tries.
func TestWordIsFoundOnce(t *testing.T) {
	m := newMemo()
	ed := &edition{n: 1, listings: index.New(listingSchema)}
	m.follow(ed)
	type finding struct {
		set *index.Set
		err error
	}
	begun, end := make(chan string), make(chan finding)
	// ask asks for a word; the test supplies the result.
	ask := func(ctx context.Context, word string) (*index.Set, error) {
		q := alone(t, m)
		q.ctx = ctx
		return remember(q, ed, lookup[*index.Set]{cache: cacheWords, key: wordKey{listingWords, word, true}, mends: listingTable, isRows: true,
			find: func() (Kept[*index.Set], error) {
				begun <- word
				f := <-end
				return Kept[*index.Set]{Value: f.set}, f.err
			}})
	}
	answers := make(chan finding)
	asking := func(word string) {
		go func() {
			set, err := ask(t.Context(), word)
			answers <- finding{set, err}
		}()
	}
	asking("製造")
	if word := <-begun; word != "製造" {
		t.Fatal(word)
	}
	asking("建設")
	if word := <-begun; word != "建設" {
		t.Fatal("another word waits")
	}
	other := index.SetOf([]uint32{2})
	failed := errors.New("no")
	end <- finding{other, nil} // received by one of the two
	end <- finding{other, nil}
	for range 2 {
		if a := <-answers; a.set != other || a.err != nil {
			t.Fatal(a)
		}
	}

	asking("物流")
	<-begun
	gone, leave := context.WithCancel(t.Context())
	leave()
	if set, err := ask(gone, "物流"); set != nil || !errors.Is(err, context.Canceled) {
		t.Fatal("who goes away does not leave", err)
	}
	asking("物流")
	asking("物流")
	select {
	case a := <-answers:
		t.Fatal("one does not wait", a)
	case <-begun:
		t.Fatal("one does not wait")
	default:
	}
	end <- finding{nil, failed}
	if a := <-answers; !errors.Is(a.err, failed) {
		t.Fatal("who has failed is not told", a.err)
	}
	<-begun // the next caller tries
	found := index.SetOf([]uint32{1, 3})
	end <- finding{found, nil}
	for range 2 {
		if a := <-answers; a.set != found || a.err != nil {
			t.Errorf("another one got %v, %v", a.set, a.err)
		}
	}
	if set, err := ask(t.Context(), "物流"); set != found || err != nil {
		t.Errorf("it is sought again: %v", err)
	}
}
