package office

import (
	"tsunagu/app/replica"
	"tsunagu/app/web"
)

// officeReplica is how the copy at another place stands (-replica).
type officeReplica struct {
	IsOn          bool   `json:"isOn" doc:"写しを別の場所に送っている"`
	IsAwaited     bool   `json:"isAwaited" doc:"写しに届いてから、画面に答える"`
	IsLost        bool   `json:"isLost" doc:"写しの保管先が答えない"`
	LostSince     string `json:"lostSince" doc:"いつから答えないか（UTC）。答えていれば空"`
	IsRefusing    bool   `json:"isRefusing" doc:"答えるまで、書き込みを断っている"`
	BehindSeconds int    `json:"behindSeconds" doc:"写しにない最も古い書き込みからの秒数"`
	BehindCount   int    `json:"behindCount" doc:"写しにない書き込み"`
}

func (a Room) officeReplica() officeReplica {
	s := replica.Of(a.Platform)
	out := officeReplica{IsOn: s.On, IsAwaited: s.Waits, BehindSeconds: int(s.Behind.Seconds()), BehindCount: int(s.Writes)}
	if !s.Since.IsZero() {
		out.IsLost, out.LostSince, out.IsRefusing = true, web.ServerTime(s.Since), s.Waits && s.Lost == replica.LostStop
	}
	return out
}
