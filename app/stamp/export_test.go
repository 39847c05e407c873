package stamp

import (
	"time"

	"tsunagu/store"
)

// WriteOnce is tested by itself, in a process that is killed or has no room.
var WriteOnce = writeOnce

// Content is the file of the day that ends at a moment, made of what a transaction sees.
func Content(a Room, q *store.Q, day string, over time.Time) (string, error) {
	p, err := a.nextProof(q, day, over, "")
	if err != nil {
		return "", err
	}
	b, err := dailyFile(q, p, a.publicKey())
	return string(b), err
}

// Batch is what would be sent next, and what the screen says of it.
func Batch(a Room, q *store.Q) (text string, waiting int, err error) {
	s, err := settingOf[siem](q, store.SettingSIEM)
	if err != nil {
		return "", 0, err
	}
	b, err := nextBatch(q, s, a.host())
	if err != nil {
		return "", 0, err
	}
	var shown siemShown
	err = a.showSIEM(q, &shown)
	return b.text.String(), shown.WaitingCount, err
}

// Frame is one event.
var Frame = frame
