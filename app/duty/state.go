package duty

import (
	"slices"

	"tsunagu/app/deal"
	"tsunagu/store"
)

// standing is where a duty stands today, as the screens name it.
type standing int

const (
	missing standing = iota // 未実施
	fulfilled
	unfinished // recorded, and something is still to be looked into
	waiting    // for a second user
	expired
	stopping
)

var standings = map[standing]string{missing: "未実施", fulfilled: "済み", unfinished: "確認中", waiting: "二人目の確認待ち", expired: "期限切れ",
	stopping: "該当のため停止中"}

// unfinishedForOthers is what who may not read a record is told of one that does not count: not why.
const unfinishedForOthers = "未完了"

// toldAs is how a step names where a duty stands, to whoever of the bank tries it: of a poisonous kind not why it does not count.
func (k *kind) toldAs(at standing) string {
	if k.isPoisonous && at != missing && at != expired {
		return unfinishedForOthers
	}
	return k.label(at)
}

// label is where a duty stands, in the words of its kind.
func (k *kind) label(at standing) string {
	if label := k.standings[at]; label != "" {
		return label
	}
	return standings[at]
}

// stateAs is the same for the browser: nothing is missing of what a bank records only when its customer asks for it.
func (k *kind) stateAs(at standing) string {
	if at == missing && k.isOnRequest {
		return "none"
	}
	return states[at]
}

// standingOf is where a duty stands on a day; nil is none.
func standingOf(d *store.Duty, today string) standing {
	switch {
	case d == nil:
		return missing
	case d.Result == int(deal.DutyStops):
		return stopping
	case d.ValidUntil != "" && d.ValidUntil < today:
		return expired
	case d.NeedsSecond && d.ConfirmedBy == "":
		return waiting
	case d.Result == int(deal.DutyOpen):
		return unfinished
	}
	return fulfilled
}

// owed is one duty of one record, with what was recorded last; a nil duty where nothing was.
type owed struct {
	*kind
	record store.Record
	duty   *store.Duty
	signed string // the day on which the deal was signed; "" where it is not
}

// on says which of a side's records a kind is about; false where the side does not owe it. records are the company, the side's own and
// SF's listing.
func (k *kind) on(of store.InCharge, records []store.Record, isHouse, knowsBuyer bool) (store.Record, bool) {
	isBuyers := of == store.InChargeOfBF
	if isBuyers && k.buyer || !isBuyers && k.seller {
		return records[0], true
	}
	if k.listing && !isBuyers {
		return recordOf(records, store.InChargeOfListing)
	}
	if slices.Contains(k.sides, of) && (!k.onlyHouse || isHouse) && (!k.fromNames || knowsBuyer) {
		return recordOf(records, of)
	}
	return store.Record{}, false
}

// recordOf is the one of a kind among a side's records; false where it has none.
func recordOf(records []store.Record, of store.InCharge) (store.Record, bool) {
	for _, r := range records {
		if r.Of == of {
			return r, true
		}
	}
	return store.Record{}, false
}

// newest is the last duty of a kind about a record.
func newest(all []store.Duty, k deal.DutyKind, r store.Record) *store.Duty {
	for i := len(all) - 1; i >= 0; i-- {
		if d := &all[i]; d.Kind == int(k) && d.Of == r.Of && d.RecordSeq == r.Seq {
			return d
		}
	}
	return nil
}
