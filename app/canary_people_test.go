package app_test

import (
	"context"
	"database/sql"
	"slices"
	"strings"

	"tsunagu/app/apptest"
	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// person is a caller: signed in, or with a mailed link only.
type person struct {
	*apptest.Caller
	name        string
	role        deal.Role
	user        *store.User
	institution string // of a bank's user: his own; of a buyer's user: the one in charge
	company     string // of a buyer's user
	isOutside   bool   // a bank's user who is in none of its teams, where it shows records to these alone
	formerly    string // the bank that was in charge of his company before
	key, code   string // a mailed link and its passcode
	opens       string // the listing, negotiation or company that the link opens
}

func (p *person) id() string {
	if p.user == nil {
		return ""
	}
	return p.user.ID
}

func (p *person) isBank() bool { return p.role == deal.RoleFIN }

// sides are the parties of a negotiation.
type sides struct{ sf, bf, buyer string }

// whoTerms are the words by which fields.tsv says who may see a field, each as a predicate.
var whoTerms = map[string]func(w *canaryWorld, p *person, of anchor, n sides) bool{
	"banks": func(_ *canaryWorld, p *person, _ anchor, _ sides) bool { return p.isBank() },
	"charge": func(_ *canaryWorld, p *person, of anchor, _ sides) bool {
		return p.isBank() && p.institution == of.institution
	},
	"self": func(_ *canaryWorld, p *person, of anchor, _ sides) bool {
		return p.company != "" && p.company == of.company
	},
	"clients": func(_ *canaryWorld, p *person, of anchor, _ sides) bool {
		return p.company != "" && of.institution != "" && (p.institution == of.institution || p.formerly == of.institution)
	},
	"user": func(_ *canaryWorld, p *person, of anchor, _ sides) bool { return p.user != nil && p.user.ID == of.user },
	"SF":   func(_ *canaryWorld, p *person, _ anchor, n sides) bool { return p.isBank() && p.institution == n.sf },
	"BF":   func(_ *canaryWorld, p *person, _ anchor, n sides) bool { return p.isBank() && p.institution == n.bf },
	"BUY": func(_ *canaryWorld, p *person, _ anchor, n sides) bool {
		return p.company != "" && p.company == n.buyer
	},
	"offered": func(w *canaryWorld, p *person, of anchor, n sides) bool {
		return w.now.offered[of.negotiation] && p.company != "" && p.company == n.buyer
	},
	"channel": func(w *canaryWorld, p *person, of anchor, n sides) bool { return w.reads(p, of.item, n) },
	"L1":      atLevel(1), "L2": atLevel(2), "L3": atLevel(3), "L4": atLevel(4),
	"S0": atView(0), "S1": atView(1), "S2": atView(2), "S3": atView(3),
	"granted": func(w *canaryWorld, p *person, of anchor, _ sides) bool {
		return slices.Contains(w.now.granted[of.item], p.name)
	},
	"partner": func(w *canaryWorld, p *person, of anchor, _ sides) bool {
		for listing, levels := range w.now.levels {
			if levels[p.name] >= 3 && w.charge[listing] == of.institution {
				return true
			}
		}
		return false
	},
	"office": func(_ *canaryWorld, p *person, _ anchor, _ sides) bool { return p.role == deal.RoleADM },
	"admin": func(_ *canaryWorld, p *person, of anchor, _ sides) bool {
		return p.role == deal.RoleFAD && p.institution == of.institution
	},
	"lending": func(w *canaryWorld, p *person, of anchor, _ sides) bool {
		return p.role == deal.RoleLEN && (w.lent[p.institution+of.negotiation] || w.lent[p.institution+of.company] ||
			w.lent[p.institution+of.listing])
	},
	"lenders": func(_ *canaryWorld, p *person, of anchor, _ sides) bool {
		return p.role == deal.RoleLEN && (of.institution == "" || of.institution == p.institution)
	},
	"key": func(w *canaryWorld, p *person, of anchor, _ sides) bool {
		switch {
		case !strings.HasPrefix(p.name, "key"):
			return false
		case of.listing != "":
			return p.opens == of.listing
		case of.company != "":
			return w.seller[p.opens] == of.company
		}
		return true // names of banks: his own, and those that he has excluded
	},
	"owner": func(w *canaryWorld, p *person, of anchor, _ sides) bool {
		return p.name == "owner" && w.ownerReads(p, of)
	},
	"invited": func(_ *canaryWorld, p *person, of anchor, _ sides) bool {
		return p.name == "invited" && p.opens == of.company
	},
	"nobody": func(*canaryWorld, *person, anchor, sides) bool { return false },
}

// isHidden says that a record is of the bank of somebody who is in none of its teams: then nothing of it is for him, not even what
// every other bank is shown (team.md 2).
func (w *canaryWorld) isHidden(p *person, of anchor, n sides) bool {
	bank := p.institution
	return p.isOutside && (of.company != "" && w.bankOf[of.company] == bank || of.listing != "" && w.charge[of.listing] == bank ||
		of.negotiation != "" && (n.sf == bank || n.bf == bank))
}

// hiddenIDs are the ids and case numbers of what is hidden so.
func (w *canaryWorld) hiddenIDs() (out []string) {
	add := func(id, letter string) { out = append(out, id, web.CaseNumber(letter, id)) }
	for id, bank := range w.bankOf {
		if bank == w.banks["A"] {
			add(id, "C")
		}
	}
	for id, bank := range w.charge {
		if bank == w.banks["A"] {
			add(id, "L")
		}
	}
	for id, n := range w.rowSides {
		if n.sf == w.banks["A"] || n.bf == w.banks["A"] {
			add(id, "N")
		}
	}
	return out
}

func atLevel(level int) func(*canaryWorld, *person, anchor, sides) bool {
	return func(w *canaryWorld, p *person, of anchor, _ sides) bool {
		return w.now.levels[of.listing][p.name] >= level
	}
}

// atView is the condition that a person sees a buyer at this status or above. Every bank sees a
// public buyer as in a search (0); a negotiation's status opens more.
func atView(view int) func(*canaryWorld, *person, anchor, sides) bool {
	return func(w *canaryWorld, p *person, of anchor, _ sides) bool {
		return p.isBank() && (view == 0 && w.public[of.company] || view > 0 && !p.isOutside && w.now.views[of.company][p.institution] >= view)
	}
}

// reads says that a person may read a message now: he is of the channel's sides, and it has not
// been closed to him.
func (w *canaryWorld) reads(p *person, message string, n sides) bool {
	m := w.said[message]
	if slices.Contains(w.now.closed[message], p.institution) {
		return false
	}
	bf, sf, buyer := p.isBank() && p.institution == n.bf, p.isBank() && p.institution == n.sf, p.company != "" && p.company == n.buyer
	return bf || m.channel == 1 && buyer || m.channel == 2 && sf
}

// ownerReads says that the owner may read a row: of his own case, and of the buyer to whom his name
// would be disclosed.
func (w *canaryWorld) ownerReads(p *person, of anchor) bool {
	n, ok := w.rowSides[p.opens]
	switch {
	case !ok:
		return false
	case of.listing != "":
		return of.listing == w.rowListing[p.opens]
	case of.company != "":
		return of.company == n.buyer
	}
	return of.institution == n.sf || of.institution == n.bf
}

func (w *canaryWorld) negotiationSides(db *sql.DB) map[string]sides {
	w.T.Helper()
	w.rowSides, w.rowListing = map[string]sides{}, map[string]string{}
	rows, err := db.QueryContext(context.Background(), "SELECT id, sf_id, bf_id, buyer_company_id, listing_id FROM negotiation")
	if err != nil {
		w.T.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var id, listing string
		var s sides
		if err := rows.Scan(&id, &s.sf, &s.bf, &s.buyer, &listing); err != nil {
			w.T.Fatal(err)
		}
		if s.sf != w.charge[listing] || s.bf != w.bankOf[s.buyer] {
			w.T.Errorf("negotiation %s is not of the institutions in charge", id)
		}
		w.rowSides[id], w.rowListing[id] = s, listing
	}
	if err := rows.Err(); err != nil {
		w.T.Fatal(err)
	}
	return w.rowSides
}

// addUser creates a user with a canary in every field.
func (w *canaryWorld) addUser(role deal.Role, client string) *store.User {
	w.T.Helper()
	m := w.mark
	login := m.mail()
	business := deal.BusinessBoth
	if role == deal.RoleLEN {
		role, business = deal.RoleFIN, deal.BusinessLending
	}
	u := &store.User{Role: int(role), Business: int(business), ClientType: map[deal.Role]int{deal.RoleBUY: 1, deal.RoleSEL: 2,
		deal.RoleFIN: 3, deal.RoleFAD: 3,
		deal.RoleADM: 9}[role], ClientID: client,
		LoginID: login, LoginFolded: auth.FoldLoginID(login), UserName: m.text() + " 花子", UserNameKana: m.text(), Department: m.text() + "部",
		Position: m.text() + "長",
		Phone1:   m.phone(), Phone2: m.phone(), Fax: m.phone(), Status: int(deal.UserEnabled), PasswordHash: w.hash, RegistSendMail: true,
		Approver: int(deal.ApproverConfirmed)}
	w.Write(func(tx *store.Tx) error { return tx.CreateUser(u, "") })
	return u
}

// add adds a new user as a person with a name.
func (w *canaryWorld) add(name string, role deal.Role, client, institution string) *person {
	w.T.Helper()
	p := &person{Caller: &apptest.Caller{P: w.Platform, Token: ""}, name: name, role: role, user: w.addUser(role, client),
		institution: institution}
	if role == deal.RoleBUY {
		p.company = client
	}
	w.people[name] = p
	w.order = append(w.order, name)
	w.sign(p)
	return p
}

// sign gives a person a session that is valid now.
func (w *canaryWorld) sign(p *person) {
	w.T.Helper()
	role := map[deal.Role]auth.Role{deal.RoleBUY: auth.BUY, deal.RoleFIN: auth.FIN, deal.RoleLEN: auth.FIN, deal.RoleFAD: auth.FAD,
		deal.RoleADM: auth.ADM}[p.role]
	audience := auth.Platform
	if p.role == deal.RoleFAD || p.role == deal.RoleADM {
		audience = auth.Office
	}
	p.Token = session(w.Platform, p.user, role, audience)
}
