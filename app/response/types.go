package response

// answering is how a party answers; the fields are 0 where there is no figure.
type answering struct {
	Party string `json:"party" enum:"own,sf,bf,buyer" doc:"own 自機関または担当する買手、sf 売手側の金融機関、bf 買手側の金融機関、buyer 買手"`
	Speed int    `json:"speed" doc:"返事までの営業日（土日を除く）。1 当日、2 1〜2営業日、3 3〜5営業日、4 それ以上、0 件数が足りない"`
	Share int    `json:"share" doc:"返事をした割合（10件のうち何件か）。相手の買手は 8、5、0 の段階だけ"`
}

type answerings struct {
	PartyList []answering `json:"partyList"`
}

type ownQuery struct {
	CompanyID string `query:"companyId" doc:"担当する買手。空は自機関"`
}

type partnerQuery struct {
	BuyerNegotiationID string `query:"buyerNegotiationId"`
}
