package office

import (
	"time"

	"tsunagu/app/web"
	"tsunagu/store"
)

// officeFaq is a question as the office edits it.
type officeFaq struct {
	FaqID    string `json:"faqId,omitempty" doc:"新規のときは空"`
	Category string `json:"category" limit:"40"`
	Question string `json:"question" limit:"200"`
	Answer   string `json:"answer" limit:"4000"`
	Sort     int    `json:"sort,omitempty" doc:"表示順。新規で0は最後"`
	IsPublic bool   `json:"isPublic"`
	Version  int64  `json:"version,omitempty" doc:"画面が見ている版。新規は0"`
}

type officeFaqList struct {
	FaqList  []officeFaq `json:"faqList"`
	AllCount int         `json:"allCount"`
}

func (a Room) officeFaqCalls() {
	web.Add(a.Platform, web.OfficeCall("GET", "GetFaqList", web.ADM, "すべての質問", "よくある質問の一覧（非公開を含む）"),
		func(r *web.Request, in *web.OfficeListQuery) (*officeFaqList, error) {
			out := &officeFaqList{FaqList: []officeFaq{}}
			return web.Reading(r, func(q *store.Q) (*officeFaqList, error) {
				fs, n, err := q.AllFAQs(in.Page())
				out.AllCount = n
				for _, f := range fs {
					out.FaqList = append(out.FaqList, officeFaq{f.ID, f.Category, f.Question, f.Answer, f.Sort, f.IsPublic, f.Modified.UnixMilli()})
				}
				return out, err
			})
		})
	type faq struct{ Body officeFaq }
	web.Add(a.Platform, web.OfficeCall("POST", "SaveFaq", web.ADM, "すべての質問", "よくある質問の作成・変更・公開。IDを返す"),
		func(r *web.Request, in *faq) (string, error) {
			return web.Writing(r, func(tx *store.Tx) (string, error) { return saveFaq(tx, r.Actor, &in.Body) })
		})
}

func saveFaq(tx *store.Tx, by web.Actor, in *officeFaq) (string, error) {
	var c web.Check
	c.Text(in, "category", "分類", &in.Category, true)
	c.Text(in, "question", "質問", &in.Question, true)
	c.Prose(in, "answer", "回答", &in.Answer, true)
	c.Ok(in.Sort >= 0 && in.Sort <= 9999, "sort", "表示順は0から9999までで入力してください。")
	if err := c.Err(); err != nil {
		return "", err
	}
	f, event := &store.FAQ{ID: in.FaqID, Category: in.Category, Question: in.Question, Answer: in.Answer, Sort: in.Sort,
		IsPublic: in.IsPublic}, "faq_updated"
	var err error
	if in.FaqID == "" {
		if f.Sort == 0 {
			last, err := tx.LastFAQ()
			if err != nil {
				return "", err
			}
			f.Sort = last + 1
		}
		event, err = "faq_created", tx.AddFAQ(f)
	} else {
		err = tx.UpdateFAQ(f, time.UnixMilli(in.Version))
	}
	if err != nil {
		return "", err
	}
	return f.ID, tx.AddAudit(by.Line(event, "faq", f.ID, "ok", publicDetail(in.IsPublic)))
}

// publicDetail is the audit log's word for whether a question is public.
func publicDetail(is bool) string {
	if is {
		return "public=1"
	}
	return "public=0"
}
