package companycsv

import (
	"tsunagu/app/company"
	"tsunagu/app/web"
)

// csvExport is what an export of companies takes: the conditions of the managed list, and an encoding.
type csvExport struct {
	CompanySearchInput
	web.CSVEncoding
}

// CompanySearchInput is the name to embed.
type CompanySearchInput = company.CompanySearchInput

// templateOf says what kind of file a template is.
type templateOf struct {
	Format string `query:"format" enum:"xlsx,csv," doc:"省略は csv: 見出しだけ。xlsx は記入例と選べる値の付いたExcel"`
	web.CSVEncoding
}

// csvLongList is the body of CsvExportLongList (SPEC.md 7).
type csvLongList struct {
	CompanyIDs web.List[string] `json:"companyIds" doc:"買手。1,000社まで"`
}

// csvImportForm are the fields of the multipart body beside the file.
type csvImportForm struct {
	Preview    bool `json:"preview,omitempty" doc:"trueのとき、登録せずに確認だけする"`
	Background bool `json:"background,omitempty" doc:"trueのとき、読み込みを待たずに答える。経過は ImportStatus で見る。登録は CommitImport で行う"`
}

// csvImport is an import as its user sees it: its progress, what it would do, what is wrong.
type csvImport struct {
	ImportID       string      `json:"importId"`
	CompanyType    int         `json:"companyType" doc:"1 買手、2 売手"`
	FileName       string      `json:"fileName"`
	State          string      `json:"state" enum:"reading,writing,unmapped,ready,wrong,failed,done" doc:"読み込み中、登録中、列の対応を決める、登録できる、エラーがある、読み込めない、登録した"`
	Detail         string      `json:"detail,omitempty" doc:"failed と unmapped のときの理由と、次にすること。writing が途中で止まったときも"`
	Percent        int         `json:"percent" doc:"読み込みの進み。writing のときは登録の進み。0〜100"`
	Encoding       string      `json:"encoding,omitempty"`
	RowCount       int         `json:"rowCount" doc:"読んだ行"`
	NewCount       int         `json:"newCount"`
	ChangedCount   int         `json:"changedCount"`
	UnchangedCount int         `json:"unchangedCount"`
	WrongCount     int         `json:"wrongCount" doc:"エラーのある行"`
	ErrorCount     int         `json:"errorCount"`
	WarningCount   int         `json:"warningCount"`
	Notices        []string    `json:"notices" doc:"読み込まなかった列や行"`
	ErrorList      []csvIssue  `json:"errorList" doc:"はじめの100件"`
	NewList        []csvSample `json:"newList" doc:"はじめの10社"`
	ChangedList    []csvSample `json:"changedList" doc:"はじめの20社"`
	IsMappable     bool        `json:"isMappable" doc:"見出しの列の対応を MapImport で決め直せる"`
	Expires        string      `json:"expires" doc:"UTC。過ぎると破棄される"`
}

// csvIssue is an error in a cell, or a warning.
type csvIssue struct {
	Row       int    `json:"row" doc:"表計算ソフトの行番号。見出しが1"`
	Column    string `json:"column"`
	Value     string `json:"value"`
	Reason    string `json:"reason"`
	IsWarning bool   `json:"isWarning" doc:"登録はできる。確認のため"`
}

type csvSample struct {
	Row         int         `json:"row"`
	CompanyName string      `json:"companyName"`
	ChangeList  []csvChange `json:"changeList"`
}

type csvChange struct {
	Column string `json:"column"`
	Before string `json:"before"`
	After  string `json:"after"`
}

type csvImportRef struct {
	ImportID string `json:"importId"`
}

// csvCommit is what becomes of an import.
type csvCommit struct {
	ImportID      string `json:"importId"`
	IsCorrectOnly bool   `json:"isCorrectOnly,omitempty" doc:"エラーのある行があるとき、正しい行だけを登録する。省略は、何も登録せずに断る"`
}

type csvImportOf struct {
	ImportID string `query:"importId"`
}

// csvIssuesOf asks for a page of an import's issues.
type csvIssuesOf struct {
	ImportID   string `query:"importId"`
	Column     string `query:"column" doc:"この列のものだけ"`
	PageNumber int    `query:"pageNumber" default:"1" minimum:"1" maximum:"100000"`
	Limit      int    `query:"limit" default:"50" minimum:"1" maximum:"1000"`
}

type csvIssues struct {
	ErrorList  []csvIssue       `json:"errorList"`
	AllCount   int              `json:"allCount"`
	ColumnList []csvColumnCount `json:"columnList" doc:"列ごとの件数"`
}

type csvColumnCount struct {
	Column string `json:"column"`
	Count  int    `json:"count"`
}

// csvLatest is the caller's newest import of a kind, so that the screen can resume it.
type csvLatest struct {
	ImportID string `json:"importId" doc:"無いときは空"`
}

// importColumns are the headings of a file, and for which columns they stand: as they were read, else a proposal.
type importColumns struct {
	FileName   string        `json:"fileName"`
	HeaderRow  int           `json:"headerRow" doc:"見出しとみた行"`
	HeaderList []fileColumn  `json:"headerList" doc:"ファイルの列。ファイルが残っていなければ空"`
	ColumnList []sheetColumn `json:"columnList" doc:"読み込める列。住所は、都道府県・市区町村・町名・番地に分けて読み込む"`
}

type fileColumn struct {
	Number     int      `json:"number" doc:"左から1、2、…"`
	Header     string   `json:"header"`
	SampleList []string `json:"sampleList" doc:"はじめの行の値"`
}

type sheetColumn struct {
	Column   string `json:"column"`
	IsNeeded bool   `json:"isNeeded" doc:"都道府県、市区町村、郵便番号は、住所でもよい"`
	IsAmount bool   `json:"isAmount" doc:"単位が要る"`
	Number   int    `json:"number" doc:"ファイルの列。0は無い"`
	Unit     string `json:"unit" doc:"千円、百万円、億円、万円、円"`
}

// importMapping says what the headings of a file mean.
type importMapping struct {
	ImportID     string                 `json:"importId"`
	ColumnList   web.List[columnChoice] `json:"columnList" doc:"列ごとのファイルの列"`
	IsRemembered bool                   `json:"isRemembered,omitempty" doc:"金融機関のつぎの読み込みのために覚える"`
}

type columnChoice struct {
	Column string `json:"column"`
	Number int    `json:"number" doc:"0は使わない"`
	Unit   string `json:"unit,omitempty" doc:"金額の列で必須"`
}
