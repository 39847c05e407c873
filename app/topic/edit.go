package topic

import (
	"errors"
	"strconv"
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// officeTopic is a notice as the office edits it; one that is not public is a draft.
type officeTopic struct {
	TopicID     string `json:"topicId,omitempty" doc:"新規のときは空"`
	Title       string `json:"title" limit:"80"`
	Body        string `json:"body" limit:"4000"`
	StartDate   string `json:"startDate" doc:"掲載開始日 YYYY-MM-DD"`
	EndDate     string `json:"endDate,omitempty" doc:"掲載終了日。空は期限なし"`
	IsPublic    bool   `json:"isPublic"`
	Audience    int    `json:"audience,omitempty" enum:"0,1,2,3" doc:"0 全員、1 金融機関、2 買手、3 一つの金融機関"`
	FinancialID string `json:"financialId,omitempty" doc:"audience が 3 のときの金融機関"`
	IsImportant bool   `json:"isImportant,omitempty" doc:"重要。読んで閉じるまで、トップページのいちばん上に出る"`
	IsMailed    bool   `json:"isMailed,omitempty" doc:"掲載開始日に、メールでも一度だけ知らせる"`
	Version     int64  `json:"version,omitempty" doc:"画面が見ている版。新規は0"`

	AudienceLabel string `json:"audienceLabel,omitempty" doc:"一覧で返る。保存では使わない"`
	MailedAt      string `json:"mailedAt,omitempty" doc:"全員にメールで知らせ終えた日時（UTC）。一覧で返る。保存では使わない"`
	MailedCount   int    `json:"mailedCount,omitempty" doc:"これまでにメールで知らせた人数。一覧で返る。保存では使わない"`
}

type officeTopicList struct {
	TopicList []officeTopic `json:"topicList"`
	AllCount  int           `json:"allCount"`
}

type audienceQuery struct {
	Audience    string `query:"audience" enum:"0,1,2,3" required:"true"`
	FinancialID string `query:"financialId"`
	IsImportant bool   `query:"isImportant"`
}

// topicReach is how many a notice reaches, before it is saved.
type topicReach struct {
	UserCount int `json:"userCount" doc:"お知らせが表示される利用者"`
	MailCount int `json:"mailCount" doc:"メールが届く利用者。通常のお知らせは、メールを希望しない利用者に届かない"`
}

// OfficeCalls are the console's calls.
func (a Room) OfficeCalls() {
	web.Add(a.Platform, web.OfficeCall("GET", "GetTopicList", web.ADM, "すべてのお知らせ", "お知らせの一覧（下書きを含む）"),
		func(r *web.Request, in *web.OfficeListQuery) (*officeTopicList, error) {
			return web.Reading(r, func(q *store.Q) (*officeTopicList, error) { return readTopics(q, in.Page()) })
		})
	web.Add(a.Platform, web.OfficeCall("GET", "GetTopicReach", web.ADM, "公開先に含まれる有効な利用者の数", "お知らせが届く人数の確認"),
		func(r *web.Request, in *audienceQuery) (*topicReach, error) {
			return web.Reading(r, func(q *store.Q) (*topicReach, error) {
				audience, _ := strconv.Atoi(in.Audience)
				t := &store.Topic{Audience: audience, InstitutionID: in.FinancialID}
				if in.IsImportant {
					t.Importance = 1
				}
				out, err := reachOf(q, t)
				return &out, err
			})
		})
	type topic struct{ Body officeTopic }
	web.Add(a.Platform, web.OfficeCall("POST", "SaveTopic", web.ADM, "すべてのお知らせ", "お知らせの作成・変更・公開。IDを返す"),
		func(r *web.Request, in *topic) (string, error) {
			defer a.NudgeJobs()
			return web.Writing(r, func(tx *store.Tx) (string, error) { return a.saveTopic(tx, r.Actor, &in.Body) })
		})
}

func readTopics(q *store.Q, p store.Page) (*officeTopicList, error) {
	ts, n, err := q.AllTopics(p)
	if err != nil {
		return nil, err
	}
	names, err := q.InstitutionNames()
	if err != nil {
		return nil, err
	}
	out := &officeTopicList{TopicList: []officeTopic{}, AllCount: n}
	for _, t := range ts {
		label := deal.TopicAudience(t.Audience).Label()
		if t.InstitutionID != "" {
			label = names[t.InstitutionID]
		}
		out.TopicList = append(out.TopicList, officeTopic{TopicID: t.ID, Title: t.Title, Body: t.Body, StartDate: t.StartDate,
			EndDate: t.EndDate, IsPublic: t.IsPublic, Audience: t.Audience, FinancialID: t.InstitutionID, IsImportant: t.Importance > 0,
			IsMailed: t.IsMailed, Version: t.Modified.UnixMilli(),
			AudienceLabel: label, MailedAt: web.ServerTime(t.MailedAt), MailedCount: t.MailedCount})
	}
	return out, nil
}

func (a Room) saveTopic(tx *store.Tx, by web.Actor, in *officeTopic) (string, error) {
	var c web.Check
	c.Text(in, "title", "題名", &in.Title, true)
	c.Prose(in, "body", "本文", &in.Body, true)
	c.Date("startDate", "掲載開始日", in.StartDate, true)
	c.Date("endDate", "掲載終了日", in.EndDate, false)
	c.Ok(in.EndDate == "" || in.EndDate >= in.StartDate, "endDate", "掲載終了日は、掲載開始日以降の日付にしてください。")
	if deal.TopicAudience(in.Audience) != deal.TopicToOne {
		in.FinancialID = ""
	} else if _, err := tx.Institution(in.FinancialID); errors.Is(err, store.ErrNotFound) {
		c.Fail("financialId", "お知らせする金融機関を選んでください。")
	} else if err != nil {
		return "", err
	}
	if err := c.Err(); err != nil {
		return "", err
	}
	t, event := &store.Topic{ID: in.TopicID, Title: in.Title, Body: in.Body, StartDate: in.StartDate, EndDate: in.EndDate,
		IsPublic: in.IsPublic, Audience: in.Audience, InstitutionID: in.FinancialID, IsMailed: in.IsMailed}, "topic_updated"
	if in.IsImportant {
		t.Importance = 1
	}
	var err error
	if in.TopicID == "" {
		event, err = "topic_created", tx.CreateTopic(t, by.ID())
	} else {
		err = tx.UpdateTopic(t, time.UnixMilli(in.Version), by.ID())
	}
	if err != nil {
		return "", err
	}
	detail := "public=0"
	if in.IsPublic {
		detail = "public=1"
	}
	if err := tx.AddAudit(by.Line(event, "topic", t.ID, "ok", detail)); err != nil {
		return "", err
	}
	left, _, err := a.tell(tx, t.ID)
	if err == nil && left > 0 {
		err = tx.DueNow(Job)
	}
	return t.ID, err
}
