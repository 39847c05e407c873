package dutytext

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"tsunagu/app/deal"
	"tsunagu/store"
)

// Scope says in which cases an item is meant.
type Scope int

const (
	ForAll    Scope = 0
	ForBroker Scope = 1 // only where the bank is a broker (仲介)
	ForSeller Scope = 2 // only to a seller
)

var scopes = []string{ForAll: "", ForBroker: "（仲介）", ForSeller: "（売手へ）"}

// Item is one thing that is explained, pointed out or looked up. Records name it by its key, which stays through all versions.
type Item struct {
	Key     string `json:"key"`
	Heading string `json:"heading"`
	Text    string `json:"text"`
	Scope   Scope  `json:"scope"`
}

// Label is how a form and a record name the item.
func (i *Item) Label() string { return scopes[i.Scope] + i.Heading }

// isUnfinished says that something is left to be filled in. The sample marks it so.
func (i *Item) isUnfinished() bool { return strings.ContainsAny(i.Heading+i.Text, "【】") }

// content is the canonical text of a version. Its JSON is what is stored and hashed.
type content struct {
	Title string `json:"title"`
	Items []Item `json:"items"`
}

// Text is one version of a text or list.
type Text struct {
	ID      string
	Kind    deal.DutyKind
	Version int // of the institution's own, or of the sample
	Title   string
	Items   []Item
	Hash    string // SHA-256 of the canonical text

	IsSample bool
	Reason   string // of an own one
	Creator  string
	Created  time.Time
}

// Name is what a record writes of the text that was used: its title and version.
func (t *Text) Name() string {
	if t.IsSample {
		return fmt.Sprintf("%s（見本 第%d版）", t.Title, t.Version)
	}
	return fmt.Sprintf("%s 第%d版", t.Title, t.Version)
}

// unfinished is how many items are left to be filled in.
func (t *Text) unfinished() (n int) {
	for i := range t.Items {
		if t.Items[i].isUnfinished() {
			n++
		}
	}
	return n
}

func (c *content) canonical() (text, hash string) {
	b, err := json.Marshal(c)
	if err != nil {
		panic(err) // texts and numbers
	}
	sum := sha256.Sum256(b)
	return string(b), hex.EncodeToString(sum[:])
}

// form is what the texts of a kind have in common.
type form struct {
	kind     deal.DutyKind
	label    string
	help     string
	isText   bool // each item has a text; otherwise a text is a note
	hasScope bool // some items are meant for some cases alone
	isAll    bool // a record has all items
	sample   content
}

// forms are the kinds of duties that use a text or list of the institution.
var forms = []form{
	{kind: deal.DutyExplanation, label: "重要事項説明書", isText: true, hasScope: true, isAll: true, sample: content{"重要事項説明書", explained},
		help: "契約の前に、お客さまに書面で説明する事項です。担当者は「確認事項」の「重要事項説明」で、いまの版を読み、すべての事項を説明したことを記録します。"},
	{kind: deal.DutyContractRisk, label: "最終契約の注意点", isText: true, isAll: true, sample: content{"最終契約の注意点", risks},
		help: "最終契約の前に、自分の側のお客さまに説明する点です。担当者は「確認事項」の「最終契約の注意点」で、いまの版のすべての点を説明したことを記録します。"},
	{kind: deal.DutyAntisocial, label: "反社照会の照会先", sample: content{"反社照会の照会先", sources},
		help: "企業、代表者、実質的支配者を照らし合わせる先です。担当者は「確認事項」の「反社照会」で、実際に照会した先を選んで記録します。"},
}

func formOf(k deal.DutyKind) *form {
	if i := slices.IndexFunc(forms, func(f form) bool { return f.kind == k }); i >= 0 {
		return &forms[i]
	}
	return nil
}

// Uses says whether the records of a kind use a text or list of the institution.
func Uses(k deal.DutyKind) bool { return formOf(k) != nil }

// Sample is the built-in text of a kind that uses one.
func Sample(k deal.DutyKind) *Text {
	f := formOf(k)
	_, hash := f.sample.canonical()
	return &Text{ID: sampleID(k), Kind: k, Version: sampleVersion, Title: f.sample.Title, Items: slices.Clone(f.sample.Items), Hash: hash,
		IsSample: true}
}

// sampleVersion is the version of the samples. Records name it: whoever changes a sample keeps the old one beside it, under its version.
const sampleVersion = 1

func sampleID(k deal.DutyKind) string { return fmt.Sprintf("sample-%d-%d", k, sampleVersion) }

func textOf(row *store.DutyText) (*Text, error) {
	var c content
	if err := json.Unmarshal([]byte(row.Content), &c); err != nil {
		return nil, err
	}
	return &Text{ID: row.ID, Kind: deal.DutyKind(row.Kind), Version: row.Version, Title: c.Title, Items: c.Items, Hash: row.Hash,
		Reason: row.Reason, Creator: row.Creator, Created: row.Created}, nil
}

// InForce is the text of a kind with which an institution works now: its newest, or the sample where it has none.
func InForce(q *store.Q, institution string, k deal.DutyKind) (*Text, error) {
	row, err := q.LastDutyText(institution, int(k))
	if errors.Is(err, store.ErrNotFound) {
		return Sample(k), nil
	}
	if err != nil {
		return nil, err
	}
	return textOf(row)
}

// ByID is a version that an institution may read: its own, the sample, or one of an institution that became part of it; ErrNotFound.
func ByID(q *store.Q, institution, id string) (*Text, error) {
	for i := range forms {
		if id == sampleID(forms[i].kind) {
			return Sample(forms[i].kind), nil
		}
	}
	row, err := q.DutyText(institution, id)
	if err != nil {
		return nil, err
	}
	return textOf(row)
}
