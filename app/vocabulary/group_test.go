package vocabulary_test

import (
	"fmt"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/web"
)

const office = "/api/Office/"

func group(changes body) body {
	return apptest.With(body{"head": "農福連携", "sameList": []string{"ノウフク"}, "narrowerList": []string{"共働農園"}}, changes)
}

// The office adds a group, and the next search knows it; deleted, the next search does not.
func TestOfficeGroup(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	m.User(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
	m.User(deal.RoleFAD, m.AID, "admin@a.example.jp")
	adm, fad := m.SignInOffice("office@n.example.jp"), m.SignInOffice("admin@a.example.jp")
	farm := m.Published(told("共働農園"))
	wantFound(t, m.FinB, q("freeWord", "ノウフク"))
	m.FinB.Get(search + q("freeWord", "ノウフク")).Want(200).HasNot("widenedList")

	first := group(body{"requestKey": "6f1d2c60-6c7e-4a83-9b8f-0d3a4f2f7a11"})
	made := adm.Post(office+"SaveWordGroup", first).Want(200).Has(`"head":"農福連携"`, `"modifierName":"利用者 office@n.example.jp"`,
		`"maxCount":500`).JSON()
	adm.Post(office+"SaveWordGroup", first).Want(200) // a double click
	adm.Post(office+"SaveWordGroup", group(nil)).Want(422).Has(`"field":"head"`, "すでに加えられています")
	rows := made["wordGroupList"].([]any)
	if len(rows) != 1 {
		t.Fatal(rows)
	}
	id := rows[0].(body)["wordGroupId"]
	for _, c := range []*apptest.Caller{m.FinB, m.BuyB} {
		wantFound(t, c, q("freeWord", "ノウフク"), farm)
		c.Get(search+q("freeWord", "ノウフク")).Want(200).Has(`"sameList":["農福連携"]`, `"narrowerList":["共働農園"]`)
	}

	// Changed, the same question finds by the new words; a stale screen is refused.
	changed := group(body{"wordGroupId": id, "version": 1, "narrowerList": []string{"貸し農園"}})
	adm.Post(office+"SaveWordGroup", changed).Want(200).Has(`"version":2`)
	adm.Post(office+"SaveWordGroup", changed).Want(409).Has("stale")
	wantFound(t, m.FinB, q("freeWord", "ノウフク"))
	adm.Post(office+"SaveWordGroup", group(body{"wordGroupId": id, "version": 2})).Want(200)
	wantFound(t, m.FinB, q("freeWord", "ノウフク"), farm)

	// Nobody else calls, reads or learns of it by a call of the console.
	for _, c := range []*apptest.Caller{fad, m.FinA, m.BuyA} {
		for _, r := range []apptest.Result{c.Get(office + "GetWordGroups"), c.Get(office + "TryWord?" + q("word", "介護")),
			c.Post(office+"SaveWordGroup", group(body{"head": "別の言葉"})), c.Post(office+"DeleteWordGroup", body{"wordGroupId": id, "version": 3})} {
			if r.Status == 200 {
				t.Errorf("%s may call it", r.Body)
			}
		}
	}
	adm.Get(office+"TryWord?"+q("word", "ﾉｳﾌｸ")).Want(200).Has(`"headList":["農福連携"]`, `"共働農園"`)
	adm.Get(office + "TryWord?" + q("word", "")).Want(200).Has(`"headList":[]`)

	adm.Post(office+"DeleteWordGroup", body{"wordGroupId": id, "version": 1}).Want(409).Has("stale")
	adm.Post(office+"DeleteWordGroup", body{"wordGroupId": id, "version": 3}).Want(200).Has(`"wordGroupList":[]`)
	adm.Post(office+"DeleteWordGroup", body{"wordGroupId": id, "version": 3}).Want(400)
	wantFound(t, m.FinB, q("freeWord", "ノウフク"))
	m.FinB.Get(search+q("freeWord", "ノウフク")).Want(200).HasNot("widenedList", "共働農園")

	for event, want := range map[string]int{"word_group_saved": 3, "word_group_deleted": 1} {
		if n := m.Count("SELECT count(*) FROM audit WHERE event = ? AND subject_kind = 'word_group' AND result = 'ok'", event); n != want {
			t.Errorf("%d lines of %s, want %d", n, event, want)
		}
	}
}

// What a group must not be is said with its word and where that stands already.
func TestGroupIsChecked(t *testing.T) {
	m := apptest.NewPlatform(t)
	m.User(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
	adm := m.SignInOffice("office@n.example.jp")
	many := func(n int) (out []string) {
		for i := range n {
			out = append(out, fmt.Sprintf("言葉その%d", i))
		}
		return out
	}
	for says, changes := range map[string]body{
		"見出しの言葉":      {"head": " "},
		"2文字から20文字まで": {"head": "農"},
		"20文字":        {"head": strings.Repeat("農", 21)},
		"読点、カンマ、かぎかっこは使えません":          {"sameList": []string{"農業、福祉"}},
		"が二度入っています":                   {"sameList": []string{"のうふく", "ﾉｳﾌｸ"}},
		"種類の言葉は30個まで":                 {"narrowerList": many(31)},
		"一つは入力してください":                 {"sameList": []string{}, "narrowerList": []string{}},
		"「特養」は、すでに「特別養護老人ホーム」の組にあります": {"sameList": []string{"特養"}},
		"見出しを「特別養護老人ホーム」にしてください":      {"head": "特養"},
		"「特養」は、すでに「特別養護老人ホーム」の組":      {"head": "老人ホーム", "sameList": []string{"特養"}},
		"ひと回りしてしまいます":                 {"head": "老人ホーム", "sameList": []string{"シニアホーム"}, "narrowerList": []string{"介護"}},
	} {
		adm.Post(office+"SaveWordGroup", group(changes)).Want(422).Has(says)
	}
	adm.Get(office + "GetWordGroups").Want(200).Has(`"wordGroupList":[]`)
	adm.Post(office+"SaveWordGroup", group(body{"wordGroupId": apptest.NoID, "version": 1})).Want(400)
	// A head of the built-in dictionary takes more words.
	adm.Post(office+"SaveWordGroup", group(body{"head": "介護", "sameList": []string{}, "narrowerList": []string{"見守りの仕事"}})).Want(200).
		Has(`"isBuiltIn":true`)
	adm.Get(office+"TryWord?"+q("word", "介護")).Want(200).Has(`"見守りの仕事"`, `"老人ホーム"`, `"headList":["介護"]`)
	adm.Post(office+"SaveWordGroup", group(body{"sameList": []string{"見守り隊"}, "narrowerList": []string{"見守りの仕事"}})).Want(200)
}
