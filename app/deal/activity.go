package deal

// ActivityMeans is how a bank's user met or spoke with somebody (活動記録, team.md 1).
type ActivityMeans int

var activityMeans = []value[ActivityMeans]{{1, "Phone", "電話"}, {2, "Visit", "訪問"}, {3, "Branch", "来店"}, {4, "Online", "オンライン会議"},
	{5, "Letter", "メール・書面"}, {6, "Other", "その他"}}

func (m ActivityMeans) Known() bool { return known(activityMeans, m) }
