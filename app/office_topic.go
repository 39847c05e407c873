package app

import (
	"time"

	"tsunagu/store"
)

// officeTopic is a notice as the office edits it; one that is not public is a draft.
type officeTopic struct {
	TopicID   string `json:"topicId,omitempty" doc:"新規のときは空"`
	Title     string `json:"title"`
	Body      string `json:"body"`
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
	Category string `json:"category"`
	Question string `json:"question"`
	Answer   string `json:"answer"`
	Sort     int    `json:"sort,omitempty" doc:"表示順。新規で0は最後"`
	IsPublic bool   `json:"isPublic"`
	Version  int64  `json:"version,omitempty" doc:"画面が見ている版。新規は0"`
}

type officeFaqList struct {
	FaqList  []officeFaq `json:"faqList"`
	AllCount int         `json:"allCount"`
}

type officeListQuery struct{ OfficePaging }

func (a *App) officeTopicCalls() {
	add(a.Platform, officeCall("GET", "GetTopicList", adm, "すべてのお知らせ", "お知らせの一覧（下書きを含む）"),
		func(r *request, in *officeListQuery) (*officeTopicList, error) {
			out := &officeTopicList{TopicList: []officeTopic{}}
			return reading(r, func(q *store.Q) (*officeTopicList, error) {
				ts, n, err := q.AllTopics(in.page())
				out.AllCount = n
				for _, t := range ts {
					out.TopicList = append(out.TopicList, officeTopic{t.ID, t.Title, t.Body, t.StartDate, t.EndDate, t.IsPublic, t.Modified.UnixMilli()})
				}
				return out, err
			})
		})
	type topic struct{ Body officeTopic }
	add(a.Platform, officeCall("POST", "SaveTopic", adm, "すべてのお知らせ", "お知らせの作成・変更・公開。IDを返す"),
		func(r *request, in *topic) (string, error) {
			return writing(r, func(tx *store.Tx) (string, error) { return a.saveTopic(tx, r.actor, &in.Body) })
		})
	add(a.Platform, officeCall("GET", "GetFaqList", adm, "すべての質問", "よくある質問の一覧（非公開を含む）"),
		func(r *request, in *officeListQuery) (*officeFaqList, error) {
			out := &officeFaqList{FaqList: []officeFaq{}}
			return reading(r, func(q *store.Q) (*officeFaqList, error) {
				fs, n, err := q.AllFAQs(in.page())
				out.AllCount = n
				for _, f := range fs {
					out.FaqList = append(out.FaqList, officeFaq{f.ID, f.Category, f.Question, f.Answer, f.Sort, f.IsPublic, f.Modified.UnixMilli()})
				}
				return out, err
			})
		})
	type faq struct{ Body officeFaq }
	add(a.Platform, officeCall("POST", "SaveFaq", adm, "すべての質問", "よくある質問の作成・変更・公開。IDを返す"),
		func(r *request, in *faq) (string, error) {
			return writing(r, func(tx *store.Tx) (string, error) { return a.saveFaq(tx, r.actor, &in.Body) })
		})
}

func (a *App) saveTopic(tx *store.Tx, by actor, in *officeTopic) (string, error) {
	var c check
	c.text("title", "題名", &in.Title, true, 80)
	c.prose("body", "本文", &in.Body, true, 4000)
	c.date("startDate", "掲載開始日", in.StartDate, true)
	c.date("endDate", "掲載終了日", in.EndDate, false)
	c.ok(in.EndDate == "" || in.EndDate >= in.StartDate, "endDate", "掲載終了日は、掲載開始日以降の日付にしてください。")
	if err := c.err(); err != nil {
		return "", err
	}
	t, event := &store.Topic{ID: in.TopicID, Title: in.Title, Body: in.Body, StartDate: in.StartDate, EndDate: in.EndDate, IsPublic: in.IsPublic}, "topic_updated"
	var err error
	if in.TopicID == "" {
		event, err = "topic_created", tx.CreateTopic(t, by.id())
	} else {
		err = tx.UpdateTopic(t, time.UnixMilli(in.Version), by.id())
	}
	if err != nil {
		return "", err
	}
	return t.ID, tx.AddAudit(by.line(event, "topic", t.ID, "ok", publicDetail(in.IsPublic)))
}

func (a *App) saveFaq(tx *store.Tx, by actor, in *officeFaq) (string, error) {
	var c check
	c.text("category", "分類", &in.Category, true, 40)
	c.text("question", "質問", &in.Question, true, 200)
	c.prose("answer", "回答", &in.Answer, true, 4000)
	c.ok(in.Sort >= 0 && in.Sort <= 9999, "sort", "表示順は0から9999までで入力してください。")
	if err := c.err(); err != nil {
		return "", err
	}
	f, event := &store.FAQ{ID: in.FaqID, Category: in.Category, Question: in.Question, Answer: in.Answer, Sort: in.Sort, IsPublic: in.IsPublic}, "faq_updated"
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
	return f.ID, tx.AddAudit(by.line(event, "faq", f.ID, "ok", publicDetail(in.IsPublic)))
}

// publicDetail is what the audit keeps of whether a thing is shown.
func publicDetail(is bool) string {
	if is {
		return "public=1"
	}
	return "public=0"
}
