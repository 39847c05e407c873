package web

// AuditOffice is who acted, to an institution's administrator, where the office did.
const AuditOffice = "事務局"

// The office sees L1 and metadata. What stands behind opens to one of its users, for one listing or
// one negotiation, for a time, on a ground that the institutions are told at once (domain.md 9,
// last paragraph). Where the office has two users, the second confirms.

// History events of an opening: of a listing, and of a negotiation. The seller's side must not learn
// by it of a row that it does not know of, so that such a row has an event of its own; so has what one side's bank recorded.
const (
	EventBreakGlass   = "break_glass"
	EventBreakGlassBF = "break_glass_bf"
	EventBreakGlassSF = "break_glass_sf"
)

// LedgerBreakGlass is the ledger's kind of the opening and of each reading.
const LedgerBreakGlass = "break_glass"

// History events of a change.
const (
	EventChangeCharge = "change_charge" // of a listing
	EventChangeBF     = "change_bf"     // of a negotiation
	EventChangeSF     = "change_sf"
)
