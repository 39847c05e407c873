package negotiation

import (
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/disclosure"
	"tsunagu/app/mail"
	"tsunagu/store"
)

// What a move does beside the fields of its row. Each is a step of moving.store.

// papers end signed papers that wait, and the owner's open link.
func (m *moving) papers() error {
	id := m.d.ID
	if m.e.ClearRealNameConsent {
		if err := m.tx.CancelPapers(store.PaperRealNameConsent, id); err != nil {
			return err
		}
	}
	if m.e.KillOwnerKey {
		if err := m.tx.RevokeLinkKeys(store.LinkOwnerConsent, id, string(m.kind)); err != nil {
			return err
		}
	}
	if m.e.CancelOwnerPaper {
		return m.tx.CancelPapers(store.PaperOwnerConsent, id)
	}
	return nil
}

// milestones is what a move makes of what is recorded.
func (m *moving) milestones() error {
	if m.e.ClosingDue != "" {
		m.d.ClosingDue = m.e.ClosingDue
	}
	if m.e.DropClosed {
		if err := m.tx.DropMilestone(m.d.ID, int(deal.MilestoneClosed)); err != nil {
			return err
		}
	}
	if m.e.DropProposals {
		m.d.FactWaitingFor, m.d.ClosingDue = "", ""
		return m.tx.DropMilestoneProposals(m.d.ID)
	}
	return nil
}

// row writes the row, one with the offer that stood beside it.
func (m *moving) row() error {
	if !m.e.JoinsNote {
		return m.d.Save(m.tx, m.by, string(m.kind))
	}
	joined, err := joinedNote(m.tx, &m.d.Negotiation)
	if err != nil {
		return err
	}
	if err := m.d.Save(m.tx, m.by, string(m.kind)); err != nil || joined == nil {
		return err
	}
	return m.tx.JoinNote(joined, &m.d.Negotiation)
}

// history is the line of the move, and the audit's.
func (m *moving) history() error {
	return m.d.noteMove(m.tx, m.by, m.side, string(m.kind), m.from, m.note)
}

// heldTexts go back to their writers where nothing is sent any more.
func (m *moving) heldTexts() error {
	if !m.e.ThreadsClosed {
		return nil
	}
	return m.tx.ReturnHeldTexts(m.d.ID, "交渉が終わったため、送信されませんでした。")
}

// lines are what the system writes into the channels.
func (m *moving) lines() error { return m.d.Say(m.tx, m.e.Lines...) }

// ledger is the line of the names' being open.
func (m *moving) ledger() error {
	if !m.e.OpensL4 {
		return nil
	}
	n := &m.d.Negotiation
	return m.tx.AddLedger(store.LedgerLine{
		Kind: "nameclear", ListingID: n.ListingID, CompanyID: m.d.SellerCompanyID, BuyerCompanyID: n.BuyerCompanyID, NegotiationID: n.ID,
		Level: int(disclosure.L4), UserID: m.by.ID(), ClientID: n.BuyerCompanyID, InstitutionID: n.BFID,
		Basis: "オーナーの承諾、売手側金融機関の承認", Subject: m.e.Ledger, IP: m.by.IP,
	})
}

// listing is concluded with the contract.
func (m *moving) listing() error {
	if !m.e.ListingConcluded {
		return nil
	}
	return m.room.concludeListing(m.tx, m.by, m.d)
}

// noticeMails are the mails of deal's notices.
var noticeMails = map[deal.NoticeKind]mail.Kind{
	deal.NoticeInterest:      mail.Interest,
	deal.NoticeStarted:       mail.NegotiationStarted,
	deal.NoticeRealNameAsked: mail.RealNameRequested,
	deal.NoticeRealNameTold:  mail.RealNameDecided,
	deal.NoticeOwnerAnswered: mail.OwnerConsentAnswered,
	deal.NoticeStatusChanged: mail.NegotiationStatusChanged,
}

// notices are the mails to those whom deal names.
func (m *moving) notices() error {
	for _, n := range m.e.Notices {
		var data mail.Data
		if due, ok := deal.ParseDate(n.AnswerDue); ok {
			data.Expires = due.Add(24*time.Hour - time.Minute) // the whole day
		}
		if err := m.room.Tell(m.tx, m.d, sideName(n.To, ""), noticeMails[n.Kind], data); err != nil {
			return err
		}
	}
	return nil
}
