package deal

import "fmt"

// KResult is the answer of the k-anonymity check (domain 3.3).
type KResult struct {
	Network  int    `json:"network"` // companies with the same coordinates in the network
	Own      int    `json:"own"`     // and among SF's own customers
	OK       bool   `json:"ok"`
	Proposal string `json:"proposal"` // "" where none is needed
	Note     string `json:"note"`     // "" where the network is large enough
}

// KAnonymity judges how many companies share a listing's coordinates as
// published: industry classes × public region × sales band. Both counts hold
// the company itself. Below k it proposes to tell less (domain 3.3).
func KAnonymity(k, countNetwork, countOwn, networkSize int) KResult {
	r := KResult{Network: countNetwork, Own: countOwn, OK: countNetwork >= k && countOwn >= k}
	switch {
	case countNetwork < k:
		r.Proposal = fmt.Sprintf("同じ業種・地域・売上高の企業がネットワーク内に%d社未満です。公開地域を広げるか、業種を大分類にしてください。", k)
	case countOwn < k:
		r.Proposal = fmt.Sprintf("同じ業種・地域・売上高の企業が自機関の顧客に%d社未満です。担当金融機関を知る読み手に推測されるおそれがあります。公開地域を広げるか、業種を大分類にしてください。", k)
	}
	if networkSize < AnonymityNetwork {
		r.Note = "登録企業が1,000社未満のため、この社数はまだ目安にすぎません。"
	}
	return r
}
