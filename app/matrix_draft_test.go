package app_test

import (
	"net/url"

	"tsunagu/app/apptest"
	"tsunagu/app/draft"
	"tsunagu/app/issued"
)

// The built-in templates with which the matrix makes drafts: of a listing, and of either side of a negotiation.
const (
	ofSale = "sample-37-2"
	ofTalk = "sample-35-2"
)

// draftTemplates are a template of A's administrator's own, and one of the office's, of kinds that no other row saves.
func (w *accessWorld) draftTemplates() {
	w.T.Helper()
	save := func(who string) string {
		c := &apptest.Caller{P: w.Platform, Token: w.tokens[who]}
		return c.Upload("/api/Office/SaveDraftTemplate", map[string]any{"kind": int(issued.KindNDA), "version": 0, "reason": "自機関の言葉にした"},
			"書式.docx", draft.SampleFile(issued.KindNDA)).Want(200).JSON()["templateId"].(string)
	}
	w.objects["draftTemplate"] = []object{{"own", save("FAD"), map[string]string{"admin": "FAD"}},
		{"network's", save("ADM"), map[string]string{"admin": "FAD ADM"}}}
}

// addDrafts adds the calls of drafts: of an own listing, and of the own side of a negotiation.
func addDrafts(add func(p []probe, calls ...string)) {
	const path, office = "/api/Draft/", "/api/Office/"
	add([]probe{{of: "listing", set: "charge", query: idIn("sellerBusinessId")},
		{of: "negotiation", set: "banks", query: idIn("buyerNegotiationId")}}, "GET "+path+"GetDraftForms")
	with := func(param, template string) func(x *probing) url.Values {
		return func(x *probing) url.Values { return url.Values{param: {x.id}, "templateId": {template}} }
	}
	add([]probe{{of: "listing", set: "charge", query: with("sellerBusinessId", ofSale)},
		{of: "negotiation", set: "banks", query: with("buyerNegotiationId", ofTalk)}}, "GET "+path+"CheckDraft")
	add([]probe{{of: "listing", set: "charge", body: bodyID("sellerBusinessId", map[string]any{"templateId": ofSale})},
		{of: "negotiation", set: "banks", body: bodyID("buyerNegotiationId", map[string]any{"templateId": ofTalk})}}, "POST "+path+"MakeDraft")
	tried := func(prefix, template string) func(x *probing) map[string]any {
		return func(x *probing) map[string]any {
			return map[string]any{"caseNumber": prefix + "-" + x.id[len(x.id)-8:], "templateId": template}
		}
	}
	add([]probe{{of: "listing", set: "charge", body: tried("L", ofSale)}, {of: "negotiation", set: "banks", body: tried("N", ofTalk)}},
		"POST "+path+"TryDraft")
	add(plain, "GET "+office+"GetDraftTemplates", "GET "+office+"GetDraftFields")
	add(of("draftTemplate", "admin", "templateId"), "GET "+office+"DownloadDraftTemplate")
	saved := map[string]any{"kind": int(issued.KindLetterOfIntent), "version": 0, "reason": "自機関の言葉にした"}
	add([]probe{{form: true, body: body(saved)}}, "POST "+office+"CheckDraftTemplate", "POST "+office+"SaveDraftTemplate")
	add([]probe{{body: body(map[string]any{"kind": int(issued.KindNDA), "version": 1, "reason": "使わない"})}},
		"POST "+office+"WithdrawDraftTemplate")
}
