package draft

import (
	"slices"

	"tsunagu/app/issued"
	"tsunagu/store"
)

// form is what the drafts of a kind have in common.
type form struct {
	kind issued.Kind
	of   []store.InCharge // of which records they are made, and on which side
	help string
}

var forms = []form{
	{issued.KindAdvisory, []store.InCharge{store.InChargeOfListing, store.InChargeOfBF}, "自機関のお客さまと結ぶ、M&Aの支援の契約書です。"},
	{issued.KindNDA, []store.InCharge{store.InChargeOfListing, store.InChargeOfBF}, "自機関のお客さまと結ぶ、秘密保持の契約書です。"},
	{issued.KindMemorandum, []store.InCharge{store.InChargeOfListing}, "売手の会社を候補先に説明する書面です。三期の業績の表があります。"},
	{issued.KindLetterOfIntent, []store.InCharge{store.InChargeOfBF}, "買手が売手に、譲り受けたい意向と条件を伝える書面です。"},
	{issued.KindBasicAgreement, []store.InCharge{store.InChargeOfBF, store.InChargeOfSF}, "売手と買手が、条件の大枠を確かめる書面です。"},
	{issued.KindFinalChecklist, []store.InCharge{store.InChargeOfBF, store.InChargeOfSF},
		"最終契約の前に、契約書の点を一つずつ確かめる表です。自機関の「最終契約の注意点」を差し込めます。"},
	{issued.KindPowerOfAttorney, []store.InCharge{store.InChargeOfListing, store.InChargeOfBF}, "お客さまが自機関に、手続きを任せる書面です。"},
}

func formOf(kind int) *form {
	if i := slices.IndexFunc(forms, func(f form) bool { return int(f.kind) == kind }); i >= 0 {
		return &forms[i]
	}
	return nil
}
