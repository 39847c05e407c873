package office

import (
	"slices"
	"sync"
	"time"

	"tsunagu/app/console"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// officeFigures are counts over time, either the network's or one institution's own. They contain
// no name, no single case and no other institution's share.
type officeFigures struct {
	FinancialName string         `json:"financialName" doc:"空はネットワーク全体"`
	Months        []string       `json:"months" doc:"YYYY-MM、日本の暦月。最後は今月で、今日まで"`
	Published     []int          `json:"published" doc:"公開した案件"`
	Moves         []officeSeries `json:"moves" doc:"その状況に進んだ交渉。1 は新しく始まった交渉"`
	Days          []officeDays   `json:"days" doc:"交渉の開始からその状況に進むまでの日数"`
	Endings       []officeSeries `json:"endings" doc:"終了した交渉。理由ごと"`
	OffersSent    []int          `json:"offersSent"`
	OffersOpened  []int          `json:"offersOpened" doc:"買手が開封したオファー"`
}

// officeSeries is a count per month of something that has a code.
type officeSeries struct {
	Code   int    `json:"code"`
	Label  string `json:"label"`
	Counts []int  `json:"counts"`
	Total  int    `json:"total"`
}

// officeDays is how many days it took to reach a status: the median over the whole time and for each
// month.
type officeDays struct {
	Code    int        `json:"code"`
	Label   string     `json:"label"`
	Median  *float64   `json:"median" doc:"期間全体の中央値（日）。なければ null"`
	Total   int        `json:"total" doc:"期間全体の件数"`
	Medians []*float64 `json:"medians" doc:"月ごとの中央値（日）。なければ null"`
}

type officeFiguresQuery struct {
	Months      int    `query:"months" default:"12" minimum:"3" maximum:"36"`
	FinancialID string `query:"financialId" doc:"管理者は自機関だけ"`
}

func (a Room) officeFigureCalls() {
	web.Add(a.Platform, web.OfficeCall("GET", "GetFigures", web.ADM|web.FAD, "事務局：すべて。管理者：自機関が知り得る件数だけ", "月ごとの数値"),
		func(r *web.Request, in *officeFiguresQuery) (*officeFigures, error) {
			return web.Reading(r, func(q *store.Q) (*officeFigures, error) { return a.figures(q, r.Actor, in) })
		})
}

// reached are the statuses whose moves are counted; the final one is the last.
var reached = []deal.NegotiationStatus{deal.NegotiationAnonymous, deal.NegotiationHope, deal.NegotiationRealName,
	deal.NegotiationConditions, deal.NegotiationSigned, deal.NegotiationBroken}

// FiguresOver caches the figures of past months: *figureMonth by the month's beginning.
type FiguresOver struct{ sync.Map }

// figureMonth is what the figures read of one month.
type figureMonth struct {
	counts []store.FigureCount
	days   map[int][]float64 // from the beginning of the negotiation to a status, by status
}

// figureMonth reads a month. The whole network's figures of a past month do not change any more and
// are cached; those of one institution can change and are not.
func (a Room) figureMonth(q *store.Q, institution string, from, to time.Time) (*figureMonth, error) {
	// An hour after the month's end, every transaction that began before midnight has been written.
	isOver := institution == "" && q.Now().Sub(to) > time.Hour
	if kept, ok := web.StateOf[FiguresOver](a.Platform).Load(from.Unix()); ok && isOver {
		return kept.(*figureMonth), nil
	}
	m := &figureMonth{days: map[int][]float64{}}
	var err error
	if m.counts, err = q.FigureCounts(store.Viewer{InstitutionID: institution}, from, to); err != nil {
		return nil, err
	}
	if err := q.EachArrival(store.Viewer{InstitutionID: institution}, int(deal.NegotiationHope), int(deal.NegotiationSigned), from, to,
		func(status int, at, began time.Time) {
			m.days[status] = append(m.days[status], at.Sub(began).Hours()/24)
		}); err != nil {
		return nil, err
	}
	if isOver {
		web.StateOf[FiguresOver](a.Platform).Store(from.Unix(), m)
	}
	return m, nil
}

func (a Room) figures(q *store.Q, by web.Actor, in *officeFiguresQuery) (*officeFigures, error) {
	institution, own, err := console.Managed(by)
	if err != nil {
		return nil, err
	}
	if in.FinancialID != "" {
		if own && in.FinancialID != institution {
			return nil, store.ErrNotFound
		}
		institution = in.FinancialID
	}
	out := &officeFigures{}
	if institution != "" {
		i, err := q.Institution(institution)
		if err != nil {
			return nil, err
		}
		out.FinancialName = i.Name
	}
	y, m, _ := q.Now().In(store.JST).Date()
	first := time.Date(y, m+1-time.Month(in.Months), 1, 0, 0, 0, 0, store.JST)
	end := time.Date(y, m+1, 1, 0, 0, 0, 0, store.JST)
	for i := range in.Months {
		out.Months = append(out.Months, first.AddDate(0, i, 0).Format("2006-01"))
	}
	month := func(at time.Time) int {
		at = at.In(store.JST)
		return (at.Year()-first.Year())*12 + int(at.Month()-first.Month())
	}
	counts := func() []int { return make([]int, in.Months) }
	out.Published, out.OffersSent, out.OffersOpened = counts(), counts(), counts()
	if err := q.EachPublication(store.Viewer{InstitutionID: institution}, first, end, func(at time.Time) {
		out.Published[month(at)]++
	}); err != nil {
		return nil, err
	}
	moves, endings := map[int][]int{}, map[int][]int{}
	days := map[int][][]float64{}
	for _, s := range reached {
		moves[int(s)], days[int(s)] = counts(), make([][]float64, in.Months)
	}
	for _, r := range deal.EndReasons() {
		endings[int(r)] = counts()
	}
	// What the other side's compliance check found is told to nobody, so it is not counted under its
	// own code either.
	const notShared = 0
	endings[notShared] = counts()
	for at := range in.Months {
		of, err := a.figureMonth(q, institution, first.AddDate(0, at, 0), first.AddDate(0, at+1, 0))
		if err != nil {
			return nil, err
		}
		for status, n := range of.days {
			days[status][at] = n
		}
		for _, e := range of.counts {
			switch e.Event {
			case "offer_" + string(deal.OfferSend):
				out.OffersSent[at] += e.Count
			case "offer_" + string(deal.OfferOpen):
				out.OffersOpened[at] += e.Count
			}
			if e.From >= e.To || moves[e.To] == nil {
				continue
			}
			moves[e.To][at] += e.Count
			if reason := deal.EndReason(e.Reason); e.To == int(deal.NegotiationBroken) {
				if own && !e.IsOwn && reason.SharedLabel() != reason.Label() || !reason.Known() {
					reason = notShared
				}
				endings[int(reason)][at] += e.Count
			}
		}
	}
	for _, s := range reached {
		out.Moves = append(out.Moves, series(int(s), s.Label(), moves[int(s)]))
		if s == deal.NegotiationAnonymous || s == deal.NegotiationBroken {
			continue
		}
		d := officeDays{Code: int(s), Label: s.Label()}
		all := []float64{}
		for _, of := range days[int(s)] {
			d.Medians = append(d.Medians, Median(of))
			all = append(all, of...)
		}
		d.Median, d.Total = Median(all), len(all)
		out.Days = append(out.Days, d)
	}
	for _, r := range deal.EndReasons() {
		out.Endings = append(out.Endings, series(int(r), r.Label(), endings[int(r)]))
	}
	out.Endings = append(out.Endings, series(notShared, deal.EndCompliance.SharedLabel(), endings[notShared]))
	return out, nil
}

func series(code int, label string, counts []int) officeSeries {
	s := officeSeries{Code: code, Label: label, Counts: counts}
	for _, n := range counts {
		s.Total += n
	}
	return s
}

// Median is the median of days, rounded to a tenth; nil when there are none.
func Median(days []float64) *float64 {
	if len(days) == 0 {
		return nil
	}
	days = slices.Sorted(slices.Values(days))
	m := days[len(days)/2]
	if len(days)%2 == 0 {
		m = (m + days[len(days)/2-1]) / 2
	}
	m = float64(int(m*10+0.5)) / 10
	return &m
}
