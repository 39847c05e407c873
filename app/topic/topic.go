package topic

import (
	"slices"

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

	IsImportant bool `json:"isImportant" doc:"重要なお知らせ"`
	IsClosed    bool `json:"isClosed" doc:"重要なお知らせを、自分が読んで閉じた"`
}

type topicsAnswer struct {
	TopicsList []topicRow `json:"topicsList"`
	AllCount   int        `json:"allCount"`
}

type topicClosing struct {
	TopicID string `json:"topicId"`
}

type topicsInput struct {
	IsAll bool `query:"isAll" doc:"掲載が終わったものも含める"`
	web.Paging
}

func (a Room) Calls() {
	web.Add(a.Platform, web.Call{
		Method: "GET", Path: "/api/Topics/GetTopics", Area: "topics", Callers: web.FIN | web.LEN | web.BUY,
		Records: "自分に宛てた、公開中のお知らせ", Summary: "お知らせ", Spec: "SPEC 7 Other, 9",
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
				ts, n, err := q.Topics(r.Viewer, store.TopicSearch{Ended: in.IsAll, Ascending: !in.Descending(), Limit: in.Limit, Offset: in.Offset()})
				out.AllCount = n
				if err != nil {
					return nil, err
				}
				closed, err := q.ClosedTopics(r.ID())
				for _, t := range ts {
					out.TopicsList = append(out.TopicsList, topicRow{t.ID, t.Title, t.Body, web.ProseHTML(t.Body), t.StartDate, t.EndDate,
						t.Importance > 0, slices.Contains(closed, t.ID)})
				}
				return out, err
			})
		})
	type closing struct{ Body topicClosing }
	web.Add(a.Platform, web.Call{
		Method: "POST", Path: "/api/Topics/CloseTopic", Area: "topics", Callers: web.FIN | web.LEN | web.BUY,
		Records: "自分に宛てた、公開中のお知らせ", Summary: "重要なお知らせを読んで閉じた", Spec: "domain 9 /mypage",
	},
		func(r *web.Request, in *closing) (web.Nothing, error) {
			return web.Nothing{}, r.Write(func(tx *store.Tx) error {
				isNew, err := tx.CloseTopic(r.Viewer, in.Body.TopicID)
				if err != nil || !isNew {
					return err
				}
				return tx.AddAudit(r.Line("topic_closed", "topic", in.Body.TopicID, "ok", ""))
			})
		})
}
