package duty

import (
	"errors"
	"slices"

	"tsunagu/app/dutytext"
	"tsunagu/app/web"
	"tsunagu/store"
)

// What a record says of the text or list of the institution that was used. The server writes it: but for the name of a paper that is not on
// the platform, it is no field of the form.
const (
	textName = "text"
	textID   = "textId"
	textHash = "textHash"
)

// newerText is told to who records by a version that is not in force any more. What he typed stays in his form.
const newerText = "書面が新しい版になりました。新しい版を読み、説明していないところは説明してから、印を確かめて、もう一度記録してください。入力した内容は残っています。"

// listedAre says what the choices are while an institution has no text of its own.
const listedAre = "項目は見本です。自機関の書面や決まりと合わせて使ってください。自機関の版は、管理者が「説明書と一覧」で作ります。"

// inForce is the kind with the text that an institution works with now: its items are the choices, and a paper that is on the platform is
// named by it. Without an own version the sample's items are the choices, and the name of the institution's paper is entered.
func (k *kind) inForce(q *store.Q, institution string) (*kind, error) {
	if k.listed == "" {
		return k, nil
	}
	t, err := dutytext.InForce(q, institution, k.of)
	if err != nil {
		return nil, err
	}
	out := *k
	out.used, out.fields = t, slices.Clone(k.fields)
	if t.IsSample {
		out.help += listedAre
	}
	for i := range out.fields {
		switch f := &out.fields[i]; {
		case f.key == k.listed:
			f.choices = choicesOf(t)
		case f.key == textName && !t.IsSample:
			f.set = t.Name()
		}
	}
	return &out, nil
}

func choicesOf(t *dutytext.Text) (out []choice) {
	for _, x := range t.Choices() {
		out = append(out, choice{x[0], x[1]})
	}
	return out
}

// uses ties a form to the text in force. seen is the version that it showed; "" means the one in force, whichever it is.
func (o *owed) uses(q *store.Q, institution, seen string) error {
	k, err := o.inForce(q, institution)
	if err != nil {
		return err
	}
	if k.used != nil && seen != "" && seen != k.used.ID {
		return web.Conflict(web.ErrStale.Code, newerText)
	}
	o.kind = k
	return nil
}

// names writes into a record which version was used.
func (k *kind) names(v values) {
	if k.used != nil {
		v[textID], v[textHash] = k.used.ID, k.used.Hash
	}
}

// textUsed is the version that a record names, with the labels of its items; nil where its kind uses none. A record from before there were
// versions used the items of the sample.
func (r *reader) textUsed(k *kind, v values) (*usedText, error) {
	if k.listed == "" {
		return nil, nil
	}
	out := &usedText{TextID: v[textID], Hash: v[textHash]}
	t := dutytext.Sample(k.of)
	if out.TextID != "" {
		var err error
		if t, err = dutytext.ByID(r.q, r.institution, out.TextID); errors.Is(err, store.ErrNotFound) {
			return out, nil
		} else if err != nil {
			return nil, err
		}
		out.Name = t.Name()
	}
	for _, c := range choicesOf(t) {
		out.ChoiceList = append(out.ChoiceList, dutyChoice{c.key, c.label})
	}
	return out, nil
}
