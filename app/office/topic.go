package office

import (
	"tsunagu/app/web"
	"tsunagu/store"
)

// topicRow is a notice of the office (SPEC.md 3 Topic, 9).
type topicRow struct {
	TopicID   string `json:"topicId"`
	Title     string `json:"title"`
	Body      string `json:"body" doc:"もとの文章（Markdown または簡単な HTML）"`
	HTML      string `json:"html" doc:"画面に出す安全な HTML"`
	StartDate string `json:"startDate" doc:"掲載開始日 YYYY-MM-DD"`
	EndDate   string `json:"endDate" doc:"掲載終了日。空は期限なし"`
}

type topicsAnswer struct {
	TopicsList []topicRow `json:"topicsList"`
	AllCount   int        `json:"allCount"`
}

type topicsInput struct {
	IsAll bool `query:"isAll" doc:"掲載が終わったものも含める"`
	web.Paging
}

func (a Room) TopicCalls() {
	web.Add(a.Platform, web.Call{
		Method: "GET", Path: "/api/Topics/GetTopics", Area: "topics", Callers: web.FIN | web.BUY,
		Records: "公開中のお知らせ", Summary: "お知らせ", Spec: "SPEC 7 Other, 9",
	},
		func(r *web.Request, in *topicsInput) (*topicsAnswer, error) {
			var c web.Check
			// The specification's client sends propertyName=companyName, a field that no topic has: it gets
			// the only order there is, by start date.
			in.Check(&c, "companyName", "startDate")
			if err := c.Err(); err != nil {
				return nil, err
			}
			out := &topicsAnswer{TopicsList: []topicRow{}}
			return web.Reading(r, func(q *store.Q) (*topicsAnswer, error) {
				ts, n, err := q.Topics(store.TopicSearch{Ended: in.IsAll, Ascending: !in.Descending(), Limit: in.Limit, Offset: in.Offset()})
				out.AllCount = n
				for _, t := range ts {
					out.TopicsList = append(out.TopicsList, topicRow{t.ID, t.Title, t.Body, web.ProseHTML(t.Body), t.StartDate, t.EndDate})
				}
				return out, err
			})
		})
}
