package store

import "time"

// Period is one of the network's periods and limits in one version (app/deal has their table).
type Period struct {
	Version int       `db:"version"`
	Item    string    `db:"item"`
	Value   int       `db:"value"`
	Creator string    `db:"creator"`
	Created time.Time `db:"created"`
}

// Periods are those of all versions, the oldest first; none where the office never changed them.
func (q *Q) Periods() ([]Period, error) {
	return list[Period](q, "SELECT "+names[Period]("p")+" FROM network_period p ORDER BY p.version, p.item")
}

// AddPeriods writes the version after the one that the caller saw, 0 for the first; ErrStale.
func (t *Tx) AddPeriods(seen int, values map[string]int, by string) error {
	var last int
	if err := t.scan1([]any{&last}, "SELECT coalesce(max(version), 0) FROM network_period"); err != nil {
		return err
	}
	if last != seen {
		return ErrStale
	}
	for item, value := range values {
		if err := insert(t, "network_period", &Period{seen + 1, item, value, by, t.now}); err != nil {
			return err
		}
	}
	return nil
}

// Kinds of settings whose changes are kept.
const (
	ChangeNetwork = "network"
	ChangeLogo    = "logo"
	ChangePeriods = "periods"
	ChangeWeights = "weights"
)

// SettingChange is one setting that somebody of the office gave another value.
type SettingChange struct {
	Kind    string    `db:"kind"`
	Item    string    `db:"item"`
	Was     string    `db:"was"`
	Becomes string    `db:"becomes"`
	Creator string    `db:"creator"`
	Created time.Time `db:"created"`
}

// AddSettingChange records a change; nothing if the value stays the same.
func (t *Tx) AddSettingChange(kind, item, was, becomes, by string) error {
	if was == becomes {
		return nil
	}
	return insert(t, "setting_change", &SettingChange{kind, item, was, becomes, by, t.now})
}

// SettingChanges lists the newest first and counts them; kind "" is all.
func (q *Q) SettingChanges(kind string, p Page) ([]SettingChange, int, error) {
	var w where
	if kind != "" {
		w.add("c.kind = ?", kind)
	}
	return page[SettingChange](q, "c", "setting_change c", &w, "c.seq DESC", p)
}
