package backup

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Label says why a backup was made: labelled backups are rotated apart from the scheduled ones.
type Label string

// Labels.
const (
	Scheduled Label = ""
	ByHand    Label = "hand"
	Update    Label = "update" // before an update of the database
)

// Kept is a backup in the folder, by its file name.
type Kept struct {
	Name        string
	Time        time.Time
	Label       Label
	IsEncrypted bool
}

const stamp = "20060102T150405Z"

var keptName = regexp.MustCompile(`^tsunagu-(\d{8}T\d{6}Z)(-hand|-update)?\.tar(\.age)?$`)

// NameOf is the file name of a backup.
func NameOf(at time.Time, l Label, encrypted bool) string {
	name := "tsunagu-" + at.UTC().Format(stamp)
	if l != Scheduled {
		name += "-" + string(l)
	}
	if name += ".tar"; encrypted {
		name += ".age"
	}
	return name
}

// ParseName parses a file name; false if it is not that of a backup.
func ParseName(name string) (Kept, bool) {
	m := keptName.FindStringSubmatch(name)
	if m == nil {
		return Kept{}, false
	}
	at, err := time.Parse(stamp, m[1])
	return Kept{name, at, Label(strings.TrimPrefix(m[2], "-")), m[3] != ""}, err == nil
}

// How many backups are kept.
const (
	hourly, daily, weekly, monthly = 24, 14, 8, 12
	madeByHand                     = 5
	beforeUpdates                  = 3
)

// Expired are the backups that rotation deletes. Kept are the newest of each of the last 24 hours,
// 14 days, 8 weeks and 12 months in which there is one, of those made by hand the newest 5, and of
// those made before an update the newest 3. Days begin in the given time zone. Hours without a
// backup do not count, so that a machine that was off for a month loses nothing.
func Expired(all []Kept, zone *time.Location) []Kept {
	all = slices.Clone(all)
	slices.SortFunc(all, func(a, b Kept) int {
		if c := b.Time.Compare(a.Time); c != 0 {
			return c
		}
		return strings.Compare(b.Name, a.Name)
	})
	periods := []struct {
		keep int
		of   func(time.Time) string
	}{
		{hourly, func(t time.Time) string { return t.Format("2006010215") }},
		{daily, func(t time.Time) string { return t.Format("20060102") }},
		{weekly, func(t time.Time) string { y, w := t.ISOWeek(); return fmt.Sprint(y, " ", w) }},
		{monthly, func(t time.Time) string { return t.Format("200601") }},
	}
	seen := make([]map[string]bool, len(periods))
	for i := range seen {
		seen[i] = map[string]bool{}
	}
	labelled := map[Label]int{ByHand: madeByHand, Update: beforeUpdates}
	var out []Kept
	for _, k := range all {
		kept := false
		if k.Label == Scheduled {
			for i, p := range periods {
				if key := p.of(k.Time.In(zone)); !seen[i][key] && len(seen[i]) < p.keep {
					seen[i][key], kept = true, true
				}
			}
		} else if labelled[k.Label] > 0 {
			labelled[k.Label]--
			kept = true
		}
		if !kept {
			out = append(out, k)
		}
	}
	return out
}
