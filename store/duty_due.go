package store

import (
	"strings"
	"time"
)

// DueDuty is a duty, or a waiver of one, that waits for somebody of the institution.
type DueDuty struct {
	Of         InCharge  // of the record
	RecordSeq  uint32    `db:"record_seq"`
	RecordID   string    `db:"record_id"`
	Name       string    `db:"name"`       // of a company, or of a listing as it is being edited; "" of a negotiation
	Kind       int       `db:"kind"`       // deal.DutyKind
	CompanyOf  int       `db:"company_of"` // a company's kind
	ValidUntil string    `db:"valid_until"`
	IsWaiting  bool      `db:"is_waiting"` // for a second user
	IsWaiver   bool      `db:"is_waiver"`
	Creator    string    `db:"creator"`
	Created    time.Time `db:"created"`
}

// DueDuties are the viewer's institution's that wait for a second user or end up to a day, of records that are still under way and that
// his team may see. A look at the list of buyers, which counts for days alone, matters while the buyer negotiates. The looks after a deal
// was signed are Aftercares.
func (q *Q) DueDuties(v Viewer, until string) (out []DueDuty, err error) {
	if v.IsBuyer() {
		return nil, nil
	}
	for _, of := range InChargeKinds {
		t, name, companyOf, isNeeded := inChargeTable[of], "''", "0", ""
		switch of {
		case InChargeOfCompany:
			name, companyOf = "coalesce((SELECT x.company_name FROM company_details x WHERE x.company_id = c.id), '')", "c.kind"
			isNeeded = " AND (d.kind <> " + codeDutyListedBuyer + " OR EXISTS (SELECT 1 FROM negotiation n WHERE n.buyer_company_id = c.id AND " +
				"n.bf_id = d.institution_id AND n.status " + listOfLive + "))"
		case InChargeOfListing:
			name = "coalesce((SELECT x.business_name FROM listing_content x WHERE x.listing_id = l.id AND x.side = 1), '')"
		}
		record := " d.record_seq, " + t.alias + ".id AS record_id, " + name + " AS name, d.kind, " + companyOf + " AS company_of, "
		from := " d JOIN " + t.from + " ON " + t.alias + ".seq = d.record_seq WHERE d.institution_id = ? AND d.record_kind = ? AND " +
			v.own(of) + " AND " + t.live
		found, err := list[DueDuty](q, "SELECT"+record+"d.valid_until, d.needs_second = 1 AND d.confirmed IS NULL AS is_waiting, "+
			"0 AS is_waiver, d.creator, d.created AS created FROM duty"+from+" AND NOT EXISTS (SELECT 1 FROM duty s WHERE s.replaces = d.id) AND "+
			"(d.needs_second = 1 AND d.confirmed IS NULL OR d.valid_until <> '' AND d.valid_until <= ? AND d.kind <> "+codeDutyAftercare+
			isNeeded+") "+
			"UNION ALL SELECT"+record+"'', 1, 1, d.creator, d.created FROM duty_waiver"+from+" AND d.confirmed IS NULL AND d.refused IS NULL "+
			"ORDER BY created", v.InstitutionID, of, v.InstitutionID, until, v.InstitutionID, of, v.InstitutionID)
		if err != nil {
			return nil, err
		}
		for i := range found {
			found[i].Of = of
		}
		out = append(out, found...)
	}
	return out, nil
}

// Aftercare is a signed deal of the seller's bank (成約) after which it still looks whether what was promised is kept.
type Aftercare struct {
	Seq        uint32    `db:"seq"`
	ID         string    `db:"id"`
	Signed     time.Time `db:"signed"`
	ValidUntil string    `db:"valid_until"` // of what was recorded last; "" where nothing was
}

// aftercareFrom are the signed deals that can have one: those whose contract's day both sides confirmed. One that was signed before there
// were such days is from before this duty.
const aftercareFrom = " FROM negotiation n %j WHERE n.status = " + codeNegotiationSigned + " AND EXISTS (SELECT 1 FROM milestone m WHERE " +
	"m.negotiation_id = n.id AND m.kind = " + codeMilestoneContract + ")"

// aftercareBegan is when a network got this duty, as its migration wrote it; a network that began with it looks at every deal.
const aftercareBegan = "coalesce((SELECT CAST(value AS INTEGER) FROM setting WHERE key = 'aftercare_since'), 0)"

// Aftercares are those of the viewer's institution that are not done, and that his team may see; of those signed before the network
// had this duty the ones that somebody looked at all the same.
func (q *Q) Aftercares(v Viewer) ([]Aftercare, error) {
	if v.IsBuyer() {
		return nil, nil
	}
	join := "LEFT JOIN duty d ON d.institution_id = n.sf_id AND d.record_kind = 4 AND d.record_seq = n.seq AND d.kind = " + codeDutyAftercare +
		" AND NOT EXISTS (SELECT 1 FROM duty s WHERE s.replaces = d.id)"
	since := " AND (d.id IS NULL AND n.status_at >= " + aftercareBegan + " OR d.valid_until <> '')"
	return list[Aftercare](q, "SELECT n.seq, n.id, n.status_at AS signed, coalesce(d.valid_until, '') AS valid_until"+
		strings.Replace(aftercareFrom, "%j", join, 1)+" AND "+v.own(InChargeOfSF)+since+" ORDER BY n.seq",
		v.InstitutionID)
}

// SignedDeals are the signed deals of the viewer's institution on the seller's side, since a moment, that his team may see and that can
// have an aftercare, whatever was recorded of it.
func (q *Q) SignedDeals(v Viewer, since time.Time) ([]Aftercare, error) {
	if v.IsBuyer() {
		return nil, nil
	}
	return list[Aftercare](q, "SELECT n.seq, n.id, n.status_at AS signed, '' AS valid_until"+strings.Replace(aftercareFrom, "%j", "", 1)+
		" AND "+v.own(InChargeOfSF)+" AND n.status_at >= ? AND n.status_at >= "+aftercareBegan+" ORDER BY n.seq", v.InstitutionID, ms(since))
}

// SignedSince are the deals of the network that were signed after a moment, by their ids.
func (q *Q) SignedSince(at time.Time) ([]string, error) {
	return codes[string](q, "SELECT n.id"+strings.Replace(aftercareFrom, "%j", "", 1)+" AND n.status_at > ? AND n.status_at >= "+
		aftercareBegan+" ORDER BY n.seq", ms(at))
}

// DueReports are the reports of buyers' banks of which the viewer's institution has not said yet what it tells the owner, whom it is still
// asking for the names.
func (q *Q) DueReports(v Viewer) ([]DueDuty, error) {
	if v.IsBuyer() {
		return nil, nil
	}
	out, err := list[DueDuty](q, "SELECT n.seq AS record_seq, n.id AS record_id, '' AS name, "+codeDutyBuyerReport+" AS kind, "+
		"0 AS company_of, '' AS valid_until, 0 AS is_waiting, 0 AS is_waiver, r.creator, r.created FROM negotiation n CROSS JOIN buyer_report r "+
		"ON r.negotiation_id = n.id WHERE "+v.own(InChargeOfSF)+" AND n.status = "+codeNegotiationHope+" AND n.seller_approval_status < "+
		codeSellerAgreed+" AND NOT EXISTS (SELECT 1 FROM buyer_report s WHERE s.replaces = r.id) AND NOT EXISTS (SELECT 1 FROM duty d WHERE "+
		"d.institution_id = n.sf_id AND d.record_kind = 4 AND d.record_seq = n.seq AND d.kind = "+codeDutyBuyerReport+
		" AND d.content ->> 'report' = r.id) ORDER BY r.seq", v.InstitutionID)
	for i := range out {
		out[i].Of = InChargeOfSF
	}
	return out, err
}
