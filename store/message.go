package store

import (
	"database/sql"
	"time"
)

// Message is a message or a system line of a negotiation (domain.md 4 Messages); codes are
// those of app/deal.
type Message struct {
	ID             string    `db:"id"`
	NegotiationID  string    `db:"negotiation_id"`
	MessageType    int       `db:"message_type"`
	OriginatorType int       `db:"originator_type"`
	UserID         string    `db:"user_id"`
	ClientID       string    `db:"client_id"`
	Body           string    `db:"body"`
	FileID         *string   `db:"file_id"`
	Readers        string    `db:"readers"`   // sides that may read this system line: SideBuyer, SideBF, SideSF
	AtStatus       int       `db:"at_status"` // the negotiation's status when it was written
	Created        time.Time `db:"created"`
}

// Sides of read marks and of a system line's readers.
const (
	SideBuyer = "b"
	SideBF    = "f"
	SideSF    = "s"
)

// MessageRead is the read mark of one side on one message.
type MessageRead struct {
	MessageID string    `db:"message_id"`
	Side      string    `db:"side"`
	UserID    string    `db:"user_id"`
	At        time.Time `db:"at"`
}

// visibleMessage is true for rows of `m` that a side reads (?1, or several sides of one
// institution): BUY channel 1, SF channel 2, BF both, and the system lines meant for it.
const visibleMessage = `(m.message_type = ` + codeMessageBUYtoBF + ` AND (instr(?1, 'b') OR instr(?1, 'f')) OR m.message_type = ` + codeMessageBFtoSF + ` AND (instr(?1, 'f') OR instr(?1, 's'))
	OR m.message_type = ` + codeMessageSystem + ` AND (instr(?1, 'b') AND instr(m.readers, 'b') OR instr(?1, 'f') AND instr(m.readers, 'f') OR instr(?1, 's') AND instr(m.readers, 's')))`

// Messages lists what the sides may read of a negotiation, the oldest first. The caller has read
// Negotiation first and knows on which side the viewer is.
func (q *Q) Messages(negotiationID, sides string) ([]Message, error) {
	return list[Message](q, "SELECT "+names[Message]("m")+" FROM message m WHERE "+visibleMessage+
		" AND m.negotiation_id = ?2 ORDER BY m.seq", sides, negotiationID)
}

// Message by id; ErrNotFound. Who may read it is asked of its negotiation.
func (q *Q) Message(id string) (*Message, error) {
	return get[Message](q, "SELECT "+names[Message]("m")+" FROM message m WHERE m.id = ?", id)
}

// CreateMessage appends a message.
func (t *Tx) CreateMessage(m *Message) error {
	if m.Created = t.now; m.ID == "" {
		m.ID = NewID()
	}
	return insert(t, "message", m)
}

// MessageReads are the read marks on a negotiation's messages, by message.
func (q *Q) MessageReads(negotiationID string) (map[string][]MessageRead, error) {
	reads, err := list[MessageRead](q, "SELECT "+names[MessageRead]("r")+" FROM message_read r JOIN message m ON m.id = r.message_id "+
		"WHERE m.negotiation_id = ?", negotiationID)
	out := map[string][]MessageRead{}
	for _, r := range reads {
		out[r.MessageID] = append(out[r.MessageID], r)
	}
	return out, err
}

// MarkRead marks the messages that a side may read of a negotiation as read, of one channel (0 =
// all) and up to one message ("" = all). What the side wrote itself needs no mark.
func (t *Tx) MarkRead(negotiationID, side string, messageType int, upTo, userID string) error {
	_, err := t.exec("INSERT OR IGNORE INTO message_read (message_id, side, user_id, at) SELECT m.id, ?1, ?3, ?4 FROM message m WHERE "+
		visibleMessage+
		" AND m.negotiation_id = ?2 AND (?5 = 0 OR m.message_type = ?5) AND (?6 = '' OR m.seq <= (SELECT seq FROM message WHERE id = ?6 AND "+
		"negotiation_id = ?2)) AND "+notOwn,
		side, negotiationID, userID, ms(t.now), messageType, upTo)
	return err
}

// notOwn leaves out what the side wrote itself.
const notOwn = "m.originator_type <> CASE ?1 WHEN 'b' THEN 1 WHEN 'f' THEN 2 ELSE 3 END"

// Unread counts a negotiation's unread messages of one channel for the viewer.
type Unread struct {
	NegotiationID string
	ListingID     string
	MessageType   int
	Side          string // the viewer's, on which it waits
	Count         int
}

// UnreadMessages counts what the viewer's side has not read, of one negotiation ("" = all it has),
// newest message first. System lines do not count: the timeline shows them as well. Where one
// institution is on both sides, a message is not unread for the user who wrote it.
func (q *Q) UnreadMessages(v Viewer, negotiationID string) ([]Unread, error) {
	if negotiationID != "" {
		return q.unreadMessages(v, negotiationID)
	}
	owner := v.InstitutionID
	if v.IsBuyer() {
		owner = v.BuyerID
	}
	return Keep(q, unreadKey{v}, func() (Kept[[]Unread], error) {
		all, err := q.unreadMessages(v, "")
		return Kept[[]Unread]{all, v.DeskSources(OfUnread(owner)), 200 * len(all)}, err
	})
}

type unreadKey struct{ Viewer }

func (q *Q) unreadMessages(v Viewer, negotiationID string) ([]Unread, error) {
	var out []Unread
	sides := []string{SideBF, SideSF}
	if v.IsBuyer() {
		sides = []string{SideBuyer}
	}
	for _, side := range sides {
		column, own, team := "n.bf_id", v.InstitutionID, v.reach(InChargeOfBF, "n.seq")
		switch side {
		case SideBuyer:
			column, own = "n.buyer_company_id", v.BuyerID
		case SideSF:
			column, team = "n.sf_id", v.reach(InChargeOfSF, "n.seq")
		}
		of := "u.owner_id = ?2 AND u.side = ?1 AND ?3 = ''"
		if negotiationID != "" {
			of = "u.owner_id = ?2 AND u.side = ?1 AND u.negotiation_id = ?3"
		}
		err := q.each(func(r *sql.Rows) error {
			u := Unread{Side: side}
			if err := r.Scan(&u.NegotiationID, &u.ListingID, &u.MessageType, &u.Count); err != nil {
				return err
			}
			for i := range out {
				if out[i].NegotiationID == u.NegotiationID && out[i].MessageType == u.MessageType {
					out[i].Count += u.Count
					return nil
				}
			}
			out = append(out, u)
			return nil
		}, `SELECT n.id, n.listing_id, m.message_type, count(*) FROM message_unread u CROSS JOIN message m ON m.seq = u.message_seq CROSS JOIN negotiation n ON n.id = u.negotiation_id
			WHERE `+of+` AND `+column+` = ?2`+team+` AND m.message_type IN (`+codeMessageBUYtoBF+`, `+codeMessageBFtoSF+`) AND `+visibleMessage+` AND `+notOwn+` AND coalesce(m.user_id, '') <> ?4
			GROUP BY n.id, m.message_type ORDER BY max(m.seq) DESC`, side, own, negotiationID, v.UserID)
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}
