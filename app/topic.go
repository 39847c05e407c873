package app

import "tsunagu/store"

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
	Paging
}

func (a *App) topicCalls() {
	add(a.Platform, call{
		method: "GET", path: "/api/Topics/GetTopics", area: "topics", callers: fin | buy,
		records: "公開中のお知らせ", summary: "お知らせ", spec: "SPEC 7 Other, 9",
	},
		func(r *request, in *topicsInput) (*topicsAnswer, error) {
			var c check
			// The specification's client asks for propertyName=companyName, which no topic has:
			// it means the only order there is, by start date.
			in.check(&c, "companyName", "startDate")
			if err := c.err(); err != nil {
				return nil, err
			}
			out := &topicsAnswer{TopicsList: []topicRow{}}
			return reading(r, func(q *store.Q) (*topicsAnswer, error) {
				ts, n, err := q.Topics(store.TopicSearch{Ended: in.IsAll, Ascending: !in.descending(), Limit: in.Limit, Offset: in.offset()})
				out.AllCount = n
				for _, t := range ts {
					out.TopicsList = append(out.TopicsList, topicRow{t.ID, t.Title, t.Body, proseHTML(t.Body), t.StartDate, t.EndDate})
				}
				return out, err
			})
		})
}
