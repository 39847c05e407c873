package app

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime/multipart"

	"tsunagu/app/deal"
	"tsunagu/app/web"
)

const negotiationBase = "/api/BuyerNegotiation/"

// talks is a marketplace with a public listing of A's, a rival buyer of B's and a rival bank C
// with a buyer of its own.
type talks struct {
	*marketplace
	listing    string
	rival      *caller // a user of another buyer of B's
	rivalBuyer string
	finC       *caller
	buyerC     string
	personID   string // the seller's person in charge
}

// sellerNames must not be anywhere before status 3, buyerNames not before 2.
var (
	sellerNames = []string{"カナリア製作所", "金糸", "カナリア1-1", "052-999-8877"}
	buyerNames  = []string{"霧晴環境", "山本 一郎"}
)

func newTalks(p *platform) *talks {
	p.t.Helper()
	t := &talks{marketplace: newMarketplace(p)}
	t.listing = t.published(nil)
	t.rivalBuyer = t.finB.buyer("黒潮ライバル株式会社")
	p.user(deal.RoleBUY, t.rivalBuyer, "rival@b.example.jp")
	t.rival = p.signIn("rival@b.example.jp")
	c := p.institution("9983", "白嶺銀行")
	p.user(deal.RoleFIN, c, "fin@c.example.jp")
	t.finC = p.signIn("fin@c.example.jp")
	t.buyerC = t.finC.buyer("白嶺キャピタル株式会社")
	for _, u := range t.finA.get("/api/SellerCompanyUser/GetUsersList?clientId=" + t.seller + "&userType=3").want(200).json()["userList"].([]any) {
		t.personID = u.(map[string]any)["userId"].(string)
	}
	return t
}

// row is the caller's view of a row.
func (c *caller) row(id string) map[string]any {
	c.p.t.Helper()
	return c.get(negotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + id).want(200).json()
}

// rowVersion is the version that the caller sees.
func (c *caller) rowVersion(id string) int {
	c.p.t.Helper()
	return int(c.row(id)["version"].(float64))
}

// deed posts a deed on a row with the version that the caller sees now.
func (c *caller) deed(path, id string, fields map[string]any) result {
	c.p.t.Helper()
	return c.post(negotiationBase+path, with(map[string]any{"buyerNegotiationId": id, "version": c.rowVersion(id)}, fields))
}

// to brings a row from one status to another.
func (c *caller) to(id string, from, to int, fields map[string]any) result {
	c.p.t.Helper()
	return c.deed("NegotiationStatusChange", id, with(map[string]any{"fromStatus": from, "status": to}, fields))
}

// consent agrees to the confidentiality agreement as the caller read it.
func (c *caller) consent(listing string, version int) result {
	c.p.t.Helper()
	a := c.get(listingBase + "GetConfidentialityAgreement").want(200).json()
	return c.post(listingBase+"Consent", map[string]any{"sellerBusinessId": listing, "version": version, "agreementVersion": a["version"], "agreementHash": a["hash"]})
}

// upload posts a form with a file.
func (c *caller) upload(path string, fields map[string]any, name string, content []byte) result {
	c.p.t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for k, v := range fields {
		if err := w.WriteField(k, fmt.Sprint(v)); err != nil {
			c.p.t.Fatal(err)
		}
	}
	if name != "" {
		f, err := w.CreateFormFile(web.FormFile, name)
		if err != nil {
			c.p.t.Fatal(err)
		}
		if _, err := f.Write(content); err != nil {
			c.p.t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		c.p.t.Fatal(err)
	}
	return c.do("POST", path, w.FormDataContentType(), &b)
}

// say sends a message.
func (c *caller) say(id string, messageType int, body string) result {
	c.p.t.Helper()
	return c.post(negotiationBase+"CreateBuyerNegotiationMessageAsync", map[string]any{"buyerNegotiationId": id, "messageType": messageType, "messageBody": body})
}

func (c *caller) thread(id string) result {
	c.p.t.Helper()
	return c.get(negotiationBase + "GetBuyerNegotiationMessageListAsync?buyerNegotiationId=" + id)
}

// started is a row of buyer B at 1, with interest and consent before.
func (t *talks) started() string {
	t.t.Helper()
	o := t.buyB.post(negotiationBase+"CreateBuyerNegotiationByBuyerAsync", map[string]any{"sellerBusinessId": t.listing}).want(200).json()
	id := o["buyerNegotiationId"].(string)
	t.buyB.consent(t.listing, int(o["version"].(float64))).want(200)
	t.finB.deed("StartNegotiation", id, nil).want(200)
	return id
}

// hoped is a row of buyer B at 2.
func (t *talks) hoped() string {
	t.t.Helper()
	id := t.started()
	t.buyB.deed("RealNameConsent", id, nil).want(200)
	t.finB.to(id, 1, 2, nil).want(200)
	return id
}

// ownerKey asks the owner and reads key and passcode out of the two mails.
func (t *talks) ownerKey(id string) (key, passcode string) {
	t.t.Helper()
	t.finA.deed("RequestOwnerConsent", id, map[string]any{"userId": t.personID, "ppapMailaddress": "second@canary.example.co.jp"}).want(200)
	return keyInMail.FindStringSubmatch(t.mails(t.person)[0].Text)[1], passcodeInMail.FindStringSubmatch(t.mails("second@canary.example.co.jp")[0].Text)[1]
}

func (t *talks) ownerDecides(key, passcode string, isApproval bool) result {
	t.t.Helper()
	return t.visitor().post(negotiationBase+"DecideOwnerConsentByKey", map[string]any{"key": key, "passcode": passcode, "isApproval": isApproval, "userName": "金糸 雀", "comment": "お願いします。"})
}

// named is a row of buyer B at 3.
func (t *talks) named() string {
	t.t.Helper()
	id := t.hoped()
	key, passcode := t.ownerKey(id)
	t.ownerDecides(key, passcode, true).want(200)
	t.finA.deed("NegotiationApprove", id, map[string]any{"isApproval": true}).want(200)
	return id
}

// milestone records one.
func (c *caller) milestone(id string, kind deal.Milestone, fields map[string]any) result {
	c.p.t.Helper()
	return c.deed("RecordMilestone", id, with(map[string]any{"kind": int(kind), "date": "2026-12-01"}, fields))
}

// confirm confirms all that waits for the caller in a negotiation.
func (c *caller) confirm(id string) result {
	c.p.t.Helper()
	var ids []string
	for _, p := range c.proposals(id) {
		if p["canConfirm"].(bool) {
			ids = append(ids, p["proposalId"].(string))
		}
	}
	return c.deed("ConfirmMilestone", id, map[string]any{"proposalIds": ids})
}

// proposals are what waits in a negotiation, as the caller sees it.
func (c *caller) proposals(id string) (out []map[string]any) {
	c.p.t.Helper()
	for _, p := range c.row(id)["proposals"].([]any) {
		out = append(out, p.(map[string]any))
	}
	return out
}

// intended is a row of buyer B at 3 with what the terms want, recorded by BF and confirmed by SF.
func (t *talks) intended() string {
	t.t.Helper()
	id := t.named()
	t.finB.milestone(id, deal.MilestoneTopInterview, nil).want(200)
	t.finB.milestone(id, deal.MilestoneIntent, map[string]any{"amount": 150_000}).want(200)
	t.finA.confirm(id).want(200)
	return id
}

// dated records and confirms the two days that a contract wants, with what is left out before them.
func (t *talks) dated(id string) {
	t.t.Helper()
	t.finA.milestone(id, deal.MilestoneContract, map[string]any{"date": "2027-01-10", "skips": []int{3, 4}}).want(200)
	t.finA.milestone(id, deal.MilestoneClosing, map[string]any{"date": "2027-02-10"}).want(200)
	t.finB.confirm(id).want(200)
}

// bargained is a row of buyer B at 4.
func (t *talks) bargained() string {
	t.t.Helper()
	id := t.intended()
	t.finB.to(id, 3, 4, nil).want(200)
	return id
}

// proposed is a row of buyer B at 4 with the contract proposed by BF.
func (t *talks) proposed() string {
	t.t.Helper()
	id := t.bargained()
	t.dated(id)
	t.finB.to(id, 4, 5, nil).want(200)
	return id
}

// move finds a move of a view; nil where the caller does not have it.
func move(view map[string]any, kind deal.MoveKind) map[string]any {
	for _, m := range view["moves"].([]any) {
		if m := m.(map[string]any); m["move"] == string(kind) {
			return m
		}
	}
	return nil
}

// viewText is a view as one text.
func viewText(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}
