package deal

import "testing"

// Each row says whose names a text may not contain: those of the writer's own side, never the
// other's.
func TestClosedNames(t *testing.T) {
	for _, s := range drawnNegotiations {
		for _, knows := range []bool{false, true} {
			check := func(as Actor, kind MessageType, from MessageOriginatorType, wantSellers, wantBuyers bool) {
				t.Helper()
				if sellers, buyers := ClosedNames(as, kind, from, s, knows); sellers != wantSellers || buyers != wantBuyers {
					t.Errorf("%v %v from %v at %v: %v %v", as, kind, from, s, sellers, buyers)
				}
			}
			l4 := s == NegotiationRealName || s == NegotiationConditions || s == NegotiationSigned
			check(ActorBUY, MessageBUYtoBF, OriginatorBUY, false, false)
			check(ActorBF, MessageBUYtoBF, OriginatorBF, knows && !l4, false)
			check(ActorBF, MessageBFtoSF, OriginatorBF, false, s != NegotiationHope && !l4)
			check(ActorSF, MessageBFtoSF, OriginatorSF, !l4, false)
			check(ActorBoth, MessageBFtoSF, OriginatorSF, false, false)
			check(ActorBoth, MessageBFtoSF, OriginatorBF, false, false)
			check(ActorBoth, MessageBUYtoBF, OriginatorBF, knows && !l4, false)
		}
	}
}
