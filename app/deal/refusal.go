package deal

import "slices"

// Actor is the side on which the caller acts in one matter. It comes from the database, never from the request.
type Actor int

const (
	ActorNone   Actor = iota // on no side
	ActorBUY                 // a user of the buyer company
	ActorBF                  // 買手側金融機関
	ActorSF                  // 売手側金融機関
	ActorBoth                // BF and SF are one institution
	ActorSeller              // the seller's person in charge, by link and passcode
	ActorOffice              // 事務局
	ActorSystem              // a job, or the effect of another move
)

var actors = []value[Actor]{
	{ActorNone, "none", "関係なし"}, {ActorBUY, "BUY", "買手"}, {ActorBF, "BF", "買手金融機関"}, {ActorSF, "SF", "売手金融機関"},
	{ActorBoth, "Both", "買手・売手金融機関"}, {ActorSeller, "Seller", "売手"}, {ActorOffice, "Office", "事務局"}, {ActorSystem, "System", "システム"},
}

func (a Actor) Label() string  { return labelOf(actors, a) }
func (a Actor) String() string { return nameOf(actors, a) }

// is says that the actor may act as one of the given; Both acts as BF and as SF.
func (a Actor) is(as []Actor) bool {
	return slices.Contains(as, a) ||
		a == ActorBoth && (slices.Contains(as, ActorBF) || slices.Contains(as, ActorSF))
}

// Codes of a refusal (domain 2).
const (
	NotAvailable = "not_available" // 400: no right to it, as if it did not exist
	Stale        = "stale"         // 409: the caller saw another status
	NotAllowed   = "not_allowed"   // 409: not from here, or a condition is not met
	Invalid      = "invalid"       // 422: the input is wrong
)

// Refusal is a move that was not made. Detail says in Japanese what happened and what to do, and is shown as it is; it never contains a
// name. Field is the JSON name of the wrong input, only for Invalid.
type Refusal struct {
	Code   string
	Detail string
	Field  string
}

func (r *Refusal) Error() string { return r.Code + ": " + r.Detail }

func notAvailable() *Refusal {
	return &Refusal{Code: NotAvailable, Detail: "権限がないか、情報が削除されています。"}
}

func stale(label string) *Refusal {
	return &Refusal{Code: Stale, Detail: "他の担当者が先に更新しました（現在の状態：" + label + "）。最新の内容を確認して、もう一度操作してください。入力した内容は残っています。"}
}

func notAllowed(detail string) *Refusal { return &Refusal{Code: NotAllowed, Detail: detail} }

func invalid(field, detail string) *Refusal {
	return &Refusal{Code: Invalid, Detail: detail, Field: field}
}
