package dutytext

import (
	"tsunagu/app/web"
	"tsunagu/store"
)

type textQuery struct {
	Kind   int    `query:"kind" doc:"いま使っている版を読む種類。textId のときは省く"`
	TextID string `query:"textId" doc:"この版を読む"`
}

// TextItem is an item as it is written and read.
type TextItem struct {
	Key     string `json:"key,omitempty" maxLength:"40" doc:"項目の目印。新しい項目は空"`
	Heading string `json:"heading" limit:"60"`
	Text    string `json:"text" limit:"2000"`
	Scope   int    `json:"scope" doc:"0 すべて、1 仲介のときだけ、2 売手だけ"`

	IsUnfinished bool `json:"isUnfinished,omitempty" readOnly:"true" doc:"【 】が残っている"`
}

// dutyText is one version, whole.
type dutyText struct {
	Kind      int        `json:"kind"`
	KindLabel string     `json:"kindLabel"`
	TextID    string     `json:"textId"`
	Version   int        `json:"version"`
	IsSample  bool       `json:"isSample" doc:"組み込みの見本"`
	IsInForce bool       `json:"isInForce" doc:"いま使っている版"`
	Title     string     `json:"title"`
	Name      string     `json:"name" doc:"題名と版。記録に残る名前"`
	Hash      string     `json:"hash" doc:"照合用の値。題名と項目の SHA-256"`
	ItemList  []TextItem `json:"itemList"`
	VersionFacts
}

// VersionFacts are who saved a version, when and why; nothing of a sample.
type VersionFacts struct {
	Reason          string `json:"reason,omitempty" doc:"変えたこと"`
	UserName        string `json:"userName,omitempty"`
	Created         string `json:"created,omitempty"`
	UnfinishedCount int    `json:"unfinishedCount" doc:"【 】が残っている項目の数"`
}

type textVersion struct {
	TextID  string `json:"textId"`
	Version int    `json:"version"`
	Title   string `json:"title"`
	Hash    string `json:"hash"`
	VersionFacts
}

// textKind is one of the institution's texts and lists, with all of its versions.
type textKind struct {
	Kind        int           `json:"kind"`
	Label       string        `json:"label"`
	Help        string        `json:"help"`
	IsText      bool          `json:"isText" doc:"項目ごとに本文が要る"`
	HasScope    bool          `json:"hasScope" doc:"仲介、売手だけの項目がある"`
	InForce     dutyText      `json:"inForce"`
	Sample      dutyText      `json:"sample"`
	VersionList []textVersion `json:"versionList" doc:"自機関の版。新しい順"`
}

type textKinds struct {
	KindList []textKind `json:"kindList"`
}

type textByID struct {
	TextID string `query:"textId" required:"true"`
}

// DutyTextInput is a new version, as the form has it.
type DutyTextInput struct {
	Kind     int        `json:"kind"`
	Version  int        `json:"version" doc:"画面に出ていた自機関の版。見本のときは 0。これが最後のものでなければ、だれかが先に保存している"`
	Title    string     `json:"title" limit:"60"`
	Reason   string     `json:"reason" limit:"200" doc:"変えたこと"`
	ItemList []TextItem `json:"itemList" minItems:"1" maxItems:"60"`
	web.FormKey
}

type textSaved struct {
	TextID string `json:"textId"`
}

// shown is a version as its readers get it.
func shown(q *store.Q, t *Text, isInForce bool) (*dutyText, error) {
	out := &dutyText{Kind: int(t.Kind), KindLabel: formOf(t.Kind).label, TextID: t.ID, Version: t.Version, IsSample: t.IsSample,
		IsInForce: isInForce, Title: t.Title, Name: t.Name(), Hash: t.Hash, ItemList: []TextItem{}}
	for i := range t.Items {
		x := &t.Items[i]
		out.ItemList = append(out.ItemList, TextItem{Key: x.Key, Heading: x.Heading, Text: x.Text, Scope: int(x.Scope),
			IsUnfinished: x.isUnfinished()})
	}
	var err error
	out.VersionFacts, err = factsOf(q, t)
	return out, err
}

func factsOf(q *store.Q, t *Text) (VersionFacts, error) {
	out := VersionFacts{Reason: t.Reason, UnfinishedCount: t.unfinished()}
	if t.IsSample {
		return out, nil
	}
	u, err := q.User(t.Creator)
	if err != nil {
		return out, err
	}
	out.UserName, out.Created = u.UserName, web.ServerTime(t.Created)
	return out, nil
}
