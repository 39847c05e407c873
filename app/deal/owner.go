package deal

import "strings"

// ownerIsTold: the owner may know who asked for his name. SF may refuse in his place only with a
// reason that he is told (打診状況報告), unless he refused himself (domain 0.12).
func ownerIsTold(f NegotiationFacts, in MoveInput) *Refusal {
	if f.SellerApproval == SellerRefused || strings.TrimSpace(in.OwnerReason) != "" {
		return nil
	}
	why := "オーナーに確認していません。"
	switch f.SellerApproval {
	case SellerAsked:
		why = "オーナーの回答がまだありません。"
	case SellerAgreed:
		why = "オーナーは承諾しています。"
	}
	return invalid("ownerReason", why+"オーナーの意向によらずに却下するときは、オーナーへの打診状況報告に載せる理由を入力してください。買手側には見えません。")
}
