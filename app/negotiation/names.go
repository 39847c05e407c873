package negotiation

import (
	"fmt"
	"slices"

	"tsunagu/app/anonymity"
	"tsunagu/app/deal"
	"tsunagu/app/match"
	"tsunagu/app/web"
	"tsunagu/store"
)

// ClosedNames are the hits of names that the reader of a text may not know yet, and whose they are.
type ClosedNames struct {
	Hits      []anonymity.Hit
	IsSellers bool
	mayAsk    bool // an approver of the writer's institution can let it pass: the name is its own customer's
}

// NamesIn looks through a message of one channel.
func NamesIn(q *store.Q, by web.Actor, d *Dealing, kind deal.MessageType, from deal.MessageOriginatorType,
	texts map[string]string) (*ClosedNames, error) {
	knows := d.IsSF()
	if !knows && d.isBF() {
		var err error
		if knows, err = q.KnowsSeller(by.Viewer, d.ListingID); err != nil {
			return nil, err
		}
	}
	as := d.As
	if as == deal.ActorBoth && !d.Facts.IsOneBank { // other people read it
		as = map[bool]deal.Actor{true: deal.ActorSF, false: deal.ActorBF}[from == deal.OriginatorSF]
	}
	sellers, buyers := deal.ClosedNames(as, kind, from, d.NegotiationStatus(), knows)
	out := &ClosedNames{IsSellers: sellers, mayAsk: !sellers || d.IsSF()}
	var own []anonymity.OwnNames
	var err error
	switch {
	case sellers:
		own, err = match.NamesOfSeller(q, d.SellerCompanyID, d.ListingID)
	case buyers:
		own, err = match.NamesOfBuyer(q, d.BuyerCompanyID)
	}
	out.Hits = anonymity.FindNames(texts, own, match.AnonymityPlaces())
	return out, err
}

// NamesInOffer looks through an offer's message: nobody who gets one knows the seller yet.
func NamesInOffer(q *store.Q, companyID, listingID, text string) (*ClosedNames, error) {
	own, err := match.NamesOfSeller(q, companyID, listingID)
	return &ClosedNames{Hits: anonymity.FindNames(map[string]string{"offerMessage": text}, own, match.AnonymityPlaces()), IsSellers: true,
		mayAsk: true}, err
}

// namesInForwarded looks through an offer that BF passes on, where BF knows the seller's name. A text
// that SF's approver let pass is not held twice.
func namesInForwarded(q *store.Q, by web.Actor, d *Dealing) error {
	knows := d.IsSF()
	if !knows {
		var err error
		if knows, err = q.KnowsSeller(by.Viewer, d.ListingID); err != nil {
			return err
		}
	}
	if released, err := q.IsReleased(d.ListingID, d.ID, LedgerRelease); err != nil || released || !knows {
		return err
	}
	n, err := NamesInOffer(q, d.SellerCompanyID, d.ListingID, d.OfferMessage)
	if err != nil || len(n.Hits) == 0 {
		return err
	}
	return web.Invalid("offerMessage", "オファーのメッセージに、買手にまだ開示されていない売手の名前が書かれているため、転送していません。見送るか、売手側金融機関に、文面を直して送り直すよう依頼してください。")
}

// namesInReason refuses a reason that the other bank reads where it bears the seller's name. A reason
// can always be put in other words: nobody is asked to let it pass.
func namesInReason(q *store.Q, d *Dealing, field, text string) error {
	own, err := match.NamesOfSeller(q, d.SellerCompanyID, d.ListingID)
	if err != nil {
		return err
	}
	if hits := anonymity.FindNames(map[string]string{field: text}, own, match.AnonymityPlaces()); len(hits) > 0 {
		return (&ClosedNames{Hits: hits, IsSellers: true}).refusal()
	}
	return nil
}

// codeName is the code of a refusal for a name, by which a screen offers to ask an approver.
const codeName = "name_before_time"

// refusal is the 422 of all hits at once: what happened and what to do.
func (n *ClosedNames) refusal() *web.Problem {
	whose := "買手"
	if n.IsSellers {
		whose = "売手"
	}
	p := &web.Problem{Title: "Unprocessable entity", Status: 422,
		Detail: "相手にまだ開示していない" + whose + "の名前が含まれているため、送信していません。入力した内容は残っています。言葉を直してください。", Code: codeName}
	switch {
	case n.mayAsk:
		p.Detail = "相手にまだ開示していない" + whose + "の名前が含まれているため、送信していません。入力した内容は残っています。言葉を直すか、承認者に、名前を含めたまま送ることの承認を依頼してください。"
	case n.IsSellers:
		p.Detail += "売手の名前は、売手側金融機関の承認によってだけ開示されます。"
	}
	for _, h := range n.Hits {
		what := "氏名"
		if h.Kind == anonymity.HitCompany {
			what = "企業名"
		}
		e := web.FieldError{Field: h.Field, Detail: fmt.Sprintf("「%s」は、相手にまだ開示していない%sの%sです。言い換えてください。", h.Text, whose, what)}
		if !slices.Contains(p.Errors, e) {
			p.Errors = append(p.Errors, e)
		}
	}
	return p
}

// nearHits are what a text between the banks was sent with though the check warned of it, as the
// audit log has it. They are found with the writer's own names alone.
func nearHits(q *store.Q, d *Dealing, kind deal.MessageType, texts map[string]string) (string, error) {
	if d.NegotiationStatus().NamesOpen() || kind == deal.MessageBUYtoBF {
		return "", nil
	}
	own, err := writersNames(q, d)
	return anonymity.HitsForAudit(match.AnonymityHits(texts, own)), err
}

// writersNames are those of the customers on the writer's side.
func writersNames(q *store.Q, d *Dealing) ([]anonymity.OwnNames, error) {
	var own []anonymity.OwnNames
	if d.IsBuyerSide() {
		names, err := match.NamesOfBuyer(q, d.BuyerCompanyID)
		if err != nil {
			return nil, err
		}
		own = append(own, names...)
	}
	if d.IsSF() {
		names, err := match.NamesOfSeller(q, d.SellerCompanyID, d.ListingID)
		if err != nil {
			return nil, err
		}
		own = append(own, names...)
	}
	return own, nil
}

// noteOfferHits writes down with what an offer was sent though the check warned of it.
func noteOfferHits(tx *store.Tx, by web.Actor, companyID, listingID, text string) error {
	own, err := match.NamesOfSeller(&tx.Q, companyID, listingID)
	if err != nil {
		return err
	}
	hits := anonymity.HitsForAudit(match.AnonymityHits(map[string]string{"offerMessage": text}, own))
	if hits == "" {
		return nil
	}
	return tx.AddAudit(by.Line("offer.sent_with_hits", "listing", listingID, "ok", hits))
}
