package deal

// HeldState is the state of a text that is not sent before a second person has released it.
type HeldState int

// The states of a held text.
const (
	HeldWaiting  HeldState = 0
	HeldReturned HeldState = 1
	HeldSent     HeldState = 2
)

var heldStates = []value[HeldState]{{HeldWaiting, "Waiting", "承認待ち"}, {HeldReturned, "Returned", "差戻し"}, {HeldSent, "Sent", "送信済"}}

func (s HeldState) Label() string { return labelOf(heldStates, s) }

// HeldReasonRunes is the most characters of the reason for releasing a name or sending a text back.
const HeldReasonRunes = 300

// reachesAlone says whether only the writer's own institution reads a text.
func reachesAlone(as Actor, kind MessageType) bool { return as == ActorBoth && kind == MessageBFtoSF }

// ClosedNames says whose names a message of one side may not contain yet: the names that the writer's side knows and the reader does not
// (domain 0.7). knowsSeller is whether the writer's institution knows the seller's name. A name that it does not know is not looked for,
// because the answer would reveal it.
func ClosedNames(as Actor, kind MessageType, from MessageOriginatorType, s NegotiationStatus, knowsSeller bool) (sellers, buyers bool) {
	switch {
	case reachesAlone(as, kind):
	case kind == MessageBUYtoBF && from == OriginatorBF:
		sellers = knowsSeller && !s.NamesOpen()
	case kind == MessageBFtoSF && from == OriginatorSF:
		sellers = !s.NamesOpen()
	case kind == MessageBFtoSF && from == OriginatorBF:
		buyers = !BuyerNameOpen(s)
	}
	return sellers, buyers
}
