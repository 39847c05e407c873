package agreement

import (
	"tsunagu/app/web"
	"tsunagu/store"
)

func (a Room) inForceCalls() {
	web.Add(a.Platform, web.Call{
		Method: "GET", Path: "/api/SellerBusiness/GetConfidentialityAgreement", Area: "negotiation", Callers: web.FIN | web.BUY,
		Records: "すべての利用者", Summary: "秘密保持契約の本文", Spec: "domain 4 Consent",
	},
		func(r *web.Request, _ *struct{}) (*confidentialityAgreement, error) {
			return web.Reading(r, func(q *store.Q) (*confidentialityAgreement, error) { return InForce(q) })
		})
}

// InForce is the confidentiality agreement in force.
func InForce(q *store.Q) (*confidentialityAgreement, error) {
	t, err := q.NetworkText("nda")
	if err != nil {
		return nil, err
	}
	return &confidentialityAgreement{Version: t.Version, Title: t.Title, Body: t.Body, HTML: web.ProseHTML(t.Body), Hash: t.Hash}, nil
}

// confidentialityAgreement is the text that a buyer agrees to.
type confidentialityAgreement struct {
	Version int    `json:"version"`
	Title   string `json:"title"`
	Body    string `json:"body" doc:"もとの文章（Markdown または簡単な HTML）。同意はこれに対するもの"`
	HTML    string `json:"html" doc:"画面に出す安全な HTML"`
	Hash    string `json:"hash"`
}
