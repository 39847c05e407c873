package app_test

// candidateOn is the id of C's buyer among the candidates of id, which may be a listing.
func (w *accessWorld) candidateOn(id string) string {
	if w.Numbers()[id] == 0 {
		id = w.Listing
	}
	return w.Candidate(id, w.BuyerC)
}

// withAliases adds to ids the aliases by which A and C see buyers that they may not know by name.
func (w *canaryWorld) withAliases(ids worldIDs) worldIDs {
	for _, id := range []string{w.Candidate(w.x, w.buyerB), w.Partner(w.x, w.buyerB), w.Partner(w.x, w.rival),
		w.Searched(w.banks["A"], w.buyerB), w.Searched(w.banks["C"], w.buyerB)} {
		for _, name := range []string{"companyId", "clientId"} {
			ids[name] = append(ids[name], id)
		}
	}
	return ids
}
