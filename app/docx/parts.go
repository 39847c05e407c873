package docx

import (
	"encoding/xml"
	"path"
	"strings"
)

const (
	typesPart = "[Content_Types].xml"
	rootRels  = "_rels/.rels"
	wordTypes = "application/vnd.openxmlformats-officedocument.wordprocessingml."
	kindMain  = "document.main"
)

// textKinds are the parts whose text is filled, and how a place in them is called.
var textKinds = map[string]string{kindMain: "本文", "header": "ヘッダー", "footer": "フッター", "footnotes": "脚注", "endnotes": "文末脚注"}

// kindOf is a WordprocessingML content type without what all have in common.
func kindOf(contentType string) string {
	rest, is := strings.CutPrefix(contentType, wordTypes)
	if !is {
		return ""
	}
	return strings.TrimSuffix(rest, "+xml")
}

const (
	macro    = "マクロが入っています。マクロのない「Word 文書（*.docx）」として保存し直してください。"
	embedded = "ほかのファイルや部品（OLE、ActiveX、Excelのグラフのデータなど）が埋め込まれています。図として貼り直してください。"
	outside  = "文書の外のファイルやアドレスを読み込む作りになっています。リンクを解除するか、図として貼り直してください。"
)

// checkTypes reads the content types and refuses what is no plain Word document.
func (t *Template) checkTypes() error {
	p := t.part(typesPart)
	if p == nil {
		return refuse("", notDocx)
	}
	root, err := parse(p)
	if err != nil {
		return err
	}
	byEnding, byName := map[string]string{}, map[string]string{}
	for _, e := range root.children {
		kind := e.attribute("ContentType")
		switch e.local() {
		case "Default":
			byEnding[strings.ToLower(e.attribute("Extension"))] = kind
		case "Override":
			byName[strings.ToLower(strings.TrimPrefix(e.attribute("PartName"), "/"))] = kind
		}
	}
	for i := range t.parts {
		p := &t.parts[i]
		folded := strings.ToLower(p.name)
		if p.kind = byName[folded]; p.kind == "" {
			p.kind = byEnding[strings.TrimPrefix(path.Ext(folded), ".")]
		}
		place, base, kind := "部品「"+p.name+"」", path.Base(folded), strings.ToLower(p.kind)
		switch {
		case strings.Contains(kind, "macroenabled") || strings.Contains(kind, "vbaproject") || strings.HasPrefix(base, "vbaproject") ||
			strings.HasPrefix(base, "vbadata"):
			return refuse(place, macro)
		case strings.Contains(kind, "oleobject") || strings.Contains(kind, "activex") || strings.Contains(folded, "/embeddings/") ||
			strings.Contains(folded, "/activex/") || strings.Contains(kind, "spreadsheetml") && strings.HasPrefix(folded, "word/"):
			return refuse(place, embedded)
		}
		if p.isXML() && p.name != typesPart {
			if err := wellFormed(p); err != nil {
				return err
			}
		}
	}
	return nil
}

type relation struct{ id, kind, target, mode string }

// relationsOf are the references of a file of relations; dir is the folder of the part that they are of.
func relationsOf(p *part) (out []relation, err error) {
	root, err := parse(p)
	if err != nil {
		return nil, err
	}
	dir := path.Dir(path.Dir(p.name)) // word/_rels/document.xml.rels → word
	for _, e := range root.children {
		r := relation{e.attribute("Id"), path.Base(e.attribute("Type")), e.attribute("Target"), e.attribute("TargetMode")}
		if r.mode != "External" {
			if rest, isFromRoot := strings.CutPrefix(r.target, "/"); isFromRoot {
				r.target = path.Clean(rest)
			} else {
				r.target = path.Join(dir, r.target)
			}
		}
		out = append(out, r)
	}
	return out, nil
}

// checkRelations checks every reference and finds the document itself.
func (t *Template) checkRelations() (main string, err error) {
	for i := range t.parts {
		p := &t.parts[i]
		if !strings.HasSuffix(p.name, ".rels") {
			continue
		}
		found, err := relationsOf(p)
		if err != nil {
			return "", err
		}
		for _, r := range found {
			place := "部品「" + p.name + "」"
			switch kind := strings.ToLower(r.kind); {
			case kind == "vbaproject" || kind == "wordvbadata" || kind == "keymapcustomizations":
				return "", refuse(place, macro)
			case kind == "oleobject" || kind == "package" || kind == "control" || kind == "activexcontrolbinary" || kind == "afchunk" ||
				kind == "subdocument" || kind == "frame":
				return "", refuse(place, embedded)
			case r.mode == "External" && !(kind == "hyperlink" && isPlainLink(r.target)):
				return "", refuse(place, outside)
			case r.mode == "External" || strings.HasPrefix(r.target, "#") || strings.HasSuffix(r.target, "/NULL"):
			case t.part(r.target) == nil && !strings.Contains(r.target, "#"):
				return "", refuse(place, "部品「"+shortened(r.target)+"」がありません。"+saveAgain)
			}
			if p.name == rootRels && r.kind == "officeDocument" {
				main = r.target
			}
		}
	}
	p := t.part(main)
	if main == "" || p == nil {
		return "", refuse("", notDocx)
	}
	switch {
	case kindOf(p.kind) == kindMain:
		return p.name, nil
	case kindOf(p.kind) == "template.main":
		return "", refuse("", "Wordのテンプレート（.dotx）です。"+saveAgain)
	case strings.Contains(p.kind, "spreadsheetml"):
		return "", refuse("", "Excelブックです。Word文書（.docx）を選んでください。")
	case strings.Contains(p.kind, "presentationml"):
		return "", refuse("", "PowerPointの文書です。Word文書（.docx）を選んでください。")
	}
	return "", refuse("", notDocx)
}

// isPlainLink says that a link is followed by a reader's click alone, to a page or an address.
func isPlainLink(target string) bool {
	folded := strings.ToLower(target)
	return strings.HasPrefix(folded, "https://") || strings.HasPrefix(folded, "http://") || strings.HasPrefix(folded, "mailto:")
}

func attributeOf(attrs []xml.Attr, local string) string {
	for _, a := range attrs {
		if a.Name.Local == local {
			return a.Value
		}
	}
	return ""
}
