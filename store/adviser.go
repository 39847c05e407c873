package store

import "time"

// AdviserProfile is a version of what an institution says to its customers of who explains to them (担当者の資格, compliance.md 3). It is never
// changed: the highest version of a user is in force.
type AdviserProfile struct {
	ID                 string    `db:"id"`
	InstitutionID      string    `db:"institution_id"`
	UserID             string    `db:"user_id"`
	Version            int       `db:"version"`
	Qualification      string    `db:"qualification"`
	RegistrationNumber string    `db:"registration_number"`
	Since              string    `db:"since"`      // YYYY-MM; "" for nothing
	DealCount          *int64    `db:"deal_count"` // nil for nothing
	Training           string    `db:"training"`
	TrainedOn          string    `db:"trained_on"` // YYYY-MM-DD; "" for nothing
	Creator            string    `db:"creator"`
	Created            time.Time `db:"created"`
}

// AdviserProfiles are all versions of an institution's users, of each the newest first.
func (q *Q) AdviserProfiles(institution string) ([]AdviserProfile, error) {
	return list[AdviserProfile](q, "SELECT "+names[AdviserProfile]("p")+" FROM adviser_profile p WHERE p.institution_id = ? "+
		"ORDER BY p.user_id, p.version DESC", institution)
}

// AdviserProfile is the version in force of one of an institution's users; ErrNotFound.
func (q *Q) AdviserProfile(institution, userID string) (*AdviserProfile, error) {
	return get[AdviserProfile](q, "SELECT "+names[AdviserProfile]("p")+" FROM adviser_profile p WHERE p.institution_id = ? AND p.user_id = ? "+
		"ORDER BY p.version DESC LIMIT 1", institution, userID)
}

// CreateAdviserProfile writes the next version; ErrDuplicate where somebody else wrote it meanwhile.
func (t *Tx) CreateAdviserProfile(p *AdviserProfile, by string) error {
	p.ID, p.Creator, p.Created = NewID(), by, t.now
	return insert(t, "adviser_profile", p)
}

// FeeStep is a step of a fee table: up to an amount in 千円, 0 for no end, at a rate in 0.01 %.
type FeeStep struct {
	UpTo int64 `json:"upTo"`
	Rate int64 `json:"rate"`
}

// FeeTable is a version of a fee table of an institution's (手数料表, compliance.md 3). It is never changed: the highest version of a table is
// in force, unless it says that the table is not offered any more. Amounts are 千円.
type FeeTable struct {
	ID              string    `db:"id"`
	TableID         string    `db:"table_id"` // the same for all versions
	Version         int       `db:"version"`
	InstitutionID   string    `db:"institution_id"`
	OriginID        string    `db:"origin_id"` // the institution that wrote it, also after a merger
	Name            string    `db:"name"`
	Base            int       `db:"base"` // 1 譲渡額, 2 純資産, 3 移動総資産
	Steps           []FeeStep `db:"steps"`
	Minimum         int64     `db:"minimum"`
	Retainer        int64     `db:"retainer"`
	Monthly         int64     `db:"monthly"`
	Interim         int64     `db:"interim"`
	InterimShare    int64     `db:"interim_share"` // % of the success fee, in place of Interim
	DeductsRetainer bool      `db:"deducts_retainer"`
	DeductsInterim  bool      `db:"deducts_interim"`
	DeductedNote    string    `db:"deducted_note"`
	IsRetired       bool      `db:"is_retired"`
	Hash            string    `db:"hash"`
	Creator         string    `db:"creator"`
	Created         time.Time `db:"created"`
}

// FeeTables are all versions of an institution's tables: the tables in the order in which they came, of each the newest version first.
func (q *Q) FeeTables(institution string) ([]FeeTable, error) {
	return list[FeeTable](q, "SELECT "+names[FeeTable]("f")+" FROM fee_table f WHERE f.institution_id = ? ORDER BY (SELECT min(o.seq) FROM "+
		"fee_table o WHERE o.table_id = f.table_id), f.version DESC", institution)
}

// CreateFeeTable writes the next version of a table, or, without a TableID, the first one of a new table; ErrDuplicate where somebody else
// wrote it meanwhile.
func (t *Tx) CreateFeeTable(f *FeeTable, by string) error {
	f.ID, f.Creator, f.Created = NewID(), by, t.now
	if f.TableID == "" {
		f.TableID = NewID()
	}
	return insert(t, "fee_table", f)
}
