package program

import (
	"tsunagu/app/replica"
	"tsunagu/store"
)

// newReplica is the replica that the options name, nil without one: the store is opened with it.
func (hs *house) newReplica(so *store.Options) (*replica.Replica, error) {
	o := hs.o
	if o.Replica == "" {
		return nil, nil
	}
	r, err := replica.New(replica.Options{URL: o.Replica, Credentials: o.ReplicaCredentials, Waits: o.ReplicaWait, Lost: o.ReplicaLost,
		Pair: hs.isPair, Log: hs.log})
	if err != nil {
		return nil, err
	}
	so.Replica = r
	hs.copied.Store(r)
	return r, nil
}

// replicaFigures are the figures of the replica, once for a process: it may lead several times.
func (hs *house) replicaFigures() {
	if hs.o.Replica == "" {
		return
	}
	m, now := hs.metrics, func() replica.Status { return hs.copied.Load().Status() }
	m.Gauge("tsunagu_replica_up", "1 while what is committed reaches the replica's target, else 0.", func() float64 {
		if now().Since.IsZero() {
			return 1
		}
		return 0
	})
	m.Gauge("tsunagu_replica_lost_timestamp_seconds", "Since when the replica's target is lost; 0 while it answers.", func() float64 {
		if since := now().Since; !since.IsZero() {
			return float64(since.Unix())
		}
		return 0
	})
	m.Gauge("tsunagu_replica_own_disk_full", "1 while nothing is sent because this machine's own disk is full, else 0.", func() float64 {
		if now().OwnDisk {
			return 1
		}
		return 0
	})
	m.Gauge("tsunagu_replica_behind_seconds", "Age of the oldest write that the replica's target lacks.",
		func() float64 { return now().Behind.Seconds() })
	m.Gauge("tsunagu_replica_behind_writes", "Writes that the replica's target lacks.", func() float64 { return float64(now().Writes) })
	m.Gauge("tsunagu_replica_epoch", "In which epoch this machine writes; 0 while it does not lead.",
		func() float64 { return float64(now().Epoch) })
}
