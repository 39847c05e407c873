package apptest

// RowsOf are the rows of GetPeriods in the form that UpdatePeriods takes.
func RowsOf(periods map[string]any) []any {
	out := []any{}
	for _, r := range periods["periodList"].([]any) {
		r := r.(map[string]any)
		out = append(out, map[string]any{"key": r["key"], "value": r["value"]})
	}
	return out
}
