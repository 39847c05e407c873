package memorandum

import (
	"fmt"
	"time"

	"tsunagu/app/disclosure"
	"tsunagu/app/web"
	"tsunagu/store"
)

// check checks all of a memorandum in one go, and tidies it.
func (c *MemorandumContent) check(known map[string]store.MemorandumPicture) error {
	var all web.Check
	fail := func(own *web.Check, field string) { // its fields have the names of the entry, and the list has those of the body
		for _, e := range own.Errors {
			all.Fail(field, e.Detail)
		}
	}
	own, seen, pictures := 0, map[string]bool{}, map[string]bool{}
	if len(c.SectionList) > len(standards)+ownSections {
		all.Fail("sectionList", fmt.Sprintf("章は%dまでです。一つの章にまとめてください。", len(standards)+ownSections))
		return all.Err()
	}
	for i := range c.SectionList {
		x := &c.SectionList[i]
		var one web.Check
		s, at := standardOf(x.Key), fmt.Sprintf("%d番目の章の", i+1)
		switch {
		case x.Key != "" && s == nil:
			one.Fail("key", at+"種類が正しくありません。画面を読み込み直してください。入力した内容は残っています。")
		case s != nil:
			one.Ok(!seen[x.Key], "key", "「"+s.heading+"」は一つまでです。")
			x.Heading, at = "", "「"+s.heading+"」の"
		default:
			own++
			one.Text(x, "heading", at+"見出し", &x.Heading, true)
		}
		seen[x.Key] = true
		one.Prose(x, "text", at+"本文", &x.Text, false)
		floor := s.floor()
		one.Ok(x.Level >= int(disclosure.L2) && x.Level <= int(disclosure.L4), "level", at+"見せる段階を選んでください。")
		one.Ok(x.Level < int(disclosure.L2) || x.Level >= int(floor), "level", at+"内容は、「"+floor.Label()+"」より前には見せられません。")
		if x.PictureList == nil {
			x.PictureList = []MemorandumPicture{}
		}
		for k := range x.PictureList {
			p, of := &x.PictureList[k], fmt.Sprintf("%s%d枚目の画像", at, k+1)
			_, is := known[p.PictureID]
			one.Ok(is, "pictureId", of+"が見つかりません。画像を外して、選び直してください。")
			one.Ok(!pictures[p.PictureID], "pictureId", of+"は、ほかの場所にもあります。同じ画像は一つの章にだけ置けます。")
			pictures[p.PictureID] = true
			one.Text(p, "caption", of+"の説明", &p.Caption, false)
			if len(pictures) > picturesMax {
				break
			}
		}
		fail(&one, "sectionList")
	}
	all.Ok(own <= ownSections, "sectionList", fmt.Sprintf("自由な見出しの章は%dまでです。", ownSections))
	all.Ok(len(pictures) <= picturesMax, "sectionList", fmt.Sprintf("画像は全部で%d枚までです。", picturesMax))
	all.Ok(c.FiguresLevel >= int(figuresFloor()) && c.FiguresLevel <= int(disclosure.L4), "figuresLevel",
		"業績の表を見せる段階は、「"+figuresFloor().Label()+"」か「"+disclosure.L4.Label()+"」を選んでください。")
	if len(c.PeriodList) > periodsMax {
		all.Fail("periodList", fmt.Sprintf("業績は%d期までです。", periodsMax))
		return all.Err()
	}
	c.periods(&all, fail)
	if c.SectionList == nil {
		c.SectionList = []MemorandumSection{}
	}
	return all.Err()
}

// periods checks the periods, and leaves out those that nothing was typed into.
func (c *MemorandumContent) periods(all *web.Check, fail func(*web.Check, string)) {
	kept, before := []MemorandumPeriod{}, ""
	for i := range c.PeriodList {
		p := &c.PeriodList[i]
		if p.isBlank() {
			continue
		}
		var one web.Check
		at := fmt.Sprintf("%d期目の", i+1)
		month, err := time.Parse("2006-01", p.Month)
		switch {
		case p.Month == "":
			one.Fail("month", at+"決算の年月を入力してください。")
		case err != nil || month.Year() < 1900 || month.Year() > 2200:
			one.Fail("month", at+"決算の年月は 2026-03 の形の正しい年月で入力してください。")
		default:
			one.Ok(before < p.Month, "month", at+"決算の年月は、前の期より後にしてください。古い期を先に並べます。")
			before = p.Month
		}
		for k := range figures {
			if g := &figures[k]; g.field != computedEbitda {
				one.Amount(p, g.field, at+g.label, g.of(p), false)
			}
		}
		fail(&one, "periodList")
		kept = append(kept, *p)
	}
	c.PeriodList = kept
}
