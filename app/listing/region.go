package listing

import (
	"tsunagu/app/deal"
	"tsunagu/app/match"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/master"
)

// regionFigures are how many listings the caller finds in each region, as everybody may read it
// (L1): a prefecture is counted where the listing publishes it, and never guessed where it
// publishes regions. One that publishes several is in each of them, and once among all.
type regionFigures struct {
	RegionList []regionFigure `json:"regionList" doc:"地域の順。0件の地域も含む"`
	Elsewhere  int            `json:"elsewhere" doc:"海外、または地域を問わない案件"`
	AllCount   int            `json:"allCount" doc:"案件の数。複数の地域を公開する案件は、地域ごとには1件ずつ、ここでは1件に数える"`
}

type regionFigure struct {
	Region         int                `json:"region" doc:"地域の項目キー"`
	Label          string             `json:"label"`
	Count          int                `json:"count" doc:"都道府県まで公開する案件も含む"`
	PrefectureList []prefectureFigure `json:"prefectureList" doc:"都道府県まで公開する案件。0件の都道府県は含まない"`
}

type prefectureFigure struct {
	PrefectureCode string `json:"prefecturecode"`
	Name           string `json:"name"`
	Count          int    `json:"count"`
}

func readRegionFigures(q *store.Q, by web.Actor) (*regionFigures, error) {
	places, count, err := q.ShownPlaces(by.Viewer)
	if err != nil {
		return nil, err
	}
	out, at := &regionFigures{AllCount: count}, map[int]int{}
	for _, i := range master.Items(master.RegionItems) {
		if len(i.PrefectureCodes) > 0 && i.Key != deal.RegionAnywhere {
			at[i.Key] = len(out.RegionList)
			out.RegionList = append(out.RegionList, regionFigure{Region: i.Key, Label: i.Label, PrefectureList: []prefectureFigure{}})
		}
	}
	for _, p := range places {
		region := p.Region
		prefecture, known := master.FindPrefecture(p.PrefectureCode)
		if known {
			region = match.RegionOf(p.PrefectureCode)
		}
		i, ok := at[region]
		if !ok {
			out.Elsewhere += p.Count
			continue
		}
		f := &out.RegionList[i]
		f.Count += p.Count
		if known {
			f.PrefectureList = append(f.PrefectureList, prefectureFigure{p.PrefectureCode, prefecture.Name, p.Count})
		}
	}
	return out, nil
}
