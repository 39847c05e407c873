package office

import (
	"tsunagu/app/replica"
	"tsunagu/app/web"
)

// officeReplica is how the copy at another place stands (-replica).
type officeReplica struct {
	IsOn          bool   `json:"isOn" doc:"写しを別の場所に送っている"`
	IsAwaited     bool   `json:"isAwaited" doc:"写しに届いてから、画面に答える"`
	IsLost        bool   `json:"isLost" doc:"写しを送れない。保管先が答えないか、isOwnDisk"`
	LostSince     string `json:"lostSince" doc:"いつから送れないか（UTC）。送れていれば空"`
	IsOwnDisk     bool   `json:"isOwnDisk" doc:"保管先が答えないのではなく、このコンピュータのディスクに空きがなくて送れない"`
	IsRefusing    bool   `json:"isRefusing" doc:"送れるまで、書き込みを断っている"`
	BehindSeconds int    `json:"behindSeconds" doc:"写しにない最も古い書き込みからの秒数"`
	BehindCount   int    `json:"behindCount" doc:"写しにない書き込み"`
	IsPair        bool   `json:"isPair" doc:"二台で動いていて、もう一台が引き継げる"`
	Leader        string `json:"leader" doc:"二台のうち、いま開いている機械の名前。一台で動いていれば空"`
	Epoch         int    `json:"epoch" doc:"開いている機械が何回目か。写しを送っていなければ 0"`
}

func (a Room) officeReplica() officeReplica {
	s := replica.Of(a.Platform)
	out := officeReplica{IsOn: s.On, IsAwaited: s.Waits, BehindSeconds: int(s.Behind.Seconds()), BehindCount: int(s.Writes),
		IsPair: s.Pair, Epoch: s.Epoch}
	if s.Pair {
		out.Leader = s.Machine
	}
	if !s.Since.IsZero() {
		out.IsLost, out.LostSince, out.IsOwnDisk = true, web.ServerTime(s.Since), s.OwnDisk
		out.IsRefusing = s.Waits && s.Lost == replica.LostStop
	}
	return out
}
