package store

import (
	"errors"
	"slices"
	"strconv"
	"time"
)

// Duty is a fact that an institution recorded before a deal goes on (確認事項, compliance.md 1): about a company, or about its own side of a
// negotiation. It is the institution's own: nobody else learns that it is there. It is never changed; a correction is another one that
// replaces it.
type Duty struct {
	ID            string    `db:"id"`
	InstitutionID string    `db:"institution_id"`
	Kind          int       `db:"kind"`        // deal.DutyKind
	Of            InCharge  `db:"record_kind"` // InChargeOfCompany, InChargeOfListing, InChargeOfBF, InChargeOfSF
	RecordSeq     uint32    `db:"record_seq"`
	Result        int       `db:"result"`       // deal.DutyResult
	PerformedOn   string    `db:"performed_on"` // YYYY-MM-DD
	ValidUntil    string    `db:"valid_until"`  // the last day on which it counts; "" for no end
	Content       string    `db:"content"`      // JSON object of texts by field
	Salt          string    `db:"salt"`         // random: who reads the hash in the audit log cannot guess the content by it
	Hash          string    `db:"hash"`
	Replaces      *string   `db:"replaces"`
	NeedsSecond   bool      `db:"needs_second"` // it counts only when a second user has confirmed it
	ConfirmedBy   string    `db:"confirmed_by"`
	Confirmed     time.Time `db:"confirmed"`
	Creator       string    `db:"creator"`
	Created       time.Time `db:"created"`
	Erased        time.Time `db:"erased"` // what it said is gone (EraseDuty)
}

// DutyWaiver lets one step of one record go on without a duty that it must have, once a second user has confirmed the reason.
type DutyWaiver struct {
	ID            string    `db:"id"`
	InstitutionID string    `db:"institution_id"`
	Kind          int       `db:"kind"`
	Gate          int       `db:"gate"`        // deal.Gate
	Of            InCharge  `db:"record_kind"` // InChargeOfListing, InChargeOfBF, InChargeOfSF
	RecordSeq     uint32    `db:"record_seq"`
	Reason        string    `db:"reason"`
	Salt          string    `db:"salt"`
	Hash          string    `db:"hash"`
	ConfirmedBy   string    `db:"confirmed_by"` // who confirmed or refused it
	Confirmed     time.Time `db:"confirmed"`
	Refused       time.Time `db:"refused"`
	Creator       string    `db:"creator"`
	Created       time.Time `db:"created"`
}

// Record is one that an institution works on, by its kind and number.
type Record struct {
	Of  InCharge
	Seq uint32
}

// OwnRecord is a record that the viewer's institution works on and his team may see; ErrNotFound.
func (q *Q) OwnRecord(v Viewer, of InCharge, id string) (Record, error) {
	seq, err := q.InChargeSeq(v, of, id)
	return Record{of, seq}, err
}

// ofRecords are the conditions of rows of `d` about some records.
func ofRecords(w *where, institution string, records []Record) {
	var args []any
	text := "("
	for i, r := range records {
		if i > 0 {
			text += " OR "
		}
		text += "d.record_kind = ? AND d.record_seq = ?"
		args = append(args, r.Of, r.Seq)
	}
	w.add("d.institution_id = ?", institution)
	w.add(text+")", args...)
}

// Duties are an institution's of some records, the newest of each kind: none that another one replaces.
func (q *Q) Duties(institution string, records []Record) ([]Duty, error) {
	if len(records) == 0 {
		return nil, nil
	}
	w := &where{}
	ofRecords(w, institution, records)
	return list[Duty](q, "SELECT "+names[Duty]("d")+" FROM duty d WHERE "+w.String()+
		" AND NOT EXISTS (SELECT 1 FROM duty s WHERE s.replaces = d.id) ORDER BY d.seq", w.args...)
}

// Duty is one of an institution, of whichever record; ErrNotFound.
func (q *Q) Duty(institution, id string) (*Duty, error) {
	return get[Duty](q, "SELECT "+names[Duty]("d")+" FROM duty d WHERE d.id = ? AND d.institution_id = ?", id, institution)
}

// DutiesBefore are those that led to a duty, the newest first.
func (q *Q) DutiesBefore(d *Duty) ([]Duty, error) {
	return list[Duty](q, "SELECT "+names[Duty]("d")+" FROM duty d WHERE d.institution_id = ? AND d.record_kind = ? AND d.record_seq = ? AND "+
		"d.kind = ? AND d.id <> ? ORDER BY d.seq DESC", d.InstitutionID, d.Of, d.RecordSeq, d.Kind, d.ID)
}

// CreateDuty writes one; ErrDuplicate where another one replaced the same meanwhile.
func (t *Tx) CreateDuty(d *Duty, by string) error {
	d.ID, d.Creator, d.Created = NewID(), by, t.now
	return insert(t, "duty", d)
}

// ConfirmDuty writes the second user; ErrStale where somebody did, or the duty was replaced.
func (t *Tx) ConfirmDuty(id, by string) error {
	return t.execOne("UPDATE duty SET confirmed_by = ?, confirmed = ? WHERE id = ? AND needs_second = 1 AND confirmed IS NULL AND "+
		"NOT EXISTS (SELECT 1 FROM duty s WHERE s.replaces = duty.id)", by, ms(t.now), id)
}

// DutyFile is evidence of a duty.
type DutyFile struct {
	DutyID  string    `db:"duty_id"`
	FileID  string    `db:"file_id"`
	Creator string    `db:"creator"`
	Created time.Time `db:"created"`
}

// AddDutyFile adds a file, whose row is there.
func (t *Tx) AddDutyFile(dutyID, fileID, by string) error {
	return insert(t, "duty_file", &DutyFile{dutyID, fileID, by, t.now})
}

// DutyFiles are the files of a duty, the oldest first.
func (q *Q) DutyFiles(dutyID string) ([]File, error) {
	return list[File](q, "SELECT "+names[File]("f")+" FROM duty_file x JOIN file f ON f.id = x.file_id WHERE x.duty_id = ? "+
		"ORDER BY x.created, f.id", dutyID)
}

// DutyWaivers are an institution's of some records, the oldest first.
func (q *Q) DutyWaivers(institution string, records []Record) ([]DutyWaiver, error) {
	if len(records) == 0 {
		return nil, nil
	}
	w := &where{}
	ofRecords(w, institution, records)
	return list[DutyWaiver](q, "SELECT "+names[DutyWaiver]("d")+" FROM duty_waiver d WHERE "+w.String()+" ORDER BY d.seq", w.args...)
}

// DutyWaiver is one of an institution, of whichever record; ErrNotFound.
func (q *Q) DutyWaiver(institution, id string) (*DutyWaiver, error) {
	return get[DutyWaiver](q, "SELECT "+names[DutyWaiver]("d")+" FROM duty_waiver d WHERE d.id = ? AND d.institution_id = ?", id, institution)
}

// CreateDutyWaiver writes one that waits for a second user.
func (t *Tx) CreateDutyWaiver(d *DutyWaiver, by string) error {
	d.ID, d.Creator, d.Created = NewID(), by, t.now
	return insert(t, "duty_waiver", d)
}

// DecideDutyWaiver writes what the second user said; ErrStale where somebody did.
func (t *Tx) DecideDutyWaiver(id, by string, confirms bool) error {
	column := "refused"
	if confirms {
		column = "confirmed"
	}
	return t.execOne("UPDATE duty_waiver SET confirmed_by = ?, "+column+" = ? WHERE id = ? AND confirmed IS NULL AND refused IS NULL",
		by, ms(t.now), id)
}

type dutyStopsKey struct{ institution string }

// DutyStops are the companies, by id, about which an institution found what stops every deed outward, and nobody has confirmed
// since that it does not, with the kinds (deal.DutyKind) of what was found. There are few.
func (q *Q) DutyStops(institution string) (map[string][]int, error) {
	return Keep(q, dutyStopsKey{institution}, func() (Kept[map[string][]int], error) {
		found, err := list[struct {
			ID   string `db:"id"`
			Kind int    `db:"kind"`
		}](q, "SELECT DISTINCT c.id AS id, d.kind AS kind FROM duty d JOIN company c ON c.seq = d.record_seq WHERE d.institution_id = ? AND "+
			"d.record_kind = 1 AND d.result = 3 AND NOT EXISTS (SELECT 1 FROM duty s WHERE s.institution_id = d.institution_id AND "+
			"s.record_kind = 1 AND s.record_seq = d.record_seq AND s.kind = d.kind AND s.seq > d.seq AND s.result <> 3 AND "+
			"(s.needs_second = 0 OR s.confirmed IS NOT NULL)) ORDER BY d.kind", institution)
		out := Kept[map[string][]int]{Value: map[string][]int{}, Of: []Source{OfCharge(institution)}, Bytes: 50 + 100*len(found)}
		for _, x := range found {
			out.Value[x.ID] = append(out.Value[x.ID], x.Kind)
		}
		return out, err
	})
}

// AsksNoContact says that a company has asked the institution in charge of it to be left alone (営業停止の申出, compliance.md 2), from
// the moment at which that was recorded until a second user has confirmed that it is over. False for what is no company.
func (q *Q) AsksNoContact(companyID string) (bool, error) {
	c, err := q.CompanyOf(companyID)
	if errors.Is(err, ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	stops, err := q.DutyStops(c.InstitutionID)
	return slices.ContainsFunc(stops[companyID], func(kind int) bool { return strconv.Itoa(kind) == codeDutyContactStop }), err
}

// DutyRecordID is the id of a record that the viewer may see: a company's or a negotiation's; ErrNotFound.
func (q *Q) DutyRecordID(v Viewer, r Record) (id string, err error) {
	t := inChargeTable[r.Of]
	if v.IsBuyer() || t.from == "" {
		return "", ErrNotFound
	}
	err = q.scan1([]any{&id}, "SELECT "+t.alias+".id FROM "+t.from+" WHERE "+t.alias+".seq = ? AND "+v.own(r.Of), r.Seq, v.InstitutionID)
	return id, err
}

// companySeq is the number of a company, whoever works on it; ErrNotFound.
func (q *Q) companySeq(id string) (seq uint32, err error) {
	return seq, q.scan1([]any{&seq}, "SELECT c.seq FROM company c WHERE c.id = ?", id)
}

// RecordsOfSide are the records about which an institution on one side of a negotiation records duties: its company, its side, and
// SF's listing.
func (q *Q) RecordsOfSide(n *Negotiation, of InCharge, companyID string) ([]Record, error) {
	seq, err := q.companySeq(companyID)
	if err != nil {
		return nil, err
	}
	out := []Record{{InChargeOfCompany, seq}}
	if n.ID == "" { // it has not begun
		return out, nil
	}
	var own uint32
	if err := q.scan1([]any{&own}, "SELECT n.seq FROM negotiation n WHERE n.id = ?", n.ID); err != nil && !errors.Is(err, ErrNotFound) {
		return nil, err
	}
	out = append(out, Record{of, own})
	if of == InChargeOfSF {
		var listing uint32
		if err := q.scan1([]any{&listing}, "SELECT l.seq FROM listing l WHERE l.id = ?", n.ListingID); err != nil {
			return nil, err
		}
		out = append(out, Record{InChargeOfListing, listing})
	}
	return out, nil
}

// ListingAt is a listing by its number, without a check of visibility; ErrNotFound.
func (q *Q) ListingAt(seq uint32) (*Listing, error) {
	return q.oneListing("SELECT "+names[Listing]("l")+" FROM listing l WHERE l.seq = ?", seq)
}
