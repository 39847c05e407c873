package sheet

// Refusal is why a file cannot be read as a table at all. Detail is Japanese, for the person who
// chose the file: what it is and what to do.
type Refusal struct {
	Row    int // where it begins, 0 for the whole file
	Detail string
}

func (r *Refusal) Error() string { return r.Detail }

// Limits bound what is read. A table beyond them is refused, never cut off.
type Limits struct {
	Bytes   int64 // of the file
	Rows    int
	Columns int
	Cell    int // characters of one cell
	Record  int // bytes of one row as text
}

// DefaultLimits hold the largest customer list of a regional bank several times over. A cell is
// as long as a spreadsheet's can be.
var DefaultLimits = Limits{Bytes: 100 << 20, Rows: 200_000, Columns: 200, Cell: 32_767, Record: 1 << 20}
