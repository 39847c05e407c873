package auth

import (
	"context"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"golang.org/x/crypto/argon2"
)

// Cost is what a password's hash costs its maker and who guesses.
type Cost struct {
	Memory uint32 // KiB
	Time   uint32 // passes over it
}

// standardCost is that of trust.md "Passwords and lockout".
var standardCost = Cost{19 * 1024, 2}

// argon2id in one lane.
const (
	argonThreads = 1
	argonSalt    = 16
	argonSum     = 32
)

// queuePerCore is how many sign-ins may wait for each core, about a second's work: answering "busy"
// at once is better for the user than a timeout.
const queuePerCore = 32

// ErrBusy says that too many passwords are being checked; the caller answers 503, and the password
// has not been checked.
var ErrBusy = errors.New("ただいまログインが混み合っています。しばらく待ってから、もう一度お試しください。")

// ErrPasswordHash says that a stored hash does not have the format of this package.
var ErrPasswordHash = errors.New("stored password hash is damaged")

// Hasher computes and checks password hashes, at most one per core at a time, as each takes 19 MiB
// and a core. It is safe for concurrent use; a process has one.
type Hasher struct {
	keys  *Keys
	cost  Cost
	queue chan struct{} // a place for each call, running or waiting
	slots chan struct{} // a place for each running call
}

// NewHasher makes the process's Hasher under the pepper of keys, for a machine with so many cores. The zero cost is the
// standard: a lower one is for tests, which sign in by the thousand.
func NewHasher(keys *Keys, cores int, cost Cost) *Hasher {
	if cost == (Cost{}) {
		cost = standardCost
	}
	return &Hasher{
		keys:  keys,
		cost:  cost,
		queue: make(chan struct{}, cores*(1+queuePerCore)),
		slots: make(chan struct{}, cores),
	}
}

// Load says how many passwords are being hashed now, and how many wait for a core.
func (h *Hasher) Load() (running, waiting int) {
	running = len(h.slots)
	return running, max(0, len(h.queue)-running)
}

// Hash is the text to store for a password. Errors: [ErrBusy], or the context's.
func (h *Hasher) Hash(ctx context.Context, password string) (string, error) {
	salt := randomBytes(argonSalt)
	sum, err := h.derive(ctx, password, salt, h.cost.Time, h.cost.Memory, argonSum)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, h.cost.Memory, h.cost.Time, argonThreads,
		base64.RawStdEncoding.EncodeToString(salt), base64.RawStdEncoding.EncodeToString(sum)), nil
}

// Verify says whether password, exactly as typed, is the one that encoded was
// made from. Errors: [ErrBusy], the context's, or [ErrPasswordHash].
func (h *Hasher) Verify(ctx context.Context, encoded, password string) (bool, error) {
	p, err := parsePHC(encoded)
	if err != nil {
		return false, err
	}
	sum, err := h.derive(ctx, password, p.salt, p.time, p.memory, uint32(len(p.sum)))
	if err != nil {
		return false, err
	}
	return subtle.ConstantTimeCompare(sum, p.sum) == 1, nil
}

// VerifyNone takes as long as Verify, for an unknown login ID or a user without a password, so that
// the time of the answer reveals nothing.
func (h *Hasher) VerifyNone(ctx context.Context, password string) error {
	_, err := h.derive(ctx, password, make([]byte, argonSalt), h.cost.Time, h.cost.Memory, argonSum)
	return err
}

// NeedsRehash says whether encoded was made with other parameters than today's,
// so that the next successful sign-in should store a new one.
func (h *Hasher) NeedsRehash(encoded string) bool {
	p, err := parsePHC(encoded)
	return err != nil || p.memory != h.cost.Memory || p.time != h.cost.Time ||
		len(p.salt) != argonSalt || len(p.sum) != argonSum
}

// derive waits for a core and hashes. The pepper is applied first, by HMAC: with the database alone
// nobody can test guesses.
func (h *Hasher) derive(ctx context.Context, password string, salt []byte, time, memory, size uint32) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	select {
	case h.queue <- struct{}{}:
		defer func() { <-h.queue }()
	default:
		return nil, ErrBusy
	}
	select {
	case h.slots <- struct{}{}:
		defer func() { <-h.slots }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return argon2.IDKey(h.keys.mac("password", password), salt, time, memory, argonThreads, size), nil
}

type phc struct {
	time, memory uint32
	salt, sum    []byte
}

// parsePHC reads a stored hash. Its limits keep a damaged row from requesting gigabytes.
func parsePHC(encoded string) (phc, error) {
	var p phc
	parts := strings.Split(encoded, "$")
	if len(parts) != 6 || parts[0] != "" || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return p, ErrPasswordHash
	}
	var threads uint32
	if n, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &p.memory, &p.time, &threads); n != 3 || err != nil ||
		parts[3] != fmt.Sprintf("m=%d,t=%d,p=%d", p.memory, p.time, threads) {
		return p, ErrPasswordHash
	}
	if p.memory < 1024 || p.memory > 256*1024 || p.time < 1 || p.time > 16 || threads != argonThreads {
		return p, ErrPasswordHash
	}
	var err error
	if p.salt, err = base64.RawStdEncoding.Strict().DecodeString(parts[4]); err != nil || len(p.salt) < 8 || len(p.salt) > 64 {
		return p, ErrPasswordHash
	}
	if p.sum, err = base64.RawStdEncoding.Strict().DecodeString(parts[5]); err != nil || len(p.sum) < 16 || len(p.sum) > 64 {
		return p, ErrPasswordHash
	}
	return p, nil
}
