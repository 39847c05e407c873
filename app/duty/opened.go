package duty

import (
	"strings"

	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// What one institution recorded, as the office reads it in an emergency (緊急閲覧, compliance.md 1). Of the poisonous kinds it reads that
// they are done or missing, as everybody of the institution does who neither wrote nor approves them.

// Opened are an institution's duties about one listing, or its side of one negotiation.
type Opened struct {
	DutyList   []openedDuty   `json:"dutyList" doc:"負う確認事項と、記録されたもの"`
	WaiverList []openedWaiver `json:"waiverList" doc:"省略の申し出。古い順"`
}

type openedDuty struct {
	KindLabel   string         `json:"kindLabel"`
	RecordName  string         `json:"recordName" doc:"何についての記録か"`
	StateLabel  string         `json:"stateLabel"`
	IsClosed    bool           `json:"isClosed" doc:"内容は、緊急閲覧でも開かない"`
	Record      *openedRecord  `json:"record,omitempty" doc:"なければ記録なし"`
	FileList    []dutyFile     `json:"fileList"`
	EarlierList []OpenedBefore `json:"earlierList" doc:"前の記録。新しい順"`
}

type openedRecord struct {
	OpenedBefore
	ValidUntil  string `json:"validUntil,omitempty" doc:"この日まで有効"`
	ConfirmedBy string `json:"confirmedBy,omitempty" doc:"確認した二人目"`
}

// OpenedBefore is one record.
type OpenedBefore struct {
	PerformedOn string        `json:"performedOn"`
	UserName    string        `json:"userName" doc:"記録した人"`
	Created     string        `json:"created" doc:"UTC"`
	ValueList   []openedValue `json:"valueList" doc:"記録した内容。閉じているときは空"`
}

type openedValue struct {
	Label string `json:"label"`
	Text  string `json:"text"`
}

type openedWaiver struct {
	KindLabel  string `json:"kindLabel"`
	GateLabel  string `json:"gateLabel"`
	Reason     string `json:"reason"`
	UserName   string `json:"userName"`
	Created    string `json:"created" doc:"UTC"`
	StateLabel string `json:"stateLabel"`
}

// FileOf is the kind of duty that a file is evidence of; "" where it is none of these.
func (o *Opened) FileOf(id string) string {
	for i := range o.DutyList {
		for _, f := range o.DutyList[i].FileList {
			if f.FileID == id {
				return o.DutyList[i].KindLabel
			}
		}
	}
	return ""
}

// OpenListing are what the seller's bank recorded before it published a listing. The caller has the office's right to read it.
func OpenListing(q *store.Q, by web.Actor, l *store.Listing) (*Opened, error) {
	periods, err := web.PeriodsOf(q)
	if err != nil {
		return nil, err
	}
	s, err := listingSide(q, l, periods.At(began(q, l.PublishedAt)))
	if err != nil {
		return nil, err
	}
	return opened(q, by, l.InstitutionID, s, sellerName)
}

// OpenNegotiation are what a bank recorded on its side of a negotiation.
func OpenNegotiation(q *store.Q, by web.Actor, n *store.NegotiationRow, of store.InCharge) (*Opened, error) {
	institution, company, name := n.BFID, n.BuyerCompanyID, buyerName
	if of == store.InChargeOfSF {
		institution, company, name = n.SFID, n.SellerCompanyID, sellerName
	}
	periods, err := web.PeriodsOf(q)
	if err != nil {
		return nil, err
	}
	s, err := sideOf(q, institution, n, of, company, periods.At(began(q, n.StartedAt)))
	if err != nil {
		return nil, err
	}
	return opened(q, by, institution, s, name)
}

func opened(q *store.Q, by web.Actor, institution string, s *side, company string) (*Opened, error) {
	r, err := readerFor(q, by, institution)
	if err != nil {
		return nil, err
	}
	out := &Opened{DutyList: []openedDuty{}, WaiverList: []openedWaiver{}}
	for i := range s.owes {
		o := &s.owes[i]
		row, err := r.row(o, company, "")
		if err != nil {
			return nil, err
		}
		x := openedDuty{KindLabel: row.KindLabel, RecordName: row.RecordName, StateLabel: row.StateLabel, IsClosed: o.isPoisonous,
			FileList: append([]dutyFile{}, row.FileList...), EarlierList: []OpenedBefore{}}
		if o.isPoisonous { // as the request for the opening says: done or not, and nothing else
			if x.StateLabel = unfinishedForOthers; standingOf(o.duty, q.Today()) == fulfilled {
				x.StateLabel = o.label(fulfilled)
			}
			out.DutyList = append(out.DutyList, x)
			continue
		}
		if row.DutyID != "" {
			x.Record = &openedRecord{OpenedBefore{row.PerformedOn, row.UserName, row.Created, o.inWords(row.Values, row.Text)}, row.ValidUntil,
				row.ConfirmedBy}
		}
		for _, e := range row.EarlierList {
			x.EarlierList = append(x.EarlierList, OpenedBefore{e.PerformedOn, e.UserName, e.Created, o.inWords(e.Values, e.Text)})
		}
		out.DutyList = append(out.DutyList, x)
	}
	for i := range s.waivers {
		w := &s.waivers[i]
		v, err := r.waiver(w)
		if err != nil {
			return nil, err
		}
		out.WaiverList = append(out.WaiverList, openedWaiver{deal.DutyKind(w.Kind).Label(), deal.Gate(w.Gate).Label(), v.Reason, v.UserName,
			v.Created, map[string]string{"waiting": "二人目の確認待ち", "confirmed": "認めた（" + v.ConfirmedBy + "）",
				"refused": "認めなかった（" + v.ConfirmedBy + "）"}[v.State]})
	}
	return out, nil
}

// inWords is what was recorded, in the order and the words of the form, and of the text that was used.
func (k *kind) inWords(v values, used *usedText) []openedValue {
	out := []openedValue{}
	for i := range k.fields {
		f := &k.fields[i]
		text := v[f.key]
		switch f.kind {
		case fieldChoice, fieldChoices:
			var labels []string
			for key := range strings.SplitSeq(text, ",") {
				if label := f.labelOf(k, key, used); label != "" {
					labels = append(labels, label)
				}
			}
			text = strings.Join(labels, "、")
		case fieldNumber:
			if text != "" {
				text += f.unit
			}
		case fieldDate:
			text = strings.ReplaceAll(text, "-", "/")
		}
		if text != "" {
			out = append(out, openedValue{f.label, text})
		}
	}
	return out
}

// labelOf is the word of a choice; "" for none. That of a text's item is the one of the version that was used.
func (f *field) labelOf(k *kind, key string, used *usedText) string {
	if used != nil && f.key == k.listed {
		for _, x := range used.ChoiceList {
			if x.Key == key {
				return x.Label
			}
		}
	}
	for _, x := range f.choices {
		if x.key == key {
			return x.label
		}
	}
	if f.offers != nil { // its choices are the institution's, and are stored as they are called
		return key
	}
	return ""
}
