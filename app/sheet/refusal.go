package sheet

// Refusal is why a file cannot be read as a table at all. Detail is in Japanese, for the person who
// chose the file: what is wrong and what to do.
type Refusal struct {
	Row    int // the first row concerned, 0 for the whole file
	Detail string
}

func (r *Refusal) Error() string { return r.Detail }

// Limits bound what is read. A table beyond them is refused, never truncated.
type Limits struct {
	Bytes   int64 // of the file
	Rows    int
	Columns int
	Cell    int // characters of one cell
	Record  int // bytes of one row as text
}

// DefaultLimits allow several times the largest customer list of a regional bank. A cell can be as
// long as in a spreadsheet.
var DefaultLimits = Limits{Bytes: 100 << 20, Rows: 200_000, Columns: 200, Cell: 32_767, Record: 1 << 20}
