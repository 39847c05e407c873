package apptest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime/multipart"

	"tsunagu/app/deal"
	"tsunagu/app/web"
)

const NegotiationBase = "/api/BuyerNegotiation/"

// Talks is a marketplace with a public listing of A's, a rival buyer of B's, and a third bank C
// with a buyer of its own.
type Talks struct {
	*Marketplace
	Listing    string
	Rival      *Caller // a user of another buyer of B's
	RivalBuyer string
	FinC       *Caller
	BuyerC     string
	PersonID   string // the seller's person in charge
}

// SellerNames must not appear anywhere before status 3, BuyerNames not before 2.
var (
	SellerNames = []string{"カナリア製作所", "金糸", "カナリア1-1", "052-999-8877"}
	BuyerNames  = []string{"霧晴環境", "山本 一郎"}
)

func NewTalks(p *Platform) *Talks {
	p.T.Helper()
	t := &Talks{Marketplace: NewMarketplace(p)}
	t.Listing = t.Published(nil)
	t.RivalBuyer = t.FinB.Buyer("黒潮ライバル株式会社")
	p.User(deal.RoleBUY, t.RivalBuyer, "rival@b.example.jp")
	t.Rival = p.SignIn("rival@b.example.jp")
	c := p.Institution("9983", "白嶺銀行")
	p.User(deal.RoleFIN, c, "fin@c.example.jp")
	t.FinC = p.SignIn("fin@c.example.jp")
	t.BuyerC = t.FinC.Buyer("白嶺キャピタル株式会社")
	for _, u := range t.FinA.Get("/api/SellerCompanyUser/GetUsersList?clientId=" + t.Seller +
		"&userType=3").Want(200).JSON()["userList"].([]any) {
		t.PersonID = u.(map[string]any)["userId"].(string)
	}
	return t
}

// Row is the caller's view of a negotiation.
func (c *Caller) Row(id string) map[string]any {
	c.P.T.Helper()
	return c.Get(NegotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + id).Want(200).JSON()
}

// RowVersion is the negotiation's version that the caller sees.
func (c *Caller) RowVersion(id string) int {
	c.P.T.Helper()
	return int(c.Row(id)["version"].(float64))
}

// Deed posts a call on a negotiation with the version that the caller sees now.
func (c *Caller) Deed(path, id string, fields map[string]any) Result {
	c.P.T.Helper()
	return c.Post(NegotiationBase+path, With(map[string]any{"buyerNegotiationId": id, "version": c.RowVersion(id)}, fields))
}

// To moves a negotiation from one status to another.
func (c *Caller) To(id string, from, to int, fields map[string]any) Result {
	c.P.T.Helper()
	return c.Deed("NegotiationStatusChange", id, With(map[string]any{"fromStatus": from, "status": to}, fields))
}

// Consent agrees to the confidentiality agreement in the given version.
func (c *Caller) Consent(listing string, version int) Result {
	c.P.T.Helper()
	a := c.Get(ListingBase + "GetConfidentialityAgreement").Want(200).JSON()
	return c.Post(ListingBase+"Consent", map[string]any{"sellerBusinessId": listing, "version": version, "agreementVersion": a["version"],
		"agreementHash": a["hash"]})
}

// Upload posts a form with a file.
func (c *Caller) Upload(path string, fields map[string]any, name string, content []byte) Result {
	c.P.T.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for k, v := range fields {
		if err := w.WriteField(k, fmt.Sprint(v)); err != nil {
			c.P.T.Fatal(err)
		}
	}
	if name != "" {
		f, err := w.CreateFormFile(web.FormFile, name)
		if err != nil {
			c.P.T.Fatal(err)
		}
		if _, err := f.Write(content); err != nil {
			c.P.T.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		c.P.T.Fatal(err)
	}
	return c.Do("POST", path, w.FormDataContentType(), &b)
}

// Say sends a message.
func (c *Caller) Say(id string, messageType int, body string) Result {
	c.P.T.Helper()
	return c.Post(NegotiationBase+"CreateBuyerNegotiationMessageAsync",
		map[string]any{"buyerNegotiationId": id, "messageType": messageType, "messageBody": body})
}

func (c *Caller) Thread(id string) Result {
	c.P.T.Helper()
	return c.Get(NegotiationBase + "GetBuyerNegotiationMessageListAsync?buyerNegotiationId=" + id)
}

// Started is the id of buyer B's negotiation in status 1, after interest and consent.
func (t *Talks) Started() string {
	t.T.Helper()
	o := t.BuyB.Post(NegotiationBase+"CreateBuyerNegotiationByBuyerAsync", map[string]any{"sellerBusinessId": t.Listing}).Want(200).JSON()
	id := o["buyerNegotiationId"].(string)
	t.BuyB.Consent(t.Listing, int(o["version"].(float64))).Want(200)
	t.FinB.Deed("StartNegotiation", id, nil).Want(200)
	return id
}

// Hoped is the id of buyer B's negotiation in status 2.
func (t *Talks) Hoped() string {
	t.T.Helper()
	id := t.Started()
	t.BuyB.Deed("RealNameConsent", id, nil).Want(200)
	t.FinB.To(id, 1, 2, nil).Want(200)
	return id
}

// OwnerKey asks for the owner's consent and returns key and passcode from the two mails.
func (t *Talks) OwnerKey(id string) (key, passcode string) {
	t.T.Helper()
	t.FinA.Deed("RequestOwnerConsent", id, map[string]any{"userId": t.PersonID, "ppapMailaddress": "second@canary.example.co.jp"}).Want(200)
	return KeyInMail.FindStringSubmatch(t.Mails(t.Person)[0].Text)[1],
		PasscodeInMail.FindStringSubmatch(t.Mails("second@canary.example.co.jp")[0].Text)[1]
}

func (t *Talks) OwnerDecides(key, passcode string, isApproval bool) Result {
	t.T.Helper()
	return t.Visitor().Post(NegotiationBase+"DecideOwnerConsentByKey",
		map[string]any{"key": key, "passcode": passcode, "isApproval": isApproval, "userName": "金糸 雀", "comment": "お願いします。"})
}

// Named is the id of buyer B's negotiation in status 3.
func (t *Talks) Named() string {
	t.T.Helper()
	id := t.Hoped()
	key, passcode := t.OwnerKey(id)
	t.OwnerDecides(key, passcode, true).Want(200)
	t.FinA.Deed("NegotiationApprove", id, map[string]any{"isApproval": true}).Want(200)
	return id
}

// Milestone records a milestone of a kind.
func (c *Caller) Milestone(id string, kind deal.Milestone, fields map[string]any) Result {
	c.P.T.Helper()
	return c.Deed("RecordMilestone", id, With(map[string]any{"kind": int(kind), "date": "2026-12-01"}, fields))
}

// Confirm confirms every milestone that waits for the caller in a negotiation.
func (c *Caller) Confirm(id string) Result {
	c.P.T.Helper()
	var ids []string
	for _, p := range c.Proposals(id) {
		if p["canConfirm"].(bool) {
			ids = append(ids, p["proposalId"].(string))
		}
	}
	return c.Deed("ConfirmMilestone", id, map[string]any{"proposalIds": ids})
}

// Proposals are the milestones that wait for confirmation in a negotiation, as the caller sees
// them.
func (c *Caller) Proposals(id string) (out []map[string]any) {
	c.P.T.Helper()
	for _, p := range c.Row(id)["proposals"].([]any) {
		out = append(out, p.(map[string]any))
	}
	return out
}

// Intended is the id of buyer B's negotiation in status 3 with what status 4 requires, recorded by
// BF and confirmed by SF.
func (t *Talks) Intended() string {
	t.T.Helper()
	id := t.Named()
	t.FinB.Milestone(id, deal.MilestoneTopInterview, nil).Want(200)
	t.FinB.Milestone(id, deal.MilestoneIntent, map[string]any{"amount": 150_000}).Want(200)
	t.FinA.Confirm(id).Want(200)
	return id
}

// Dated records and confirms the two dates that a contract requires, and the milestones skipped
// before them.
func (t *Talks) Dated(id string) {
	t.T.Helper()
	t.FinA.Milestone(id, deal.MilestoneContract, map[string]any{"date": "2027-01-10", "skips": []int{3, 4}}).Want(200)
	t.FinA.Milestone(id, deal.MilestoneClosing, map[string]any{"date": "2027-02-10"}).Want(200)
	t.FinB.Confirm(id).Want(200)
}

// InConditions is the id of buyer B's negotiation in status 4.
func (t *Talks) InConditions() string {
	t.T.Helper()
	id := t.Intended()
	t.FinB.To(id, 3, 4, nil).Want(200)
	return id
}

// Proposed is the id of buyer B's negotiation in status 4 with the contract proposed by BF.
func (t *Talks) Proposed() string {
	t.T.Helper()
	id := t.InConditions()
	t.Dated(id)
	t.FinB.To(id, 4, 5, nil).Want(200)
	return id
}

// Move finds a move in a view of a negotiation; nil where the caller does not have it.
func Move(view map[string]any, kind deal.MoveKind) map[string]any {
	for _, m := range view["moves"].([]any) {
		if m := m.(map[string]any); m["move"] == string(kind) {
			return m
		}
	}
	return nil
}

// ViewText is a view as JSON text.
func ViewText(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// EverythingOf reads all that a caller can read of a listing's negotiations, as one text.
func (t *Talks) EverythingOf(c *Caller, id string) string {
	t.T.Helper()
	all := ""
	for _, path := range []string{"GetBuyerNegotiationAsync?buyerNegotiationId=" + id,
		"GetBuyerNegotiationAsync?sellerBusinessId=" + t.Listing, "GetBuyerNegotiationMessageListAsync?buyerNegotiationId=" + id,
		"PartnerListByBuyerFinancial", "PartnerListByBuyerFinancial?sellerBusinessId=" + t.Listing,
		"PartnerListBySellerFinancial?sellerBusinessId=" + t.Listing, "GetUnreadCounts"} {
		all += c.Get(NegotiationBase+path).Body + "\n"
	}
	return all + c.Get("/api/BuyerCompany/SearchFinancialSupport").Body
}
