package web

// ListingPath is SF's desk for one listing.
func ListingPath(id string) string { return "/seller-company-manage/seller-business/" + id }

// BackupDir is where backups of a data folder go unless the operator says otherwise.
const BackupDir = "backup"

// CompanyKind is what differs between the calls of buyers and of sellers. Both are one noun.
type CompanyKind struct {
	Kind    int // store.Buyer or store.Seller
	Path    string
	Area    string
	Callers Callers
	Records string
}

// The network's logo: uploaded by the office as PNG or JPEG, drawn anew here, so that nothing of
// the file but its pixels is kept, and small enough for headers, sheets and mails.

const LogoPath = "/api/Public/GetLogo"

// The office's console (domain.md 1, 9 /office): everything is the office's (ADM); an
// institution's administrator (FAD) has its own institution's users and audit lines. Nothing
// here reads what stands behind L1, a message, or the body of a mail.
const OfficePath = "/api/Office/"

// OfficeClient is the client id of the office's own users, who belong to no institution.
const OfficeClient = "office"
