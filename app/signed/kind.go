package signed

import "tsunagu/app/issued"

// signable are the papers that somebody signs and gives back. 企業概要書 is handed over, and the other papers report what was; of these there
// is nothing to sign. All of them are a bank's: a buyer company makes none of them (DECISIONS.md).
var signable = map[issued.Kind]bool{
	issued.KindOwnerConsent:    true,
	issued.KindImportant:       true,
	issued.KindAdvisory:        true,
	issued.KindNDA:             true,
	issued.KindLetterOfIntent:  true,
	issued.KindBasicAgreement:  true,
	issued.KindFinalChecklist:  true,
	issued.KindPowerOfAttorney: true,
}
