package app_test

import "net/url"

// declared is what an office publishes of the network, as a first version.
var declared = map[string]any{"version": 0, "title": "ネットワークの宣言", "itemList": []map[string]any{{"heading": "買手の財務", "text": "確かめます。"}},
	"sharing": 1, "sharingSince": "2026-10-01", "sharingNote": "", "body": ""}

// addYearReport adds the calls of the network's declaration, and of an institution's yearly report.
func addYearReport(add func(p []probe, calls ...string)) {
	const path = "/api/Office/"
	add(plain, "GET /api/Public/GetDeclaration", "GET "+path+"GetDeclaration",
		"GET "+path+"GetSupportRegistration", "GET "+path+"GetYearReport",
		"GET "+path+"ExportYearReport", "GET "+path+"ExportBenchmark", "GET "+path+"GetMarketPrices",
		"GET /api/MarketPrice/GetMarketPrices", "GET /api/Response/GetOwnResponse")
	add([]probe{{query: fixed("key", "AAAA.AAAA")}}, "POST /api/SavedSearch/StopNoticesByKey")
	add(of("negotiation", "banks", "buyerNegotiationId"), "GET /api/Response/GetPartnerResponse")
	add([]probe{{query: fixed("version", "1")}}, "GET "+path+"GetDeclarationVersion")
	add([]probe{{body: body(declared)}}, "POST "+path+"PreviewDeclaration")
	stale := map[string]any{"version": 77}
	for key, value := range declared {
		if key != "version" {
			stale[key] = value
		}
	}
	add([]probe{{body: body(stale)}}, "POST "+path+"PublishDeclaration")
	add([]probe{{body: body(map[string]any{"version": 77, "number": "機-0001", "expiresOn": "2027-03-31", "qualified": 3})}},
		"POST "+path+"SaveSupportRegistration")
}

// declaring lets the office publish a declaration first.
func declaring(caller string, query url.Values) func(x *probing) exchange {
	return func(x *probing) exchange {
		x.as("ADM").Post("/api/Office/PublishDeclaration", declared).Want(200)
		return exchange{caller: caller, query: query}
	}
}
