package auth

import (
	"context"
	"errors"
	"strings"
	"testing"

	"golang.org/x/crypto/argon2"
)

func TestHashVerify(t *testing.T) {
	ctx := context.Background()
	k := testKeys(t)
	h := NewHasher(k, 2, Cost{})
	const password = "正しい馬の電池ホチキス"
	encoded, err := h.Hash(ctx, password)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(encoded, "$argon2id$v=19$m=19456,t=2,p=1$") || strings.Contains(encoded, password) {
		t.Errorf("encoded %q", encoded)
	}
	again, err := h.Hash(ctx, password)
	if err != nil || again == encoded {
		t.Errorf("two hashes of one password are equal (%v)", err)
	}
	for typed, want := range map[string]bool{password: true, password + " ": false, "": false, strings.ToUpper(password) + "x": false} {
		if ok, err := h.Verify(ctx, encoded, typed); err != nil || ok != want {
			t.Errorf("%q: %v, %v", typed, ok, err)
		}
	}
	if ok, err := NewHasher(testKeys(t), 2, Cost{}).Verify(ctx, encoded, password); err != nil || ok {
		t.Errorf("verifies under another pepper: %v, %v", ok, err)
	}
	// Without the pepper no password can be tested against the stored hash.
	p, err := parsePHC(encoded)
	if err != nil {
		t.Fatal(err)
	}
	if bare := argon2.IDKey([]byte(password), p.salt, 2, 19*1024, 1, 32); string(bare) == string(p.sum) {
		t.Error("the pepper is not used")
	}
	if h.NeedsRehash(encoded) || !h.NeedsRehash(strings.Replace(encoded, "t=2", "t=1", 1)) || !h.NeedsRehash("x") {
		t.Error("NeedsRehash is wrong")
	}
	if err := h.VerifyNone(ctx, password); err != nil {
		t.Errorf("VerifyNone: %v", err)
	}
}

func TestVerifyDamagedHash(t *testing.T) {
	h := NewHasher(testKeys(t), 2, Cost{})
	const salt, sum = "c2FsdHNhbHRzYWx0c2FsdA", "c3Vtc3Vtc3Vtc3Vtc3Vtc3Vtc3Vtc3Vtc3Vtc3Vtc3U"
	for _, encoded := range []string{
		"", "x", "$argon2id$v=19$m=19456,t=2,p=1$" + salt,
		"$argon2i$v=19$m=19456,t=2,p=1$" + salt + "$" + sum,
		"$argon2id$v=16$m=19456,t=2,p=1$" + salt + "$" + sum,
		"$argon2id$v=19$m=4194304,t=2,p=1$" + salt + "$" + sum, // 4 GiB
		"$argon2id$v=19$m=19456,t=4000000,p=1$" + salt + "$" + sum,
		"$argon2id$v=19$m=19456,t=2,p=4$" + salt + "$" + sum,
		"$argon2id$v=19$m=19456,t=0,p=1$" + salt + "$" + sum,
		"$argon2id$v=19$m=19456,t=2,p=1,x$" + salt + "$" + sum,
		"$argon2id$v=19$m=19456,t=2,p=1$" + salt + "$!!",
		"$argon2id$v=19$m=19456,t=2,p=1$AA$" + sum,
	} {
		if ok, err := h.Verify(context.Background(), encoded, "password"); ok || !errors.Is(err, ErrPasswordHash) {
			t.Errorf("%q: %v, %v", encoded, ok, err)
		}
	}
}

func TestHasherBusyAndCancelled(t *testing.T) {
	h := NewHasher(testKeys(t), 2, Cost{})
	if cap(h.slots) != 2 {
		t.Errorf("%d at a time on 2 cores", cap(h.slots))
	}
	for range cap(h.slots) { // every core is taken
		h.slots <- struct{}{}
	}
	cancelled, cancel := context.WithCancel(context.Background())
	waiting := make(chan error)
	go func() { waiting <- h.VerifyNone(cancelled, "x") }()
	h.queue <- struct{}{} // the queue has room for others
	select {
	case err := <-waiting:
		t.Fatalf("did not wait for a core: %v", err)
	default:
	}
	cancel()
	if err := <-waiting; !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled while waiting: %v", err)
	}

	for len(h.queue) < cap(h.queue) { // every place in the queue is taken
		h.queue <- struct{}{}
	}
	ctx := context.Background()
	if _, err := h.Hash(ctx, "x"); !errors.Is(err, ErrBusy) {
		t.Errorf("Hash: %v", err)
	}
	if err := h.VerifyNone(ctx, "x"); !errors.Is(err, ErrBusy) {
		t.Errorf("VerifyNone: %v", err)
	}
	if err := h.VerifyNone(cancelled, "x"); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled before: %v", err)
	}
	for len(h.slots) > 0 { // after all have finished it works again
		<-h.slots
	}
	for len(h.queue) > 0 {
		<-h.queue
	}
	encoded, err := h.Hash(ctx, "x")
	if err != nil {
		t.Fatal(err)
	}
	if ok, err := h.Verify(ctx, encoded, "x"); !ok || err != nil {
		t.Errorf("afterwards: %v, %v", ok, err)
	}
	if len(h.queue) != 0 || len(h.slots) != 0 {
		t.Errorf("places not given back: queue %d, cores %d", len(h.queue), len(h.slots))
	}
}
