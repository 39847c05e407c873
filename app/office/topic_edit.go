package office

import (
	"time"

	"tsunagu/app/web"
	"tsunagu/store"
)

// officeTopic is a notice as the office edits it; one that is not public is a draft.
type officeTopic struct {
	TopicID   string `json:"topicId,omitempty" doc:"新規のときは空"`
	Title     string `json:"title" limit:"80"`
	Body      string `json:"body" limit:"4000"`
	StartDate string `json:"startDate" doc:"掲載開始日 YYYY-MM-DD"`
	EndDate   string `json:"endDate,omitempty" doc:"掲載終了日。空は期限なし"`
	IsPublic  bool   `json:"isPublic"`
	Version   int64  `json:"version,omitempty" doc:"画面が見ている版。新規は0"`
}

type officeTopicList struct {
	TopicList []officeTopic `json:"topicList"`
	AllCount  int           `json:"allCount"`
}

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

func (a Room) officeTopicCalls() {
	web.Add(a.Platform, web.OfficeCall("GET", "GetTopicList", web.ADM, "すべてのお知らせ", "お知らせの一覧（下書きを含む）"),
		func(r *web.Request, in *web.OfficeListQuery) (*officeTopicList, error) {
			out := &officeTopicList{TopicList: []officeTopic{}}
			return web.Reading(r, func(q *store.Q) (*officeTopicList, error) {
				ts, n, err := q.AllTopics(in.Page())
				out.AllCount = n
				for _, t := range ts {
					out.TopicList = append(out.TopicList, officeTopic{t.ID, t.Title, t.Body, t.StartDate, t.EndDate, t.IsPublic, t.Modified.UnixMilli()})
				}
				return out, err
			})
		})
	type topic struct{ Body officeTopic }
	web.Add(a.Platform, web.OfficeCall("POST", "SaveTopic", web.ADM, "すべてのお知らせ", "お知らせの作成・変更・公開。IDを返す"),
		func(r *web.Request, in *topic) (string, error) {
			return web.Writing(r, func(tx *store.Tx) (string, error) { return saveTopic(tx, r.Actor, &in.Body) })
		})
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

func saveTopic(tx *store.Tx, by web.Actor, in *officeTopic) (string, error) {
	var c web.Check
	c.Text(in, "title", "題名", &in.Title, true)
	c.Prose(in, "body", "本文", &in.Body, true)
	c.Date("startDate", "掲載開始日", in.StartDate, true)
	c.Date("endDate", "掲載終了日", in.EndDate, false)
	c.Ok(in.EndDate == "" || in.EndDate >= in.StartDate, "endDate", "掲載終了日は、掲載開始日以降の日付にしてください。")
	if err := c.Err(); err != nil {
		return "", err
	}
	t, event := &store.Topic{ID: in.TopicID, Title: in.Title, Body: in.Body, StartDate: in.StartDate, EndDate: in.EndDate,
		IsPublic: in.IsPublic}, "topic_updated"
	var err error
	if in.TopicID == "" {
		event, err = "topic_created", tx.CreateTopic(t, by.ID())
	} else {
		err = tx.UpdateTopic(t, time.UnixMilli(in.Version), by.ID())
	}
	if err != nil {
		return "", err
	}
	return t.ID, tx.AddAudit(by.Line(event, "topic", t.ID, "ok", publicDetail(in.IsPublic)))
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

// publicDetail is the audit log's word for whether a topic or question is public.
func publicDetail(is bool) string {
	if is {
		return "public=1"
	}
	return "public=0"
}
