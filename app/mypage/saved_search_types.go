package mypage

// savedSearchInput saves a search: a new one, or an existing one with another name or other
// conditions.
type savedSearchInput struct {
	SavedSearchID string  `json:"savedSearchId,omitempty" doc:"新規のときは空"`
	Version       int     `json:"version,omitempty" doc:"画面が見ている版。新規は0"`
	Area          string  `json:"area" doc:"画面。その住所の最初の部分（seller-business など）"`
	Name          string  `json:"name" limit:"40"`
	Conditions    *string `json:"conditions,omitempty" doc:"画面の住所の ? の後。更新で省略すると今のまま"`
	Notice        *int    `json:"notice,omitempty" doc:"新着のお知らせ。0 しない、1 毎日、2 毎週。売却案件検索だけ。省略すると今のまま（新規は0）"`
}

// savedSearchRef names a saved search in the version that the caller saw.
type savedSearchRef struct {
	SavedSearchID string `json:"savedSearchId"`
	Version       int    `json:"version" doc:"画面が見ている版"`
}

// savedSearchUse reports that a saved search was used.
type savedSearchUse struct {
	SavedSearchID string `json:"savedSearchId"`
}

// SavedSearch is one of the caller's own saved searches.
type SavedSearch struct {
	SavedSearchID string `json:"savedSearchId"`
	Version       int    `json:"version"`
	Area          string `json:"area"`
	Name          string `json:"name"`
	Conditions    string `json:"conditions"`
	Created       string `json:"created" doc:"UTC"`
	Notice        int    `json:"notice" doc:"新着のお知らせのメール。0 しない、1 毎日、2 毎週"`
	NewCount      *int   `json:"newCount,omitempty" doc:"前回この条件を使った後に公開された件数。売却案件検索だけ"`
}

type savedSearchList struct {
	SavedSearchList []SavedSearch `json:"savedSearchList"`
	AllCount        int           `json:"allCount"`
}
