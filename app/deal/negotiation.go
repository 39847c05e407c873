package deal

import "time"

// Side is one of the two institutions of a negotiation, as it is stored with
// what one side proposes.
type Side string

const (
	SideNone Side = ""
	SideBF   Side = "BF"
	SideSF   Side = "SF"
)

// NegotiationFacts is everything that a move of one negotiation can depend on
// (domain 4), as the caller finds it in the transaction that will store the
// move.
type NegotiationFacts struct {
	Exists bool // the row is there
	Status NegotiationStatus
	Now    time.Time

	Periods Schedule

	// The listing.
	ListingVisible bool // the listing is in the audience of the buyer (domain 3.4)
	ListingStatus  ListingStatus
	InPeriod       bool // today lies within 公開開始日…dueDate
	IsStopped      bool // 受付停止中 (domain 3.1)

	// The buyer.
	BuyerStatus          CompanyStatus
	IsTrial              bool // trial companies do not negotiate (domain 6)
	BuyerDetailsComplete bool

	// The row.
	IsOneBank         bool // BF and SF are one institution
	HasStarted        bool // it has been at 1
	Interest          InterestStatus
	Offer             OfferSendStatus
	IsConsent         bool
	ConsentAt         time.Time
	IsRealNameConsent bool // the buyer's own 実名開示同意
	SellerApproval    SellerApprovalStatus
	LastRejectedAt    time.Time // of the last real-name request that was refused
	EndedAt           time.Time
	EndedFrom         NegotiationStatus
	IsReopenAsked     bool
	ContractProposed  Side
	Financing         FinancialSupportStatus

	// Milestones in force, as YYYY-MM-DD, "" where not. What waits for the other side is not.
	TopInterviewDate string
	IntentDate       string
	IntentPrice      int64 // 千円
	ContractDate     string
	ClosingDate      string
	ClosedDate       string

	// FactWaits are the sides by which something is to be confirmed (fact.go).
	FactWaitsBF, FactWaitsSF bool
	FactForMe                bool // the actor can confirm one now

	// PaperWaits: a signed paper is attached (real-name consent at 1, owner's
	// consent at 2) and waits for a second FIN user of that side. Attaching it is
	// no move: who has the move, unblocked, may attach.
	PaperWaits bool

	// IsSecondUser: the caller is another user of the institution than the one
	// whose deed he would confirm: who attached the paper, who asked for the real
	// names or proposed the contract (domain 1).
	IsSecondUser bool
	NotSecond    string // why not, where it is not that the deed was his own
}

// actorSees says whether the row is there at all for the actor (domain 4): one
// at 0 is seen by its BUY and BF only, and by SF once SF has offered.
func (f NegotiationFacts) actorSees(a Actor) bool {
	switch a {
	case ActorBUY, ActorBF, ActorBoth, ActorSystem:
		return f.Exists
	case ActorSF, ActorSeller:
		return f.Exists && (f.IsReopenAsked || SFSees(f.Status, f.EndedFrom, f.Offer))
	}
	return false
}

// SFSees says whether SF, when it is not BF as well, sees a row (domain 4). A
// row that ended at 0 stays as unseen as it was: that somebody was interested is
// not told afterwards.
func SFSees(s, endedFrom NegotiationStatus, o OfferSendStatus) bool {
	if s == NegotiationBroken {
		s = endedFrom
	}
	return s != NegotiationNone || o != OfferNone
}

// MoveKind names a move of a negotiation (domain 4).
type MoveKind string

const (
	MoveInterest         MoveKind = "interest"          // – → 0, or interest 2 on a row at 0
	MoveStart            MoveKind = "start"             // –, 0 → 1
	MoveConsent          MoveKind = "consent"           // isConsent
	MoveRealNameConsent  MoveKind = "realname_consent"  // the buyer's own 実名開示同意
	MoveRequestRealName  MoveKind = "request_realname"  // 1 → 2
	MoveAskOwner         MoveKind = "ask_owner"         // sellerApprovalStatus → 1
	MoveOwnerAgree       MoveKind = "owner_agree"       // sellerApprovalStatus → 2
	MoveOwnerRefuse      MoveKind = "owner_refuse"      // sellerApprovalStatus → 3
	MoveApproveRealName  MoveKind = "approve_realname"  // 2 → 3
	MoveRejectRealName   MoveKind = "reject_realname"   // 2 → 1 or 9
	MoveConditions       MoveKind = "conditions"        // 3 → 4
	MoveProposeContract  MoveKind = "propose_contract"  // one side proposes 4 → 5
	MoveWithdrawContract MoveKind = "withdraw_contract" // the proposer takes it back
	MoveConfirmContract  MoveKind = "confirm_contract"  // 4 → 5, the other side
	MoveUndoContract     MoveKind = "undo_contract"     // 5 → 4, office (domain 3.1)
	MoveEnd              MoveKind = "end"               // 0–4 → 9
	MoveStepBack         MoveKind = "step_back"         // 1–4 → 9, the buyer itself
	MoveReopenAsk        MoveKind = "reopen_ask"        // BF asks for 9 → 1
	MoveReopenAgree      MoveKind = "reopen_agree"      // 9 → 1, SF agrees
)

// Move is a move that an actor has from where a negotiation stands. Blocked
// says in Japanese why it cannot be made now, so that a screen shows the button
// disabled with the reason; "" means that it can.
type Move struct {
	Kind    MoveKind
	Label   string              // of the button
	To      []NegotiationStatus // where it may lead; the same status where it only sets a flag
	Needs   []string            // JSON names of the input it needs
	OnPaper bool                // for this actor it goes by a signed paper
	Blocked string
}

// MoveInput is what comes with a move.
type MoveInput struct {
	Kind     MoveKind
	Expected *NegotiationStatus // the status that the caller saw; nil is allowed for jobs alone
	OnPaper  bool               // of MoveConsent by BF: the signed paper is attached
	Reason   EndReason          // of MoveEnd
	To       NegotiationStatus  // of MoveRejectRealName: 1 or 9
	Comment  string             // of MoveUndoContract and MoveStepBack: the reason in words
	// OwnerReason is what the owner is told of MoveRejectRealName, where he did not refuse himself.
	OwnerReason string
}

// Line is a system line (messageType 3). It never bears a name. The flags say
// which side reads it.
type Line struct {
	BUY, BF, SF bool
	Text        string
}

// Effects is what a move does; the caller stores all of it in one transaction.
type Effects struct {
	Status NegotiationStatus // next status, also where it stays
	Moved  bool              // the status changed, or the row was made: its date is now, AnswerDue holds

	CreateRow  bool // the row was not there
	SetStarted bool // the negotiation begins; once only

	SetInterest          bool // interest 2, user action Interested
	SetConsent           bool // with version and hash of the agreement, user, IP, time
	ClearConsent         bool // a later negotiation needs a new one
	SetRealNameConsent   bool
	ClearRealNameConsent bool                 // and a paper of it that waits
	SellerApproval       SellerApprovalStatus // next, also where it stays
	SellerApprovalMoved  bool                 // its date is now: it changed, or the owner is asked anew
	MailOwner            bool                 // link and passcode to the seller's person
	KillOwnerKey         bool                 // an open link of the owner's is dead
	CancelOwnerPaper     bool                 // one of the owner's papers that waits is dead

	SetRealNameRequested bool   // its date
	SetApproved          bool   // date and user
	ApprovedByTwo        bool   // one bank on both sides: who asked, and who approved
	SetRejected          bool   // date and comment
	AnswerDue            string // YYYY-MM-DD, of the real-name request; "" closes it
	OpensChannel         bool   // BF↔SF
	OpensBuyerName       bool   // to SF
	JoinsNote            bool   // an offer of SF's that stood beside the row is told to be for its buyer: one row
	ClosesBuyerName      bool
	OpensL4              bool
	ClosesNames          bool   // both sides': levels fall to L1, messages that bear names and files close
	Ledger               string // heading of the ledger line, "" for none
	ContractProposed     Side   // next, also where it stays
	ContractMoved        bool   // its date is now
	ReopenAsked          bool   // next, also where it stays
	ReopenMoved          bool   // its date is now, or gone

	ClosingDue    string // YYYY-MM-DD, the closing is to be recorded by then; "" says nothing of it
	DropClosed    bool   // クロージング完了 is no longer in force
	DropProposals bool   // no milestone waits for confirmation, no closing is due

	FinancingTo9     bool      // financialSupportStatus → 9
	FinancingTo0     bool      // 9 → 0
	ListingConcluded bool      // listing → 2
	ListingReopened  bool      // listing 2 → 1
	OthersEnd        bool      // the listing's other rows that are not over → 9 with EndRecruitingClosed
	OffersWithdrawn  bool      // the listing's open offers → 9
	EndReason        EndReason // to store with status 9, by whom, when and from where
	KeepEndComment   bool      // with the words of who ended it
	ClearEnd         bool      // all of it is forgotten, and that the papers were disposed of
	DisposalTask     bool      // a task 資料廃棄確認
	ThreadsClosed    bool      // read-only from now on

	Lines   []Line
	Notices []Notice // mails, in their order
}
