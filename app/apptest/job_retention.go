package apptest

func (p *Platform) Count(query string, args ...any) (n int) {
	p.T.Helper()
	if err := OpenRaw(p.T, p.App.Store.Dir()).QueryRow(query, args...).Scan(&n); err != nil {
		p.T.Fatal(err)
	}
	return n
}
