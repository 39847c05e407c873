package apptest

func (m *Marketplace) Open(key, passcode string) Result {
	m.T.Helper()
	return m.Visitor().Post(ListingBase+"GetApprovalByKey", map[string]any{"key": key, "passcode": passcode})
}
