package vocabulary_test

import (
	"context"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/store"
	"tsunagu/store/words"
)

// What a question costs on the demo network with the words of the dictionary and for the word itself: by the index, which remembers the
// sets of words that were asked before, and in plain SQL.
func BenchmarkWidened(b *testing.B) {
	a := apptest.DemoPlatform(b)
	if err := a.Store.IndexReady(context.Background()); err != nil {
		b.Fatal(err)
	}
	for name, question := range map[string]string{"word": "「飲食」", "widened": "飲食"} {
		for how, of := range map[string]func(*store.Q) *store.Q{"index": func(q *store.Q) *store.Q { return q }, "sql": (*store.Q).Plain} {
			b.Run(name+"/"+how, func(b *testing.B) {
				for b.Loop() {
					if err := a.Store.Read(context.Background(), func(q *store.Q) error {
						_, _, err := of(q).SearchListings(store.Viewer{}, &store.ListingSearch{Words: words.Question(question), Limit: 10})
						return err
					}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
