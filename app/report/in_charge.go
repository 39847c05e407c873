package report

import (
	"encoding/json"

	"tsunagu/app/listfile"
	"tsunagu/app/web"
	"tsunagu/store"
)

// inCharge is who of the reader's bank works on a row (主担当, 副担当; team.md 1). Rows of others have nobody.
type inCharge struct {
	MainPerson   string   `json:"mainPersonInCharge,omitempty"`
	OtherPersons []string `json:"otherPersonsInCharge,omitempty"`
}

// rowsInCharge is a screen's answer whose rows have who works on them besides.
type rowsInCharge struct {
	listfile.Encoded
	rows [][]byte
}

func (r *rowsInCharge) EncodedList() (string, [][]byte, int) {
	name, _, count := r.Encoded.EncodedList()
	return name, r.rows, count
}

// rowIDs are the ids that rows of the lists have.
type rowIDs struct {
	Negotiation string `json:"buyerNegotiationId"`
	Listing     string `json:"sellerBusinessId"`
	Company     string `json:"companyId"`
}

func (r *rowIDs) of(of store.InCharge) string {
	switch of {
	case store.InChargeOfCompany:
		return r.Company
	case store.InChargeOfListing:
		return r.Listing
	}
	return r.Negotiation
}

// withPersons adds to the rows of a screen's answer who of the reader's bank works on them. The bank's own records alone have
// persons, as its screens show them.
func withPersons(q *store.Q, by web.Actor, of store.InCharge, found listfile.Encoded) (listfile.Encoded, error) {
	_, encoded, count := found.EncodedList()
	if count > len(encoded) { // it is refused
		return found, nil
	}
	ids := make([]string, len(encoded))
	for i, row := range encoded {
		var x rowIDs
		if err := json.Unmarshal(row, &x); err != nil {
			return nil, err
		}
		ids[i] = x.of(of)
	}
	seqs, err := q.InChargeSeqs(by.Viewer, of, ids)
	if err != nil {
		return nil, err
	}
	numbers := make([]uint32, 0, len(seqs))
	for _, seq := range seqs {
		numbers = append(numbers, seq)
	}
	persons, err := q.PersonsInCharge(by.Viewer, of, numbers)
	if err != nil {
		return nil, err
	}
	out := &rowsInCharge{found, make([][]byte, len(encoded))}
	for i, row := range encoded {
		var who inCharge
		for _, p := range persons[seqs[ids[i]]] {
			if p.IsMain {
				who.MainPerson = p.UserName
			} else {
				who.OtherPersons = append(who.OtherPersons, p.UserName)
			}
		}
		if out.rows[i], err = joinedObjects(row, who); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// joinedObjects is an encoded object with the fields of another value behind its own.
func joinedObjects(object []byte, more any) ([]byte, error) {
	fields, err := json.Marshal(more)
	if err != nil || len(fields) == len("{}") {
		return object, err
	}
	out := make([]byte, 0, len(object)+len(fields))
	out = append(append(out, object[:len(object)-1]...), ',')
	return append(out, fields[1:]...), nil
}
