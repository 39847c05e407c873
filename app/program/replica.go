package program

import (
	"log/slog"

	"tsunagu/app/host"
	"tsunagu/app/replica"
	"tsunagu/app/web"
	"tsunagu/store"
)

// newReplica is the replica that the options name, nil without one: the store is opened with it, and it has its figures.
func newReplica(o *host.Options, log *slog.Logger, m *web.Metrics, so *store.Options) (*replica.Replica, error) {
	if o.Replica == "" {
		return nil, nil
	}
	r, err := replica.New(replica.Options{URL: o.Replica, Credentials: o.ReplicaCredentials, Waits: o.ReplicaWait, Lost: o.ReplicaLost,
		Log: log})
	if err != nil {
		return nil, err
	}
	so.Replica = r
	m.Gauge("tsunagu_replica_up", "1 while the replica's target answers, else 0.", func() float64 {
		if r.Status().Since.IsZero() {
			return 1
		}
		return 0
	})
	m.Gauge("tsunagu_replica_lost_timestamp_seconds", "Since when the replica's target is lost; 0 while it answers.", func() float64 {
		if since := r.Status().Since; !since.IsZero() {
			return float64(since.Unix())
		}
		return 0
	})
	m.Gauge("tsunagu_replica_behind_seconds", "Age of the oldest write that the replica's target lacks.",
		func() float64 { return r.Status().Behind.Seconds() })
	m.Gauge("tsunagu_replica_behind_writes", "Writes that the replica's target lacks.", func() float64 { return float64(r.Status().Writes) })
	return r, nil
}
