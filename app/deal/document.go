package deal

import "slices"

// DocumentKind is the kind of a listing's document (domain 3.5 documents).
type DocumentKind int

const (
	DocumentMemorandum DocumentKind = 1 // 企業概要書 (IM)
	DocumentAccounts   DocumentKind = 2
	DocumentTax        DocumentKind = 3
	DocumentTrial      DocumentKind = 4
	DocumentPlan       DocumentKind = 5
	DocumentRegister   DocumentKind = 6
	DocumentContract   DocumentKind = 7
	DocumentProperty   DocumentKind = 8
	DocumentPeople     DocumentKind = 9
	DocumentOther      DocumentKind = 99
)

var documentKinds = []value[DocumentKind]{
	{DocumentMemorandum, "Memorandum", "企業概要書"}, {DocumentAccounts, "Accounts", "決算書"}, {DocumentTax, "Tax", "税務申告書"},
	{DocumentTrial, "Trial", "試算表"}, {DocumentPlan, "Plan", "事業計画書"}, {DocumentRegister, "Register", "登記・定款"},
	{DocumentContract, "Contract", "契約書"}, {DocumentProperty, "Property", "不動産・設備の資料"}, {DocumentPeople, "People", "人事・労務の資料"},
	{DocumentOther, "Other", "その他の資料"},
}

func (k DocumentKind) Label() string { return labelOf(documentKinds, k) }
func (k DocumentKind) Known() bool   { return known(documentKinds, k) }

const (
	DocumentsMax     = 50         // of one listing
	DocumentTitleMax = 60         // characters
	DocumentPixels   = 50_000_000 // of a picture; a larger one takes too much memory to draw
)

// viewable are the media types whose pages the server draws; all others can only be downloaded.
var viewable = []string{"application/pdf", "image/png", "image/jpeg", "text/plain"}

// IsViewable says whether a file can be shown as pages, with the reader's watermark.
func IsViewable(mediaType string) bool { return slices.Contains(viewable, mediaType) }

// System lines that tell both sides of a negotiation what happened to a document. They name its kind and not SF's own title, which may
// contain a name, because messages can still be read after the end.
func DocumentGranted(k DocumentKind, isDownload bool) Line {
	if isDownload {
		return documentLine("資料（" + k.Label() + "）が開示されました。閲覧とダウンロードができます。")
	}
	return documentLine("資料（" + k.Label() + "）が開示されました。画面で閲覧できます。")
}

func DocumentReplaced(k DocumentKind) Line {
	return documentLine("資料（" + k.Label() + "）が新しい版に差し替えられました。")
}

func DocumentRevoked(k DocumentKind) Line {
	return documentLine("資料（" + k.Label() + "）の開示が終了しました。")
}

func documentLine(text string) Line { return Line{BUY: true, BF: true, SF: true, Text: text} }
