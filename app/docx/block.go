package docx

import "slices"

// blocks turns the marks {{#一覧}} and {{/一覧}} into blocks that are repeated: in a table the rows from the one to the other, outside of
// one the paragraphs. A paragraph, or row, that has nothing but marks is left out.
func (r *reader) blocks() {
	for i := 0; i < len(r.marks); i++ {
		open := r.marks[i]
		if open.isEnd {
			r.fail(open.place, "一覧の終わり「{{/"+open.name+"}}」の前に、始まりの「{{#"+open.name+"}}」がありません。")
			return
		}
		if i+1 == len(r.marks) || !r.marks[i+1].isEnd {
			detail := "一覧「{{#" + open.name + "}}」が「{{/" + open.name + "}}」で閉じられていません。"
			if i+1 < len(r.marks) && slices.ContainsFunc(r.marks[i+1:], func(m mark) bool { return m.isEnd && m.name == open.name }) {
				detail = "一覧「{{#" + open.name + "}}」の中に、ほかの一覧は置けません。"
			}
			r.fail(open.place, detail)
			return
		}
		end := r.marks[i+1]
		if end.name != open.name {
			r.fail(end.place, "一覧「{{#"+open.name+"}}」が、ほかの名前「{{/"+end.name+"}}」で閉じられています。")
			return
		}
		if !r.block(open, end) {
			return
		}
		i++
	}
	slices.SortStableFunc(r.edits, func(a, b edit) int { return a.from - b.from })
}

// holder is what a mark repeats: its row, or its paragraph outside of tables.
func (r *reader) holder(m mark) *element {
	if row := r.above(m.para, "tr"); row != nil {
		return row
	}
	return m.para
}

func (r *reader) block(open, end mark) bool {
	first, last := r.holder(open), r.holder(end)
	if first.parent != last.parent || r.is(first, "p") != r.is(last, "p") {
		r.fail(end.place, "一覧「"+open.name+"」の始まりと終わりは、同じ表の行か、表の外の段落に置いてください。")
		return false
	}
	b := edit{from: first.from, to: last.upTo, list: open.name}
	var rest []edit
	fields := 0
	for _, e := range r.edits {
		if e.from < b.from || e.to > b.to {
			rest = append(rest, e)
			continue
		}
		b.inner = append(b.inner, e)
		for _, s := range e.text {
			if s.field != "" {
				fields++
			}
		}
	}
	// What has marks alone goes, but for the paragraph that a cell must have.
	for _, m := range []mark{open, end} {
		h := r.holder(m)
		if r.is(h, "p") && m.isBare && first != last {
			b.inner = without(b.inner, h)
		} else if r.is(h, "tr") && first != last && r.isBareRow(h) {
			b.inner = without(b.inner, h)
		}
	}
	if fields == 0 {
		r.fail(open.place, "一覧「"+open.name+"」の中に、差し込む項目がありません。")
		return false
	}
	r.edits = append(rest, b)
	for i := range r.fields {
		if at := r.fieldsAt[i]; at >= b.from && at < b.to {
			r.fields[i].List = open.name
		}
	}
	return true
}

// isBareRow says that a row's text is its marks alone.
func (r *reader) isBareRow(row *element) bool {
	for _, m := range r.marks {
		if r.holder(m) == row && !m.isBare {
			return false
		}
	}
	marked := func(p *element) bool { return slices.ContainsFunc(r.marks, func(m mark) bool { return m.para == p }) }
	var hasOther func(e *element) bool
	hasOther = func(e *element) bool {
		if r.is(e, "t") && e.text != "" || r.is(e, "drawing") || r.is(e, "pict") {
			return true
		}
		for _, c := range e.children {
			if !marked(c) && hasOther(c) {
				return true
			}
		}
		return false
	}
	return !hasOther(row)
}

// without takes an element out of a block's edits and leaves it out of what is made.
func without(edits []edit, e *element) []edit {
	edits = slices.DeleteFunc(edits, func(x edit) bool { return x.from >= e.from && x.to <= e.upTo })
	edits = append(edits, edit{from: e.from, to: e.upTo})
	slices.SortStableFunc(edits, func(a, b edit) int { return a.from - b.from })
	return edits
}
