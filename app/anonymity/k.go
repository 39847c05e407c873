package anonymity

import "fmt"

// SmallNetwork is how many companies a bank must be able to see for the k-anonymity count to be
// meaningful (domain 3.3).
const SmallNetwork = 1_000

// KResult is the answer of the k-anonymity check (domain 3.3, 0.1).
type KResult struct {
	Visible  int    `json:"visible" doc:"聞いた人が見られる範囲（公開中の案件・公開中の買手・自機関の顧客）の数"`
	Own      int    `json:"own" doc:"うち自機関の顧客"`
	OK       bool   `json:"ok"`
	Proposal string `json:"proposal"` // "" where none is needed
	Note     string `json:"note"`     // "" where enough companies are visible
}

// CheckK judges how many share a listing's coordinates as published: industry classes × published
// place × sales band. visible counts what SF may see anyway, own SF's customers among it; both
// include the company itself. Below k it proposes to publish less (domain 3.3).
func CheckK(k, visible, own, size int) KResult {
	r := KResult{Visible: visible, Own: own, OK: visible >= k && own >= k}
	switch {
	case visible < k:
		r.Proposal = fmt.Sprintf("同じ業種・地域・売上高の企業が、あなたが見られる範囲に%d社未満です。公開地域を広げるか、業種を大分類にしてください。", k)
	case own < k:
		r.Proposal = fmt.Sprintf("同じ業種・地域・売上高の企業が自機関の顧客に%d社未満です。担当金融機関を知る読み手に推測されるおそれがあります。公開地域を広げるか、業種を大分類にしてください。", k)
	}
	if size < SmallNetwork {
		r.Note = "あなたが見られる企業が全部で1,000社未満のため、この社数はまだ目安にすぎません。"
	}
	return r
}
