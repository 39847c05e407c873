package replica

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"tsunagu/app/apptest/targets"
)

// TestIsHeard: a leader is believed while a majority has answered it so lately that there is no other.
func TestIsHeard(t *testing.T) {
	peers := func(ago ...time.Duration) *jetstream.ClusterInfo {
		c := &jetstream.ClusterInfo{}
		for _, a := range ago {
			c.Replicas = append(c.Replicas, &jetstream.PeerInfo{Active: a})
		}
		return c
	}
	for _, c := range []struct {
		info *jetstream.ClusterInfo
		want bool
	}{{nil, true}, {peers(), true}, {peers(time.Second, time.Second), true}, {peers(time.Hour, time.Second), true},
		{peers(4*time.Second, 5*time.Second), false}, {peers(time.Hour, time.Hour, time.Hour, time.Second), false}} {
		if got := isHeard(c.info); got != c.want {
			t.Errorf("%+v: %v", c.info, got)
		}
	}
}

// made for three is written to.
func TestPoorBucket(t *testing.T) {
	c := targets.NATS(t, 3)
	to, ctx := opened(t, c.Address("place"), natsLines(c)...).(*cluster), t.Context()
	js, err := to.connected(ctx)
	if err != nil {
		t.Fatal(err)
	}
	own := jetstream.ObjectStoreConfig{Bucket: targets.Bucket, Storage: jetstream.FileStorage, Replicas: 1}
	patiently(t, func() error { _, err := js.CreateObjectStore(ctx, own); return err })
	if err := putSmall(ctx, to, networkName, "x"); err == nil || !strings.Contains(err.Error(), "--replicas 3") {
		t.Errorf("put: %v", err)
	}
	again := targets.NATS(t, 3)
	to = opened(t, again.Address("place"), natsLines(again)...).(*cluster)
	if js, err = to.connected(ctx); err != nil {
		t.Fatal(err)
	}
	own.Replicas = 3
	patiently(t, func() error { _, err := js.CreateObjectStore(ctx, own); return err })
	patiently(t, func() error { return putSmall(ctx, to, networkName, "mine") })
	// What is not whole is not given out as if it were.
	m, _, err := to.meta(ctx, networkName)
	if err != nil {
		t.Fatal(err)
	}
	if err := to.purge(ctx, js, to.chunkSubject(m.NUID)); err != nil {
		t.Fatal(err)
	}
	if got, err := getSmall(ctx, to, networkName); err == nil || isMissing(err) {
		t.Errorf("an object without its content: %q %v", got, err)
	}
}

// TestSwap: of many that exchange a value at once one wins, and nobody overwrites what he has not seen.
func TestSwap(t *testing.T) {
	c := targets.NATS(t, 3)
	open := func() *cluster { return opened(t, c.Address("place"), natsLines(c)...).(*cluster) }
	a, ctx := open(), t.Context()
	if _, _, err := a.read(ctx, "lease"); !isMissing(err) {
		t.Errorf("a value of nothing: %v", err)
	}
	var first string
	patiently(t, func() (err error) { first, err = a.swap(ctx, "lease", "", []byte("0")); return err })
	if _, err := a.swap(ctx, "lease", "", []byte("x")); !errors.Is(err, errSwapped) {
		t.Errorf("made twice: %v", err)
	}
	const rivals, rounds = 4, 20
	var all sync.WaitGroup
	var mu sync.Mutex
	won := map[string]int{}
	for range rivals {
		me := open()
		all.Go(func() {
			for range rounds {
				b, version, err := me.read(ctx, "lease")
				if err != nil {
					t.Error(err)
					return
				}
				now, err := me.swap(ctx, "lease", version, append(slices.Clip(b), '+'))
				if errors.Is(err, errSwapped) {
					continue
				}
				if err != nil || now == version {
					t.Error(now, err)
					return
				}
				mu.Lock()
				won[version]++
				mu.Unlock()
			}
		})
	}
	all.Wait()
	b, _, err := a.read(ctx, "lease")
	if err != nil || len(b) != 1+len(won) {
		t.Errorf("%d exchanges are confirmed, %d stand: %v", len(won), len(b)-1, err)
	}
	for version, n := range won {
		if n != 1 {
			t.Errorf("%d won over version %s", n, version)
		}
	}
	if _, err := a.swap(ctx, "lease", first, []byte("late")); !errors.Is(err, errSwapped) {
		t.Errorf("an old version wins: %v", err)
	}
	t.Logf("FIGURE swaps: %d rivals, %d confirmed, none over another's", rivals, len(won))
}

// TestRemovedLeavesNothing: the database's files come and go without end, and no trace of them may stay.
func TestRemovedLeavesNothing(t *testing.T) {
	c := targets.NATS(t, 1)
	to, ctx := opened(t, c.Address("place"), natsLines(c)...).(*cluster), t.Context()
	patiently(t, func() error { return putSmall(ctx, to, networkName, "x") })
	for range 3 {
		for i := range 5 {
			if err := putSmall(ctx, to, fmt.Sprint("db/", i), strings.Repeat("x", 200_000)); err != nil {
				t.Fatal(err)
			}
		}
	}
	store, err := to.js.ObjectStore(ctx, targets.Bucket)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := store.GetInfo(ctx, "place/db/1"); err != nil || info.Size != 200_000 || info.Chunks != 2 || info.Bucket != targets.Bucket {
		t.Errorf("NATS's own tools see %+v, %v", info, err)
	}
	if all, err := to.subjects(ctx, "$O.tsunagu.C.>"); err != nil || len(all) != 6 {
		t.Errorf("chunks of what was written over stay: %d subjects, %v", len(all), err)
	}
	// One writing came to no end, two days ago.
	began := fmt.Sprint(time.Now().Add(-48 * time.Hour).Unix())
	if _, err := to.js.Publish(ctx, to.chunkSubject(natsEncoded("place/db/9")+"."+began+"-A"), []byte("x")); err != nil {
		t.Fatal(err)
	}
	to.swept = time.Time{}
	for i := range 5 {
		if err := to.remove(ctx, fmt.Sprint("db/", i)); err != nil {
			t.Fatal(err)
		}
	}
	if err := putSmall(ctx, to, "pulse", "x"); err != nil {
		t.Fatal(err)
	}
	if all, err := to.subjects(ctx, "$O.tsunagu.>"); err != nil || len(all) != 4 {
		t.Errorf("%v %v", all, err)
	}
}
