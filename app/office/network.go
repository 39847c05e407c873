package office

import (
	"strconv"

	"tsunagu/app/match"
	"tsunagu/app/score"
	"tsunagu/app/web"
	"tsunagu/store"
)

// officeScoreWeights are the match score's weights (domain.md 8).
type officeScoreWeights struct {
	Version    int                 `json:"version" doc:"画面が見ている版。1は標準"`
	WeightList []officeScoreWeight `json:"weightList"`
}

type officeScoreWeight struct {
	Item   string `json:"item"`
	Label  string `json:"label,omitempty"`
	Weight int    `json:"weight" minimum:"0" maximum:"100"`
}

func (a Room) officeNetworkCalls() {
	type logo struct{ Body officeLogo }
	save := web.OfficeCall("POST", "SaveLogo", web.ADM, "ネットワーク", "ロゴの登録・削除")
	save.MaxBody = logoBodyMax
	web.Add(a.Platform, save, func(r *web.Request, in *logo) (web.Nothing, error) {
		return web.Nothing{}, r.Write(func(tx *store.Tx) error { return saveLogo(tx, r.Actor, &in.Body) })
	})
	web.Add(a.Platform, web.OfficeCall("GET", "GetScoreWeights", web.ADM, "ネットワーク", "マッチ度の重み"),
		func(r *web.Request, _ *struct{}) (*officeScoreWeights, error) {
			return web.Reading(r, func(q *store.Q) (out *officeScoreWeights, err error) {
				w, err := match.WeightsOf(q)
				out = &officeScoreWeights{max(1, w.Version), []officeScoreWeight{}}
				for _, i := range w.Items() {
					out.WeightList = append(out.WeightList, officeScoreWeight{i.Key, i.Label, i.Max})
				}
				return out, err
			})
		})
	type weights struct{ Body officeScoreWeights }
	web.Add(a.Platform, web.OfficeCall("PUT", "UpdateScoreWeights", web.ADM, "ネットワーク", "マッチ度の重みの新しい版"),
		func(r *web.Request, in *weights) (web.Nothing, error) {
			return web.Nothing{}, r.Write(func(tx *store.Tx) error { return saveWeights(tx, r.Actor, &in.Body) })
		})
}

func saveWeights(tx *store.Tx, by web.Actor, in *officeScoreWeights) error {
	points := map[string]int{}
	for _, w := range in.WeightList {
		points[w.Item] = w.Weight
	}
	if refusal := score.CheckWeights(points); refusal != nil {
		return refusal
	}
	was, err := match.WeightsOf(&tx.Q)
	if err != nil {
		return err
	}
	if err := tx.AddScoreWeights(in.Version, points, by.ID()); err != nil {
		return err
	}
	changes := settingChanges{kind: store.ChangeWeights}
	for _, i := range was.Items() {
		changes.add(i.Key, strconv.Itoa(i.Max), strconv.Itoa(points[i.Key]))
	}
	return changes.keep(tx, by, "score_weights_updated")
}
