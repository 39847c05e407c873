package web

import (
	"tsunagu/store"
)

// OfficeJobRun is one run of a job.
type OfficeJobRun struct {
	Name     string           `json:"name"`
	Label    string           `json:"label"`
	Started  string           `json:"started" doc:"UTC"`
	Ended    string           `json:"ended" doc:"UTC。実行中は空"`
	State    string           `json:"state" enum:"running,done,failed,stopped,broken"`
	IsByHand bool             `json:"isByHand" doc:"「今すぐ実行」による"`
	Counts   []OfficeJobCount `json:"counts"`
	Error    string           `json:"error" doc:"失敗の理由と、次にすること"`
}

// OfficeJobCount is how often a run did something.
type OfficeJobCount struct {
	Label string `json:"label"`
	Count int    `json:"count"`
}

// OfficeJob is a row of the table of jobs with how it stands.
type OfficeJob struct {
	Name      string        `json:"name"`
	Label     string        `json:"label"`
	Does      string        `json:"does" doc:"何をするか"`
	Schedule  string        `json:"schedule"`
	Next      string        `json:"next" doc:"次の実行（UTC）。まだ決まっていないときは空"`
	IsAsked   bool          `json:"isAsked" doc:"「今すぐ実行」を受け付け、始まるのを待っている"`
	IsRunning bool          `json:"isRunning"`
	Done      int           `json:"done" doc:"実行中: 済んだ件数"`
	Total     int           `json:"total" doc:"実行中: 全部の件数。数えられないときは0"`
	IsWaiting bool          `json:"isWaiting" doc:"時計が確認されるまで行わない"`
	LastRun   *OfficeJobRun `json:"lastRun,omitempty"`
}

// OfficeCall is a row of the call table for the console.
func OfficeCall(method, name string, who Callers, records, summary string) Call {
	return Call{
		Method: method, Path: OfficePath + name, Area: "office", Callers: who,
		Records: records, Summary: summary, Spec: "domain 1, 9 /office",
	}
}

// OfficePaging is paging for the console: no list of it is meant to be read in one go.
type OfficePaging struct {
	PageNumber int `query:"pageNumber" default:"1" minimum:"1" maximum:"100000"`
	Limit      int `query:"limit" default:"10" minimum:"1" maximum:"100"`
}

func (p OfficePaging) Page() store.Page {
	return store.Page{Limit: p.Limit, Offset: (p.PageNumber - 1) * p.Limit}
}

type OfficeListQuery struct{ OfficePaging }
