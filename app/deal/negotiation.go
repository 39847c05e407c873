package deal

import "time"

// Side is one of the two institutions of a negotiation; it is stored with proposals.
type Side string

const (
	SideNone Side = ""
	SideBF   Side = "BF"
	SideSF   Side = "SF"
)

// NegotiationFacts is everything that a move of one negotiation can depend on (domain 4), read by
// the caller in the transaction that will store the move.
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
	IsOneBank         bool // BF and SF are one institution, whose users look after both
	IsHouse           bool // BF and SF are one institution, whoever of it looks after which
	HasStarted        bool // it has been in status 1
	Interest          InterestStatus
	Offer             OfferSendStatus
	IsConsent         bool
	ConsentAt         time.Time
	IsRealNameConsent bool // the buyer's own 実名開示同意
	SellerApproval    SellerApprovalStatus
	IsAvoided         bool      // to who knows the buyer's name: the owner does not want to be offered to it (打診しない先; papers.md 2)
	LastRejectedAt    time.Time // of the last real-name request that was refused
	EndedAt           time.Time
	EndedFrom         NegotiationStatus
	IsReopenAsked     bool
	ContractProposed  Side
	Financing         FinancialSupportStatus

	// Milestones in force, as YYYY-MM-DD, "" for none. Unconfirmed ones are not included.
	TopInterviewDate string
	IntentDate       string
	IntentPrice      int64 // 千円
	ContractDate     string
	ClosingDate      string
	ClosedDate       string

	// FactWaits say which sides have something to confirm (fact.go).
	FactWaitsBF, FactWaitsSF bool
	FactForMe                bool // the actor can confirm one now

	Owed Owed // which of the own side's duties hold back each step (compliance.md 2)

	// PaperWaits: a signed paper is attached (real-name consent at 1, owner's consent at 2) and waits for a second FIN user of that side.
	// Attaching it is not a move of its own: an actor who can make the move may attach it.
	PaperWaits bool

	// IsSecondUser: the caller is not the user whose action he would confirm: the one who attached
	// the paper, asked for the real names or proposed the contract (domain 1).
	IsSecondUser bool
	NotSecond    string // why not, if for another reason than that the action was his own
}

// actorSees says whether the actor may know of the row at all (domain 4): one in status 0 is
// visible to its BUY and BF only, and to SF once SF has offered.
func (f NegotiationFacts) actorSees(a Actor) bool {
	switch a {
	case ActorBUY, ActorBF, ActorBoth, ActorSystem:
		return f.Exists
	case ActorSF, ActorSeller:
		return f.Exists && (f.IsReopenAsked || SFSees(f.Status, f.EndedFrom, f.Offer))
	}
	return false
}

// SFSees says whether SF, when it is not BF as well, may know of a row (domain 4). A row that ended
// in status 0 stays hidden: SF must not learn afterwards that somebody was interested.
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

// Move is a move that an actor has in a negotiation's status. Blocked says in Japanese why it cannot be made now, so that a screen shows
// the button disabled with the reason; "" means that it can be made.
type Move struct {
	Kind    MoveKind
	Label   string              // of the button
	To      []NegotiationStatus // the statuses it may lead to; the same status if it only sets a flag
	Needs   []string            // JSON names of the input it needs
	OnPaper bool                // this actor makes it with a signed paper
	Blocked string
}

// MoveInput is what comes with a move.
type MoveInput struct {
	Kind     MoveKind
	Expected *NegotiationStatus // the status that the caller saw; nil only from jobs
	OnPaper  bool               // of MoveConsent by BF: the signed paper is attached
	Reason   EndReason          // of MoveEnd
	To       NegotiationStatus  // of MoveRejectRealName: 1 or 9
	Comment  string             // of MoveUndoContract and MoveStepBack: the reason in words
	// OwnerReason is what the owner is told of a MoveRejectRealName that is not his own refusal.
	OwnerReason string
}

// Line is a system line (messageType 3). It never contains a name. The flags say which sides read it.
type Line struct {
	BUY, BF, SF bool
	Text        string
}

// Effects is what a move does; the caller stores all of it in one transaction.
type Effects struct {
	Status NegotiationStatus // next status, also if it stays the same
	Moved  bool              // the status changed or the row was created: its date becomes now, and AnswerDue is stored

	CreateRow  bool // the row must be created
	SetStarted bool // the negotiation begins for the first time

	SetInterest          bool // interest 2, user action Interested
	SetConsent           bool // store version and hash of the agreement, user, IP, time
	ClearConsent         bool // after reopening a new consent is needed
	SetRealNameConsent   bool
	ClearRealNameConsent bool                 // also a waiting paper for it
	SellerApproval       SellerApprovalStatus // next value, also if it stays the same
	SellerApprovalMoved  bool                 // its date becomes now: it changed, or the owner is asked again
	MailOwner            bool                 // link and passcode to the seller's person
	KillOwnerKey         bool                 // the owner's open link becomes invalid
	CancelOwnerPaper     bool                 // a waiting paper of the owner is cancelled

	SetRealNameRequested bool   // set its date
	SetApproved          bool   // set date and user
	ApprovedByTwo        bool   // one bank on both sides: store who asked and who approved
	SetRejected          bool   // set date and comment
	AnswerDue            string // YYYY-MM-DD, of the real-name request; "" closes it
	OpensChannel         bool   // BF↔SF
	OpensBuyerName       bool   // for SF
	JoinsNote            bool   // SF learns that its offer beside the row was for the same buyer: the two are joined
	ClosesBuyerName      bool
	OpensL4              bool
	ClosesNames          bool   // on both sides: levels fall to L1, messages with names and files are closed
	Ledger               string // heading of the ledger line, "" for none
	ContractProposed     Side   // next value, also if it stays the same
	ContractMoved        bool   // its date is now
	ReopenAsked          bool   // next value, also if it stays the same
	ReopenMoved          bool   // its date becomes now, or is cleared

	ClosingDue    string // YYYY-MM-DD by which the closing must be recorded; "" leaves it unchanged
	DropClosed    bool   // クロージング完了 is no longer in force
	DropProposals bool   // proposals of milestones are deleted, and no closing is due

	FinancingTo9     bool      // financialSupportStatus → 9
	FinancingTo0     bool      // 9 → 0
	ListingConcluded bool      // listing → 2
	ListingReopened  bool      // listing 2 → 1
	OthersEnd        bool      // the listing's other rows that are not over → 9 with EndRecruitingClosed
	OffersWithdrawn  bool      // the listing's open offers → 9
	EndReason        EndReason // stored with status 9, with who ended it, when, and the status before
	KeepEndComment   bool      // stored with the comment of whoever ended it
	ClearEnd         bool      // data of the end is cleared, also that the papers were disposed of
	DisposalTask     bool      // a task 資料廃棄確認
	ThreadsClosed    bool      // read-only from now on

	Lines   []Line
	Notices []Notice // mails, in their order
}
