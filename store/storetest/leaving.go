package storetest

import (
	"context"
	"log/slog"
	"time"

	"tsunagu/store"
)

// Leaving is a caller who goes away in the midst: of a store that is opened with Heard, after the n-th
// statement from when it is told so.
type Leaving struct {
	left  int
	leave context.CancelFunc
}

type leavingKey struct{}

// NewLeaving is a caller, and the context of what it does, which ends with the test or when it leaves.
func NewLeaving(ctx context.Context) (context.Context, *Leaving) {
	l := &Leaving{}
	ctx, l.leave = context.WithCancel(context.WithValue(ctx, leavingKey{}, l))
	return ctx, l
}

// After has it leave after so many statements from now on.
func (l *Leaving) After(statements int) { l.left = statements }

// IsGone says that there were so many.
func (l *Leaving) IsGone() bool { return l.left <= 0 }

// End ends the context of who has not left.
func (l *Leaving) End() { l.leave() }

// Heard are the options of a store whose log tells a leaving caller of every statement.
func Heard() store.Options {
	return store.Options{SlowQuery: time.Nanosecond, Log: slog.New(hearing{slog.DiscardHandler})}
}

type hearing struct{ slog.Handler }

func (hearing) Enabled(context.Context, slog.Level) bool { return true }

func (hearing) Handle(ctx context.Context, line slog.Record) error {
	if l, ok := ctx.Value(leavingKey{}).(*Leaving); ok && line.Message == "slow statement" {
		if l.left--; l.left == 0 {
			l.leave()
		}
	}
	return nil
}
