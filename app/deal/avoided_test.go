package deal

import "testing"

// Who does not want to be offered to a buyer is not named to it; what ends the talk is open, and has to be done.
func TestAvoided(t *testing.T) {
	f := ready(NegotiationHope, MoveApproveRealName)
	f.IsAvoided = true
	for _, kind := range []MoveKind{MoveAskOwner, MoveOwnerAgree, MoveApproveRealName} {
		_, refusal := Decide(f, MoveInput{Kind: kind}, ActorSF)
		if refusal == nil || refusal.Code != NotAllowed || refusal.Detail != AvoidedRefused {
			t.Errorf("%s: %v", kind, refusal)
		}
	}
	for _, in := range []MoveInput{{Kind: MoveEnd, Reason: EndSellerDeclined},
		{Kind: MoveRejectRealName, To: NegotiationAnonymous, OwnerReason: "打診しないご意向"}} {
		if _, refusal := Decide(f, in, ActorSF); refusal != nil {
			t.Errorf("%s: %v", in.Kind, refusal)
		}
	}
	if !IsApprovalMe(f, ActorSF) {
		t.Error("nothing to decide, though the request has to be refused")
	}
	offer := OfferFacts{IsShown: true, InAudience: true, BuyerStatus: CompanyEnabled, MessageRunes: 1, IsAvoided: true}
	_, refusal := DecideOffer(offer, OfferSend, nil, ActorBoth)
	if refusal == nil || refusal.Code != NotAllowed || refusal.Detail != OfferAvoided {
		t.Errorf("an offer: %v", refusal)
	}
	offer.Exists, offer.Status = true, OfferWaiting
	if _, refusal := DecideOffer(offer, OfferForward, nil, ActorBoth); refusal == nil || refusal.Detail != OfferAvoided {
		t.Errorf("passing an offer on: %v", refusal)
	}
	if _, refusal := DecideOffer(offer, OfferWithdraw, nil, ActorBoth); refusal != nil {
		t.Errorf("taking an offer back: %v", refusal)
	}
}
