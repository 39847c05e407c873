package deal

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func decide(t *testing.T, f NegotiationFacts, in MoveInput, a Actor) Effects {
	t.Helper()
	e, refusal := Decide(f, in, a)
	if refusal != nil {
		t.Fatalf("%s by %v: %v", in.Kind, a, refusal)
	}
	return e
}

func refused(t *testing.T, f NegotiationFacts, in MoveInput, a Actor, code, part string) {
	t.Helper()
	e, refusal := Decide(f, in, a)
	switch {
	case refusal == nil:
		t.Fatalf("%s by %v made: %+v", in.Kind, a, e)
	case refusal.Code != code || !strings.Contains(refusal.Detail, part):
		t.Fatalf("%s by %v: got %v, want %s with %q", in.Kind, a, refusal, code, part)
	}
}

func TestSameInstitutionNeedsSecondUser(t *testing.T) {
	f := ready(NegotiationHope, MoveApproveRealName)
	f.IsSecondUser = false
	refused(t, f, MoveInput{Kind: MoveApproveRealName}, ActorBoth, NotAllowed, "別の担当者")
	decide(t, f, MoveInput{Kind: MoveApproveRealName}, ActorSF)
	f.IsSecondUser = true
	e := decide(t, f, MoveInput{Kind: MoveApproveRealName}, ActorBoth)
	if !e.OpensL4 || e.Ledger != "ネームクリア" || e.Status != NegotiationRealName {
		t.Errorf("%+v", e)
	}

	f = ready(NegotiationConditions, MoveConfirmContract)
	f.ContractProposed, f.IsSecondUser = SideBF, false
	refused(t, f, MoveInput{Kind: MoveConfirmContract}, ActorBoth, NotAllowed, "別の担当者")
	refused(t, f, MoveInput{Kind: MoveConfirmContract}, ActorBF, NotAllowed, "自らの提案")
	decide(t, f, MoveInput{Kind: MoveConfirmContract}, ActorSF)
}

func TestRealNameNeedsTheOwner(t *testing.T) {
	for s, part := range map[SellerApprovalStatus]string{SellerNotAsked: "先にオーナーへ", SellerAsked: "待っています", SellerRefused: "却下してください"} {
		f := ready(NegotiationHope, MoveApproveRealName)
		f.SellerApproval = s
		refused(t, f, MoveInput{Kind: MoveApproveRealName}, ActorSF, NotAllowed, part)
	}
	f := ready(NegotiationHope, MoveOwnerAgree)
	f.PaperWaits = false
	refused(t, f, MoveInput{Kind: MoveOwnerAgree}, ActorSF, Invalid, "書面")
	f.PaperWaits, f.IsSecondUser = true, false
	refused(t, f, MoveInput{Kind: MoveOwnerAgree}, ActorSF, NotAllowed, "別の担当者")
	if e := decide(t, f, MoveInput{Kind: MoveOwnerAgree}, ActorSeller); e.SellerApproval != SellerAgreed || e.OpensL4 ||
		e.Status != NegotiationHope {
		t.Errorf("the owner's answer alone opens nothing: %+v", e)
	}
}

func TestRealNameRequest(t *testing.T) {
	good := ready(NegotiationAnonymous, MoveRequestRealName)
	e := decide(t, good, MoveInput{Kind: MoveRequestRealName}, ActorBF)
	if !e.OpensBuyerName || e.OpensL4 || e.AnswerDue != "2026-12-05" || e.Status != NegotiationHope {
		t.Errorf("%+v", e)
	}
	for part, spoil := range map[string]func(*NegotiationFacts){
		"秘密保持契約":     func(f *NegotiationFacts) { f.IsConsent = false },
		"詳細が不足":      func(f *NegotiationFacts) { f.BuyerDetailsComplete = false },
		"実名開示同意":     func(f *NegotiationFacts) { f.IsRealNameConsent = false },
		"受付停止中":      func(f *NegotiationFacts) { f.IsStopped = true },
		"2026/12/20": func(f *NegotiationFacts) { f.LastRejectedAt = now.AddDate(0, 0, -1) },
	} {
		f := good
		spoil(&f)
		refused(t, f, MoveInput{Kind: MoveRequestRealName}, ActorBF, NotAllowed, part)
	}
	f := good
	f.LastRejectedAt = now.AddDate(0, 0, -30)
	decide(t, f, MoveInput{Kind: MoveRequestRealName}, ActorBF)
}

func TestRejectClosesTheName(t *testing.T) {
	f := ready(NegotiationHope, MoveRejectRealName)
	for _, to := range []NegotiationStatus{NegotiationAnonymous, NegotiationBroken} {
		e := decide(t, f, MoveInput{Kind: MoveRejectRealName, To: to, OwnerReason: "希望に合わない"}, ActorSF)
		if e.Status != to || !e.ClosesBuyerName || !e.ClearRealNameConsent || e.SellerApproval != SellerNotAsked || e.OpensL4 {
			t.Errorf("to %v: %+v", to, e)
		}
		if (to == NegotiationBroken) != (e.EndReason == EndNameNotCleared && e.ClosesNames && e.ClearConsent) {
			t.Errorf("to %v: %+v", to, e)
		}
	}
	refused(t, f, MoveInput{Kind: MoveRejectRealName, To: NegotiationRealName, OwnerReason: "x"}, ActorSF, Invalid, "却下の後")
	// A bank that refuses without asking the owner, or against or before his answer, must give him a
	// reason (domain 0.12).
	for _, s := range []SellerApprovalStatus{SellerNotAsked, SellerAsked, SellerAgreed} {
		f.SellerApproval = s
		refused(t, f, MoveInput{Kind: MoveRejectRealName, To: NegotiationAnonymous, Comment: "x", OwnerReason: " 　"}, ActorSF, Invalid, "打診状況報告")
	}
	f.SellerApproval = SellerRefused
	decide(t, f, MoveInput{Kind: MoveRejectRealName, To: NegotiationAnonymous}, ActorSF)
}

func TestStepBack(t *testing.T) {
	for _, s := range drawnNegotiations {
		f := ready(s, MoveStepBack)
		in := MoveInput{Kind: MoveStepBack, Expected: &f.Status, Comment: "予算が合わない"}
		if !s.Live() {
			if _, refusal := Decide(f, in, ActorBUY); refusal == nil {
				t.Errorf("the buyer steps back at %v", s)
			}
			continue
		}
		e := decide(t, f, in, ActorBUY)
		if e.Status != NegotiationBroken || e.EndReason != EndBuyerDeclined || !e.ClearConsent || !e.KillOwnerKey || !e.ThreadsClosed ||
			!e.DisposalTask || e.ContractProposed != SideNone {
			t.Errorf("at %v: %+v", s, e)
		}
		byBank := decide(t, f, MoveInput{Kind: MoveEnd, Reason: EndBuyerDeclined}, ActorBF)
		if !slices.Equal(e.Lines, byBank.Lines) {
			t.Errorf("at %v all read %v, where the bank ends it %v", s, e.Lines, byBank.Lines)
		}
		refused(t, f, MoveInput{Kind: MoveStepBack, Comment: " 　"}, ActorBUY, Invalid, "理由")
		for _, a := range []Actor{ActorBF, ActorSF, ActorBoth, ActorSystem} {
			refused(t, f, in, a, NotAvailable, "")
		}
	}
}

func TestContract(t *testing.T) {
	f := ready(NegotiationConditions, MoveProposeContract)
	e := decide(t, f, MoveInput{Kind: MoveProposeContract}, ActorSF)
	if e.Status != NegotiationConditions || e.ContractProposed != SideSF || e.ListingConcluded {
		t.Errorf("a proposal concludes nothing: %+v", e)
	}
	f.ContractProposed = SideSF
	refused(t, f, MoveInput{Kind: MoveWithdrawContract}, ActorBF, NotAllowed, "相手方の提案")
	e = decide(t, f, MoveInput{Kind: MoveConfirmContract}, ActorBF)
	if e.Status != NegotiationSigned || !e.ListingConcluded || !e.OthersEnd || !e.OffersWithdrawn || e.ClosesNames || e.FinancingTo9 {
		t.Errorf("%+v", e)
	}
	f.ClosingDate = ""
	refused(t, f, MoveInput{Kind: MoveConfirmContract}, ActorBF, NotAllowed, "クロージング予定日")
	for a, want := range map[Actor]MoveKind{ActorBF: MoveConfirmContract, ActorSF: MoveProposeContract} {
		if k, ok := MoveTo(f, NegotiationSigned, a); !ok || k != want {
			t.Errorf("MoveTo 5 by %v: %v", a, k)
		}
	}
	if _, ok := MoveTo(f, NegotiationRealName, ActorSF); ok {
		t.Error("real names are granted by NegotiationApprove alone")
	}
}

func TestEndAndReopen(t *testing.T) {
	f := ready(NegotiationRealName, MoveEnd)
	e := decide(t, f, MoveInput{Kind: MoveEnd, Reason: EndCompliance}, ActorSF)
	if !e.ClosesNames || !e.ClearConsent || !e.FinancingTo9 || !e.DisposalTask || !e.ThreadsClosed || e.EndReason != EndCompliance {
		t.Errorf("%+v", e)
	}
	if strings.Contains(e.Lines[0].Text, "コンプライアンス") {
		t.Error("a compliance reason is told to the other side")
	}
	refused(t, f, MoveInput{Kind: MoveEnd, Reason: 11}, ActorSF, Invalid, "理由")
	f.Financing = FinancingExecuted
	if decide(t, f, MoveInput{Kind: MoveEnd, Reason: EndTerms}, ActorSF).FinancingTo9 {
		t.Error("a loan that was paid out is not undone")
	}

	f = ready(NegotiationBroken, MoveReopenAgree)
	if e := decide(t, f, MoveInput{Kind: MoveReopenAgree}, ActorSF); e.Status != NegotiationAnonymous || e.OpensL4 || e.OpensBuyerName {
		t.Errorf("%+v", e)
	}
	old := f
	old.ConsentAt = f.EndedAt.Add(-time.Minute)
	refused(t, old, MoveInput{Kind: MoveReopenAgree}, ActorSF, NotAllowed, "新たな秘密保持契約")
	late := f
	late.EndedAt = now.AddDate(0, 0, -91)
	refused(t, late, MoveInput{Kind: MoveReopenAgree}, ActorSF, NotAllowed, "再開できる期間を過ぎた")
	edge := f
	edge.EndedAt = now.AddDate(0, 0, -90)
	decide(t, edge, MoveInput{Kind: MoveReopenAgree}, ActorSF)
}

func TestStaleAndUnseen(t *testing.T) {
	f := ready(NegotiationAnonymous, MoveRequestRealName)
	saw := NegotiationNone
	refused(t, f, MoveInput{Kind: MoveRequestRealName, Expected: &saw}, ActorBF, Stale, "匿名交渉中")
	// Actors without a right to the row are not even told that it moved.
	for _, a := range []Actor{ActorNone, ActorSF, ActorBUY, ActorOffice} {
		refused(t, f, MoveInput{Kind: MoveRequestRealName, Expected: &saw}, a, NotAvailable, "")
	}
	// SF may not know of a row in status 0 unless it offered, nor of one that ended there.
	f = NegotiationFacts{Exists: true, Now: now, Interest: InterestInterested, ListingVisible: true}
	if m := Moves(f, ActorSF); m != nil {
		t.Errorf("SF has moves on a row at 0: %v", m)
	}
	if SFSees(NegotiationNone, 0, OfferNone) || SFSees(NegotiationBroken, NegotiationNone, OfferNone) ||
		!SFSees(NegotiationNone, 0, OfferDeclined) || !SFSees(NegotiationBroken, NegotiationAnonymous, OfferNone) {
		t.Error("SFSees")
	}
	// SF must not learn of interest or of an early consent.
	for _, k := range []MoveKind{MoveInterest, MoveConsent} {
		for _, line := range decide(t, f, MoveInput{Kind: k}, ActorBUY).Lines {
			if line.SF {
				t.Errorf("%s at 0 is told to SF", k)
			}
		}
	}
}

func TestMovesTellWhy(t *testing.T) {
	f := ready(NegotiationAnonymous, MoveRequestRealName)
	f.IsConsent = false
	i := slices.IndexFunc(Moves(f, ActorBF), func(m Move) bool { return m.Kind == MoveRequestRealName })
	if i < 0 || !strings.Contains(Moves(f, ActorBF)[i].Blocked, "秘密保持契約") {
		t.Errorf("%+v", Moves(f, ActorBF))
	}
	for _, m := range Moves(f, ActorBUY) {
		if m.Kind != MoveConsent && m.Kind != MoveStepBack {
			t.Errorf("BUY at 1 without consent has %v", m)
		}
	}
	// A move that Moves offers unblocked is accepted by Decide, given the input.
	for _, s := range drawnNegotiations {
		for _, a := range allActors {
			for _, r := range moveRules {
				f := ready(s, r.kind)
				f.ContractProposed = proposedFor(r.kind, a)
				for _, m := range Moves(f, a) {
					in := MoveInput{Kind: m.Kind, OnPaper: true, Reason: EndTerms, To: NegotiationAnonymous, Comment: "理由", OwnerReason: "理由"}
					_, refusal := Decide(f, in, a)
					if (m.Blocked == "") != (refusal == nil) {
						t.Errorf("%v %v by %v: blocked %q, decided %v", s, m.Kind, a, m.Blocked, refusal)
					}
				}
			}
		}
	}
}

func TestIsApprovalMe(t *testing.T) {
	f := ready(NegotiationHope, MoveApproveRealName)
	if !IsApprovalMe(f, ActorSF) || IsApprovalMe(f, ActorBF) || IsApprovalMe(f, ActorBUY) {
		t.Error("SF decides on real names")
	}
	f.SellerApproval = SellerAsked
	if IsApprovalMe(f, ActorSF) {
		t.Error("nothing to decide before the owner answers")
	}
	f = ready(NegotiationConditions, MoveConfirmContract)
	f.ContractProposed = SideSF
	if !IsApprovalMe(f, ActorBF) || IsApprovalMe(f, ActorSF) {
		t.Error("the other side confirms")
	}
	if !IsApprovalMe(NegotiationFacts{Exists: true, Offer: OfferWaiting, Now: now}, ActorBF) {
		t.Error("BF forwards an offer")
	}
}

func TestLinesBearNoName(t *testing.T) {
	// The facts contain no names, so no line can. What remains to check is that each move that both
	// sides must know of has a line for both.
	for _, k := range []MoveKind{MoveStart, MoveRequestRealName, MoveApproveRealName, MoveConditions, MoveConfirmContract} {
		r, _ := ruleOf(k)
		f := ready(r.from[0], k)
		f.ContractProposed = proposedFor(k, r.actors[0])
		e := decide(t, f, MoveInput{Kind: k}, r.actors[0])
		if len(e.Lines) != 1 || !e.Lines[0].BF || !e.Lines[0].SF || !e.Lines[0].BUY {
			t.Errorf("%s: %+v", k, e.Lines)
		}
	}
}

func TestStep(t *testing.T) {
	for s, want := range map[NegotiationStatus]int{0: -1, 1: 0, 2: 1, 3: 2, 4: 3, 5: 4, 9: -1} {
		if got := StepOf(ready(s, MoveEnd)); got.Index != want || got.Ended != (s == NegotiationBroken) {
			t.Errorf("StepOf(%d) = %+v", s, got)
		}
	}
	f := ready(NegotiationHope, MoveAskOwner)
	if s := StepOf(f); !strings.Contains(s.SF, "依頼してください") || !strings.Contains(s.BF, "待っています") {
		t.Errorf("%+v", s)
	}
}
