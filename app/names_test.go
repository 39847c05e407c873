package app_test

import (
	"strings"
	"testing"

	"tsunagu/app/apptest"
)

// A name that the writer's side does not know is not searched for: the writer's answer is the same
// to the byte whether it is the other side's name or not.
func TestNamesAreNoOracle(t *testing.T) {
	w := newAccessWorld(t)
	other := w.changed(t, []string{
		"UPDATE listing_content SET company_name = '別会社株式会社', representative_name = '別 名' WHERE listing_id IN (SELECT listing_id FROM negotiation WHERE id = '" + w.object("negotiation", "counterparty before the names") + "')",
		"UPDATE company_details SET company_name = '別会社', name_folded = 'べつ', representative_name = '別 名' WHERE company_id IN (SELECT id FROM company WHERE kind = 2)",
		"UPDATE user SET user_name = '別 名', user_name_kana = 'ベツ ナ' WHERE role = 1",
		"DELETE FROM former_name",
	})
	another := w.changed(t, []string{
		"UPDATE company_details SET company_name = '別会社', name_folded = 'べつ', representative_name = '別 名' WHERE company_id = '" + w.BuyerB + "'",
		"UPDATE user SET user_name = '別 名', user_name_kana = 'ベツ ナ' WHERE client_id = '" + w.BuyerB + "'",
		"DELETE FROM former_name",
	})
	const words = "カナリア製作所 株式会社カナリア製作所 金糸 雀 霧晴環境 山本 一郎 別会社 別 名"
	row, offer := w.object("negotiation", "counterparty before the names"), w.object("negotiation", "counterparty has an offer, not begun")
	for _, x := range []struct {
		world       *accessWorld
		name, call  string
		body        map[string]any
		isForm, has bool
	}{
		{other, "finB", apptest.SayPath, map[string]any{"buyerNegotiationId": row, "messageType": 1, "messageBody": words}, false, false},
		{other, "finB", apptest.SayPath, map[string]any{"buyerNegotiationId": row, "messageType": 2, "messageBody": "カナリア製作所でしょうか。別会社でしょうか。"},
			false, false},
		{other, "finB", apptest.SayPath, map[string]any{"buyerNegotiationId": row, "messageType": 2, "messageBody": "質問",
			"isApprovalAsked": true}, true, false},
		{other, "buyB", apptest.SayPath, map[string]any{"buyerNegotiationId": row, "messageType": 1, "messageBody": words}, false, false},
		{other, "finB", apptest.NegotiationBase + "CheckMessage", map[string]any{"buyerNegotiationId": row, "messageType": 1,
			"messageBody": words}, false, false},
		{other, "finB", apptest.NegotiationBase + "CheckMessage", map[string]any{"buyerNegotiationId": row, "messageType": 2,
			"messageBody": words}, false, false},
		{other, "finB", apptest.NegotiationBase + "UpdateBuyerNegotiationOfferSendStatusAsync",
			map[string]any{"buyerNegotiationId": offer, "fromOfferSendStatus": 1, "offerSendStatus": 2}, false, false},
		{another, "finA", apptest.SayPath, map[string]any{"buyerNegotiationId": row, "messageType": 2, "messageBody": "霧晴環境でしょうか。別会社でしょうか。"},
			false, false},
		{another, "finA", apptest.NegotiationBase + "CheckMessage",
			map[string]any{"buyerNegotiationId": row, "messageType": 2, "messageBody": words}, false, false},
		{other, "finA", apptest.SayPath, map[string]any{"buyerNegotiationId": row, "messageType": 2, "messageBody": "カナリア製作所"}, false, true},
		{another, "finB", apptest.SayPath, map[string]any{"buyerNegotiationId": row, "messageType": 2, "messageBody": "霧晴環境"}, false, true},
	} {
		answer := func(w *accessWorld) string {
			p := w.thaw(t)
			who := &apptest.Caller{P: p, Token: w.tokens[x.name]}
			body := apptest.With(x.body, nil)
			if strings.HasSuffix(x.call, "OfferSendStatusAsync") {
				body["version"] = who.RowVersion(offer)
			}
			r := who.Post(x.call, body)
			if x.isForm {
				r = who.Upload(x.call, body, "カナリア製作所.pdf", []byte("%PDF-1.7 x"))
			}
			if !x.has && r.Status != 200 {
				t.Errorf("%s %s: %d %s", x.name, x.call, r.Status, r.Body)
			}
			return apptest.Uuids.ReplaceAllString(apptest.Unpacked(r.Body), "<id>")
		}
		if one, two := answer(w), answer(x.world); (one == two) == x.has {
			t.Errorf("%s learns %v of whose name it is by %s: %s", x.name, x.has, x.call, apptest.Difference(one, two))
		}
	}
}
