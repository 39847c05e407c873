package web

// CaseNumber is what mails and sheets call a case by: short, and it says nothing.
func CaseNumber(prefix, id string) string { return prefix + "-" + id[len(id)-8:] }
