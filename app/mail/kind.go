package mail

// Kind is the event that a mail reports. Its text never changes: it is stored in the outbox and
// shown in the office console.
type Kind string

// The events of domain.md section 7, in the order of its table.
const (
	AccountRequestReceived Kind = "account_request_received" // to the requester
	AccountRequestNotice   Kind = "account_request_notice"   // to the office
	AccountRequestApproved Kind = "account_request_approved" // to the requester
	AccountRequestRejected Kind = "account_request_rejected" // to the requester

	Invitation       Kind = "invitation"        // first password of a FIN, FAD or ADM user: key
	BuyerInvitation  Kind = "buyer_invitation"  // registration of a buyer and its users: key
	InvitationResent Kind = "invitation_resent" // either of the two again: new key
	PasswordReset    Kind = "password_reset"    // key
	PasswordChanged  Kind = "password_changed"
	AccountLocked    Kind = "account_locked"

	SecondStepChanged Kind = "second_step_changed" // set up, moved to another telephone, removed, or new recovery codes
	SecondStepReset   Kind = "second_step_reset"   // removed by another user
	RecoveryCodeUsed  Kind = "recovery_code_used"
	PasskeyAdded      Kind = "passkey_added"
	PasskeyRemoved    Kind = "passkey_removed"
	PasskeysReset     Kind = "passkeys_reset" // all removed by another user
	PasskeyCloned     Kind = "passkey_cloned" // its counter went back: the key is in two devices

	DirectoryInvitation Kind = "directory_invitation" // to bind oneself to the institution's directory: key
	DirectoryBound      Kind = "directory_bound"      // bound or unbound, to the user
	DirectoryAsked      Kind = "directory_asked"      // a setting waits, to the office
	DirectoryDecided    Kind = "directory_decided"    // to the institution's administrators
	DirectoryEnded      Kind = "directory_ended"      // to the administrators and the office
	EmergencySignIn     Kind = "emergency_sign_in"    // by a password although forbidden, to the administrators and the office

	BuyerRegistered Kind = "buyer_registered" // status 11, to BF
	BuyerUserWaits  Kind = "buyer_user_waits" // a further user of a buyer, to BF
	BuyerApproved   Kind = "buyer_approved"   // to the buyer's users
	BuyerReturned   Kind = "buyer_returned"   // to the buyer's users

	InvitationExpired Kind = "invitation_expired" // the buyer did not register by its key, to BF
	TrialEnded        Kind = "trial_ended"        // to BF

	ListingApprovalRequest Kind = "listing_approval_request" // to the seller's person: key
	Passcode               Kind = "passcode"                 // to the second address, for either request
	ListingApproved        Kind = "listing_approved"         // to SF
	ListingReturned        Kind = "listing_returned"         // to SF
	RequestReminder        Kind = "request_reminder"         // before the link expires, to the seller's person: without the key
	RequestExpired         Kind = "request_expired"          // a seller's link expired or was revoked, to SF

	ListingReopened Kind = "listing_reopened" // the office takes back a sale recorded as made outside, to SF

	ListingPublished     Kind = "listing_published"     // to buyers whose needs fit
	WeeklyRecommendation Kind = "weekly_recommendation" // to buyers whose needs fit
	SavedSearchNews      Kind = "saved_search_news"     // what is new by a saved search, to its user
	ListingPeriodEnding  Kind = "listing_period_ending" // twice before and on the day, to SF
	ListingExpired       Kind = "listing_expired"       // long after, to SF

	OfferToConfirm Kind = "offer_to_confirm" // offer 1, to BF
	OfferReceived  Kind = "offer_received"   // offer 2, to the buyer's users
	Interest       Kind = "interest"         // to BF

	NegotiationStarted   Kind = "negotiation_started"    // to SF
	RealNameRequested    Kind = "real_name_requested"    // to SF
	AnswerDue            Kind = "answer_due"             // before the answer is due and on the day, to SF
	AnswerOverdue        Kind = "answer_overdue"         // to SF and BF
	OwnerConsentRequest  Kind = "owner_consent_request"  // to the seller's person: key
	OwnerConsentAnswered Kind = "owner_consent_answered" // to SF

	RealNameDecided          Kind = "real_name_decided"          // to BF, and to BUY at 3
	NegotiationStatusChanged Kind = "negotiation_status_changed" // to the other FIN side; BUY for 5 and 9
	MilestoneRecorded        Kind = "milestone_recorded"         // a date that one side records, to the other FIN side
	MilestoneProposed        Kind = "milestone_proposed"         // has to be confirmed, to the other FIN side
	MilestoneConfirmed       Kind = "milestone_confirmed"        // to the other FIN side
	MilestoneReturned        Kind = "milestone_returned"         // to the other FIN side
	DocumentGranted          Kind = "document_granted"           // a document that SF opened, to the buyer and BF
	ContractLapsed           Kind = "contract_lapsed"            // a 成約の提案 whose precondition was withdrawn, to both FIN sides
	NegotiationNews          Kind = "negotiation_news"           // several that waited for each other (gathered.go), to one receiver

	ChargeChanged Kind = "charge_changed" // somebody else of the bank made him a person in charge, or not one any more
	DeputyNamed   Kind = "deputy_named"   // a colleague who will be away has named him, to the deputy

	TeamChanged      Kind = "team_changed"       // somebody came into the team of a company, or left it, to the team and who has left
	TeamOnlySet      Kind = "team_only_set"      // the bank shows deals to their teams alone, to its users and administrators
	TeamAllAsked     Kind = "team_all_asked"     // an administrator asks to show them to all, to who decides about it
	TeamAllWithdrawn Kind = "team_all_withdrawn" // to the same
	TeamAllSet       Kind = "team_all_set"       // the bank shows deals to all of its users, to its users and administrators

	FinancingAsked  Kind = "financing_asked"  // a buyer's case is brought to the lending desk, to who works on lending alone
	FinancingMoved  Kind = "financing_moved"  // the lending desk has moved it, to who is in charge of the buyer's side
	BusinessChanged Kind = "business_changed" // what he works on in his institution, to the user

	InChargeGiven Kind = "in_charge_given" // change of the institution in charge, to the old one
	InChargeTaken Kind = "in_charge_taken" // to the new one

	MergerProposed  Kind = "merger_proposed"  // to those who confirm a merger of institutions
	MergerFixed     Kind = "merger_fixed"     // both sides have confirmed, to both institutions
	MergerWithdrawn Kind = "merger_withdrawn" // to those who were told of it
	MergerDone      Kind = "merger_done"      // to the surviving institution, with the absorbed one's people
	MergerAudience  Kind = "merger_audience"  // own listings are kept from the surviving institution, to SF

	InstitutionStopped   Kind = "institution_stopped"    // by the office, to the institution's users
	InstitutionResumed   Kind = "institution_resumed"    // by the office, to the institution's users
	InstitutionCorrected Kind = "institution_corrected"  // the office changed its data, to the institution
	ContactChanged       Kind = "contact_changed"        // another registered contact, to the former one and the administrators
	UserAdded            Kind = "user_added"             // a user of the institution, to its administrators or the office
	UserChanged          Kind = "user_changed"           // his rights or his sign-in, to the same
	CompanyUnseen        Kind = "company_unseen"         // a user was refused companies of other teams, to the administrators
	ApproverConfirmed    Kind = "approver_confirmed"     // to the user
	ApproverWithdrawn    Kind = "approver_withdrawn"     // to the user
	LoginChangeAsked     Kind = "login_change_asked"     // by the office, to the address in use
	LoginChangeWaits     Kind = "login_change_waits"     // to those who decide about it
	LoginChangeRefused   Kind = "login_change_refused"   // to the user
	LoginIDChanged       Kind = "login_id_changed"       // to the old and the new address
	CompanyStatusChanged Kind = "company_status_changed" // disabled or enabled by the office, to the institution in charge

	BreakGlassWaits  Kind = "break_glass_waits"  // to the office's other users
	BreakGlassOpened Kind = "break_glass_opened" // the office opens a record that it normally cannot read, to the institutions concerned
	BreakGlassDuties Kind = "break_glass_duties" // the same of what one institution recorded, to that institution

	MessageReceived    Kind = "message_received"
	NegotiationStalled Kind = "negotiation_stalled" // in three stages: person in charge, institution, office
	AftercareDue       Kind = "aftercare_due"       // so many days after a deal was signed, whatever was recorded, to SF

	TopicPublished  Kind = "topic_published"  // to whom a notice of the office is for
	TopicImportant  Kind = "topic_important"  // the same of an important one
	InquiryReceived Kind = "inquiry_received" // to the sender
	InquiryNotice   Kind = "inquiry_notice"   // to the office
	InquiryAnswered Kind = "inquiry_answered" // to a sender with an account: the office has answered
	InquiryAnswer   Kind = "inquiry_answer"   // to a sender without one: a link to the answer
	InquiryReplied  Kind = "inquiry_replied"  // to the office: the sender has replied

	BackupKeyChanged Kind = "backup_key_changed" // who can read the backups, to all of the office

	MailServerChanged Kind = "mail_server_changed" // by whom all mail goes, to all of the office

	RulesChanged Kind = "rules_changed" // periods, gates, who needs a second step, where the office gets mail: to all of the office

	TestMail Kind = "test_mail" // to whoever of the office asked for it
)

// Setting is the mail setting of SPEC.md section 3 that switches a kind off.
type Setting string

// The settings. A user who turns off notices gets neither recommendations nor offers by mail.
const (
	Always        Setting = "" // security, approvals and what somebody asked for
	Notices       Setting = "registSendMail"
	SendRecommend Setting = "isSendRecommendMail" // the buyer's setting, and registSendMail of its user
	SendOffer     Setting = "isSendOfferMail"     // the buyer's setting, and registSendMail of its user
)

// ask is whom the mail names for questions.
type ask int

const (
	askOffice      ask = iota // the network's office
	askInstitution            // the reader's own institution in charge
)

// linkUse is how a kind uses Data.Link.
type linkUse int

const (
	noLink  linkUse = iota
	link            // a page that needs a sign-in
	keyLink         // a page opened by the secret key in the link
)

// text is the wording of one kind.
type text struct {
	kind      Kind
	label     string // for the office console
	subject   string // after 【network】
	happened  string // what happened; {days} stands for Data.Days, in todo {after} for Data.After
	todo      string // what to do
	link      linkUse
	linkLabel string
	caseNo    bool   // Data.CaseNumber must be there
	short     string // of a kind that waits for others: what happened, in a few characters for the subject
	lists     bool   // lists Data.Happened
	stops     bool   // Data.Stop must be there: the page that ends these mails
	counts    bool   // Data.Count and Data.Cases must be there; {count} stands for the first in subject and happened
	sums      bool   // Data.Summaries may be there

	// Instead of subject and happened where Data.Searches has several; {count} is how many.
	subjectOfMany, happenedOfMany string
	until                         string // label of Data.Expires, which then must be there
	untilDay                      bool   // Expires is a day, not a moment: show it without the time
	days                          bool   // Data.Days must be there
	zeroDays                      string // what happened, where Days is 0, if it may be
	after                         bool   // Data.After must be there
	security                      string // what to do if it was not you
	ask                           ask
	asks                          bool // the reader's bank asks: Data.Bank must be there, and the mail says how to check that it is genuine
	setting                       Setting
	passcode                      bool // carries Data.Passcode and nothing else
}

var byKind = func() map[Kind]*text {
	m := make(map[Kind]*text, len(texts))
	for i := range texts {
		m[texts[i].kind] = &texts[i]
	}
	return m
}()

// Kinds lists every kind in the order of domain.md section 7.
func Kinds() []Kind {
	ks := make([]Kind, len(texts))
	for i, t := range texts {
		ks[i] = t.kind
	}
	return ks
}

// Label is the kind's Japanese name for the office console; an unknown kind is
// shown as it is.
func (k Kind) Label() string {
	if t := byKind[k]; t != nil {
		return t.label
	}
	return string(k)
}

// forLending are the kinds that also go to who works on lending alone: about himself, from the network to everybody, and about
// financing. A kind that is not here tells him nothing, so that a new mail about a deal cannot cross the wall (team.md 2).
var forLending = map[Kind]bool{Invitation: true, InvitationResent: true, PasswordReset: true, PasswordChanged: true, AccountLocked: true,
	SecondStepChanged: true, SecondStepReset: true, RecoveryCodeUsed: true, PasskeyAdded: true, PasskeyRemoved: true, PasskeysReset: true,
	PasskeyCloned: true, ApproverWithdrawn: true, LoginChangeAsked: true,
	LoginChangeRefused: true, LoginIDChanged: true, TopicPublished: true, TopicImportant: true, InquiryReceived: true, InquiryAnswered: true,
	FinancingAsked: true, BusinessChanged: true, DirectoryInvitation: true, DirectoryBound: true}

// IsForLending says that the kind also goes to who works on lending alone.
func (k Kind) IsForLending() bool { return forLending[k] }

// forAlone are the kinds that also go to who has asked his bank to be left alone: about his own sign-in, and in answer to what he
// himself asked for. A kind that is not here stays away from him, so that a new mail cannot reach him (compliance.md 2).
var forAlone = map[Kind]bool{PasswordReset: true, InvitationResent: true, PasswordChanged: true, AccountLocked: true,
	SecondStepChanged: true, SecondStepReset: true, RecoveryCodeUsed: true, PasskeyAdded: true, PasskeyRemoved: true, PasskeysReset: true,
	PasskeyCloned: true, LoginChangeAsked: true, LoginChangeRefused: true,
	LoginIDChanged: true, InquiryReceived: true, InquiryAnswered: true}

// IsForAlone says that the kind also goes to who has asked to be left alone.
func (k Kind) IsForAlone() bool { return forAlone[k] }

// Setting names the user's mail setting that can hold the mail back. Mails about security and
// approvals have none and are always sent.
func (k Kind) Setting() Setting {
	if t := byKind[k]; t != nil {
		return t.setting
	}
	return Always
}

// Secret says whether the mail contains a key or passcode: its content is then erased after sending
// and shown to nobody but the receiver.
func (k Kind) Secret() bool {
	t := byKind[k]
	return t != nil && (t.passcode || t.link == keyLink)
}
