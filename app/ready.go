package app

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"tsunagu/app/replica"
)

// Readiness is the answer of /readyz: whether this server can serve requests now. It contains
// nothing of the network's data, as anybody may ask.
type Readiness struct {
	Ready    bool   `json:"ready"`
	Reason   string `json:"reason,omitempty"`
	Database string `json:"database"` // ok, or unreadable
	Disk     string `json:"disk"`     // ok, or unwritable
	Index    string `json:"index"`    // ready, or building: searches are correct in both cases
	// ok, or lost: what is written is here alone, or is refused (-replica-lost). No reason not to read here.
	Replica string `json:"replica,omitempty"`
}

// readyFor is how long an answer is reused, so that frequent probes do not load the disk.
const readyFor = 2 * time.Second

// ReadyState is the cached answer of /readyz.
type ReadyState struct {
	leaving atomic.Bool

	Mu    sync.Mutex
	Asked time.Time
	last  Readiness
}

// Leave says that the program is about to end: from now on /readyz refuses.
func (a *App) Leave() { a.leaving.Store(true) }

// ready checks whether the platform can serve: a read that waits for no writer, and a file written
// to the disk. An open store has completed its migrations.
func (a *App) ready(ctx context.Context) Readiness {
	a.ReadyState.Mu.Lock()
	defer a.ReadyState.Mu.Unlock()
	if a.Asked.IsZero() || time.Since(a.Asked) > readyFor {
		r := Readiness{Database: "ok", Disk: "ok", Index: "building"}
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		h, err := a.Store.Health(ctx)
		if err != nil {
			r.Database, r.Reason = "unreadable", "データベースを読めません。"
			a.Log.Error("not ready", "err", err)
		} else if h.IndexReady {
			r.Index = "ready"
		}
		if err := a.Store.Writable(); err != nil {
			r.Disk, r.Reason = "unwritable", r.Reason+"データのフォルダに書き込めません。ディスクの空き容量と権限を確認してください。"
			a.Log.Error("not ready", "err", err)
		}
		a.last, a.Asked = r, time.Now()
	}
	r := a.last
	if s := replica.Of(a.Platform); s.On && s.Since.IsZero() {
		r.Replica = "ok"
	} else if s.On {
		r.Replica = "lost"
	}
	if s := replica.Of(a.Platform); s.Pair && !s.Leads { // the other machine leads, or soon will
		r.Reason += "この機械が開いていることを、保管先で確かめられません。"
	}
	if a.leaving.Load() {
		r.Reason += "終了しています。"
	}
	r.Ready = r.Reason == ""
	return r
}

func (a *App) readyz(w http.ResponseWriter, r *http.Request) {
	out := a.ready(context.WithoutCancel(r.Context()))
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	if !out.Ready {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	_ = json.NewEncoder(w).Encode(out)
}
