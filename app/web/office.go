package web

import (
	"tsunagu/store"
)

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
