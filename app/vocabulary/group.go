package vocabulary

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/master"
	"tsunagu/store/words"
)

const (
	groupsMost = 500
	listMost   = 30 // words of one list
	wordLeast  = 2
	wordMost   = 20
)

// Calls are the console's calls of the office.
func (a Room) Calls() {
	const all = "事務局が加えた言葉の組"
	web.Add(a.Platform, call("GET", "GetWordGroups", all, "検索の言葉。事務局が加えた組の一覧"),
		func(r *web.Request, _ *struct{}) (*wordGroupList, error) { return web.Reading(r, wordGroups) })
	web.Add(a.Platform, call("GET", "TryWord", "辞書だけ。案件や企業は見ない", "言葉を入れたときに、いっしょに探される言葉"),
		func(r *web.Request, in *tryQuery) (*tried, error) {
			return web.Reading(r, func(q *store.Q) (*tried, error) { return try(q, in) })
		})
	web.Add(a.Platform, call("POST", "SaveWordGroup", all, "言葉の組を加える、または変える。次の検索から効く"),
		func(r *web.Request, in *struct{ Body WordGroupInput }) (*wordGroupList, error) {
			return web.Writing(r, func(tx *store.Tx) (*wordGroupList, error) {
				if err := Save(tx, r.Actor, &in.Body); err != nil {
					return nil, err
				}
				return wordGroups(&tx.Q)
			})
		})
	web.Add(a.Platform, call("POST", "DeleteWordGroup", all, "言葉の組を削除する。次の検索から効かなくなる"),
		func(r *web.Request, in *struct{ Body wordGroupRef }) (*wordGroupList, error) {
			return web.Writing(r, func(tx *store.Tx) (*wordGroupList, error) {
				if err := remove(tx, r.Actor, &in.Body); err != nil {
					return nil, err
				}
				return wordGroups(&tx.Q)
			})
		})
}

func call(method, name, records, summary string) web.Call {
	return web.OfficeCall(method, name, web.ADM, records, summary)
}

// WordGroupInput is a group as the office saves it.
type WordGroupInput struct {
	web.FormKey
	WordGroupID  string   `json:"wordGroupId,omitempty" maxLength:"60" doc:"新しく加えるときは空"`
	Version      int      `json:"version,omitempty" doc:"画面が見ている版。新しく加えるときは0"`
	Head         string   `json:"head" limit:"20" doc:"見出しの言葉"`
	SameList     []string `json:"sameList" limit:"20" doc:"同じ意味の言葉"`
	NarrowerList []string `json:"narrowerList" limit:"20" doc:"その種類の言葉"`
}

type wordGroupRef struct {
	WordGroupID string `json:"wordGroupId" maxLength:"60"`
	Version     int    `json:"version" doc:"画面が見ている版"`
}

type wordGroup struct {
	WordGroupID  string   `json:"wordGroupId"`
	Version      int      `json:"version"`
	Head         string   `json:"head"`
	SameList     []string `json:"sameList"`
	NarrowerList []string `json:"narrowerList"`
	IsBuiltIn    bool     `json:"isBuiltIn,omitempty" doc:"もとの辞書にある見出しに、言葉を加えている"`
	ModifierName string   `json:"modifierName,omitempty" doc:"最後に保存した人"`
	Modified     string   `json:"modified"`
}

type wordGroupList struct {
	WordGroupList []wordGroup `json:"wordGroupList"`
	BuiltInCount  int         `json:"builtInCount" doc:"もとの辞書の組の数"`
	MaxCount      int         `json:"maxCount" doc:"加えられる組の数"`
}

type tryQuery struct {
	Word string `query:"word" limit:"20" doc:"検索に入れる言葉"`
}

type tried struct {
	HeadList []string `json:"headList" doc:"この言葉を見出しか同じ意味の言葉としてもつ組"`
	Widened
}

func wordGroups(q *store.Q) (*wordGroupList, error) {
	groups, err := q.WordGroups()
	if err != nil {
		return nil, err
	}
	out := &wordGroupList{WordGroupList: []wordGroup{}, BuiltInCount: words.Default().Groups(), MaxCount: groupsMost}
	names := map[string]string{}
	for i := range groups {
		g := &groups[i]
		if _, known := names[g.Modifier]; !known {
			u, err := q.User(g.Modifier)
			if err != nil && !errors.Is(err, store.ErrNotFound) {
				return nil, err
			}
			if names[g.Modifier] = ""; err == nil {
				names[g.Modifier] = u.UserName
			}
		}
		out.WordGroupList = append(out.WordGroupList, wordGroup{WordGroupID: g.ID, Version: g.Version, Head: g.Head,
			SameList: given(words.Split(g.Same)), NarrowerList: given(words.Split(g.Narrower)), ModifierName: names[g.Modifier],
			IsBuiltIn: len(words.Default().Holding(g.Head)) > 0, Modified: web.ServerTime(g.Modified)})
	}
	return out, nil
}

// given is a list that is never null.
func given(list []string) []string { return append([]string{}, list...) }

func try(q *store.Q, in *tryQuery) (*tried, error) {
	var c web.Check
	c.Text(in, "word", "言葉", &in.Word, false)
	if err := c.Err(); err != nil {
		return nil, err
	}
	d, err := q.Dictionary()
	if err != nil {
		return nil, err
	}
	heads := d.Holding(in.Word)
	slices.Sort(heads)
	return &tried{given(slices.Compact(heads)), of(d, in.Word, nil)}, nil
}

// word checks one word of a group.
func word(c *web.Check, field, what string, w *string) {
	*w = strings.TrimSpace(*w)
	n := utf8.RuneCountInString(master.Fold(*w))
	c.Ok(n >= wordLeast && n <= wordMost && !strings.ContainsAny(*w, "、,\"「」"), field,
		what+"は、2文字から20文字までの言葉で入力してください。読点、カンマ、かぎかっこは使えません。")
}

// check checks a group in one go against the dictionary without it.
func (in *WordGroupInput) check(d *words.Dictionary) error {
	var c web.Check
	c.Text(in, "head", "見出しの言葉", &in.Head, true)
	seen := map[string]bool{master.Fold(in.Head): true}
	lists := []struct {
		field, what string
		list        []string
	}{{"sameList", "同じ意味の言葉", in.SameList}, {"narrowerList", "種類の言葉", in.NarrowerList}}
	for _, l := range lists {
		c.Ok(len(l.list) <= listMost, l.field, l.what+"は30個までです。")
	}
	if err := c.Err(); err != nil { // the rest is asked of words that have a bounded length and number
		return err
	}
	word(&c, "head", "見出しの言葉", &in.Head)
	for _, l := range lists {
		for i := range l.list {
			word(&c, l.field, l.what, &l.list[i])
			folded := master.Fold(l.list[i])
			c.Ok(!seen[folded], l.field, "「"+l.list[i]+"」が二度入っています。一つにしてください。")
			seen[folded] = true
		}
	}
	c.Ok(len(in.SameList)+len(in.NarrowerList) > 0, "sameList", "同じ意味の言葉か、種類の言葉を、一つは入力してください。")
	if err := c.Err(); err != nil {
		return err
	}
	isHead := func(head string) bool { return master.Fold(head) == master.Fold(in.Head) }
	if heads := d.Holding(in.Head); len(heads) > 0 && !slices.ContainsFunc(heads, isHead) {
		c.Fail("head", fmt.Sprintf("「%s」は、すでに「%s」と同じ意味の言葉です。見出しを「%s」にしてください。", in.Head, heads[0], heads[0]))
	}
	for _, same := range in.SameList {
		switch heads := d.Holding(same); {
		case len(heads) == 0:
		case slices.ContainsFunc(heads, isHead):
			c.Fail("sameList", fmt.Sprintf("「%s」は、すでに「%s」と同じ意味の言葉です。外してください。", same, in.Head))
		default:
			c.Fail("sameList", fmt.Sprintf("「%s」は、すでに「%s」の組にあります。外すか、種類の言葉に入れてください。", same, heads[0]))
		}
	}
	if cycle := d.With([]words.Group{{Head: in.Head, Same: in.SameList, Narrower: in.NarrowerList}}).Cycle(); cycle != nil {
		c.Fail("narrowerList", "「"+strings.Join(cycle, "」→「")+"」と、種類の言葉がひと回りしてしまいます。どれかを外してください。")
	}
	return c.Err()
}

// Save adds a group or changes one.
func Save(tx *store.Tx, by web.Actor, in *WordGroupInput) error {
	if made, err := in.Made(tx, by); err != nil || made != "" {
		return err
	}
	groups, err := tx.WordGroups()
	if err != nil {
		return err
	}
	g, others := &store.WordGroup{}, []words.Group{}
	var c web.Check
	for i := range groups {
		if groups[i].ID == in.WordGroupID {
			g = &groups[i]
			continue
		}
		others = append(others, groups[i].Words())
		c.Ok(groups[i].HeadFolded != master.Fold(in.Head), "head", "この見出しの組は、すでに加えられています。一覧から選んで変更してください。")
	}
	if in.WordGroupID != "" && g.ID == "" {
		return store.ErrNotFound
	}
	if in.Version != g.Version {
		return web.ErrStale
	}
	c.Ok(g.ID != "" || len(groups) < groupsMost, "head", "加えられる言葉の組は500までです。使わないものを削除してから、加えてください。")
	if err := c.Err(); err != nil {
		return err
	}
	if err := in.check(words.Default().With(others)); err != nil {
		return err
	}
	g.Head, g.Same, g.Narrower = in.Head, strings.Join(in.SameList, "、"), strings.Join(in.NarrowerList, "、")
	if g.ID == "" {
		err = tx.CreateWordGroup(g, by.ID())
	} else {
		err = tx.UpdateWordGroup(g, by.ID())
	}
	if errors.Is(err, store.ErrStale) || errors.Is(err, store.ErrDuplicate) {
		return web.ErrStale
	}
	if err != nil {
		return err
	}
	if err := in.Keep(tx, by, g.ID); err != nil {
		return err
	}
	return tx.AddAudit(by.Line("word_group_saved", "word_group", g.ID, "ok", "head="+g.Head))
}

// remove deletes a group. One that is gone was deleted by somebody else, or by the first of two clicks.
func remove(tx *store.Tx, by web.Actor, in *wordGroupRef) error {
	groups, err := tx.WordGroups()
	if err != nil {
		return err
	}
	i := slices.IndexFunc(groups, func(g store.WordGroup) bool { return g.ID == in.WordGroupID })
	if i < 0 {
		return store.ErrNotFound
	}
	if err := tx.DeleteWordGroup(in.WordGroupID, in.Version); err != nil {
		return err
	}
	return tx.AddAudit(by.Line("word_group_deleted", "word_group", in.WordGroupID, "ok", "head="+groups[i].Head))
}
