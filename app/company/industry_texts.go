package company

import (
	"slices"

	"tsunagu/app/web"
	"tsunagu/store/master"
)

// KeepChosen drops the texts of small classes that are not chosen: nobody would see them again.
func (t *IndustryTexts) KeepChosen(industries []string) {
	for code, p := range t.ByCode() {
		if !slices.Contains(industries, code) {
			*p = ""
		}
	}
}

// IndustryTexts are the free text of an industry chosen as "other" and its variants for the
// nine small classes that have one of their own (SPEC.md 3, industryOtherText).
type IndustryTexts struct {
	IndustryOtherText      string `json:"industryOtherText,omitempty" limit:"100"`
	IndustryOtherText12005 string `json:"industryOtherText12005,omitempty" limit:"100"`
	IndustryOtherText13004 string `json:"industryOtherText13004,omitempty" limit:"100"`
	IndustryOtherText13022 string `json:"industryOtherText13022,omitempty" limit:"100"`
	IndustryOtherText16005 string `json:"industryOtherText16005,omitempty" limit:"100"`
	IndustryOtherText17005 string `json:"industryOtherText17005,omitempty" limit:"100"`
	IndustryOtherText17012 string `json:"industryOtherText17012,omitempty" limit:"100"`
	IndustryOtherText20003 string `json:"industryOtherText20003,omitempty" limit:"100"`
	IndustryOtherText21013 string `json:"industryOtherText21013,omitempty" limit:"100"`
	IndustryOtherText22003 string `json:"industryOtherText22003,omitempty" limit:"100"`
}

// ByCode are the variants by small class.
func (t *IndustryTexts) ByCode() map[string]*string {
	return map[string]*string{
		"12005": &t.IndustryOtherText12005, "13004": &t.IndustryOtherText13004, "13022": &t.IndustryOtherText13022,
		"16005": &t.IndustryOtherText16005, "17005": &t.IndustryOtherText17005, "17012": &t.IndustryOtherText17012,
		"20003": &t.IndustryOtherText20003, "21013": &t.IndustryOtherText21013, "22003": &t.IndustryOtherText22003,
	}
}

// IndustryTextsOf fills the texts from what the store keeps.
func IndustryTextsOf(text string, byCode map[string]string) IndustryTexts {
	t := IndustryTexts{IndustryOtherText: text}
	for code, p := range t.ByCode() {
		*p = byCode[code]
	}
	return t
}

// Stored are the texts as the store keeps them, empty ones left out.
func (t *IndustryTexts) Stored() map[string]string {
	out := map[string]string{}
	for code, p := range t.ByCode() {
		if *p != "" {
			out[code] = *p
		}
	}
	return out
}

// Check cleans the texts in place.
func (t *IndustryTexts) Check(c *web.Check) {
	c.Text(t, "industryOtherText", "業種（その他）", &t.IndustryOtherText, false)
	for _, code := range master.FreeTextCodes {
		small, _ := master.FindIndustry(code)
		c.Text(t, "industryOtherText"+code, "業種（"+small.Name+"）の内容", t.ByCode()[code], false)
	}
}
