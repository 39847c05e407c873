package inspection

import "tsunagu/app/issued"

// makeInput names the deal, and on which of its sides.
type makeInput struct {
	issued.RecordRef
	RecordKind int `json:"recordKind" doc:"どの記録の、どちらの側か: 2 案件、3 交渉の買手側、4 交渉の売手側"`
}
