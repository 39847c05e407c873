package app_test

import "tsunagu/app/apptest"

// matrixWords are a group of words as a body.
func matrixWords(fields map[string]any) map[string]any {
	return apptest.With(map[string]any{"version": 0, "head": "農福連携", "sameList": []string{"ノウフク"}, "narrowerList": []string{}}, fields)
}

// vocabulary is a group of words that the office added.
func (w *accessWorld) vocabulary() {
	w.T.Helper()
	adm := &apptest.Caller{P: w.Platform, Token: w.tokens["ADM"]}
	made := adm.Post("/api/Office/SaveWordGroup", matrixWords(nil)).Want(200).JSON()["wordGroupList"].([]any)[0].(map[string]any)
	w.objects["wordGroup"] = []object{{"there is", made["wordGroupId"].(string), map[string]string{"office": "ADM"}}}
}

// addVocabulary adds the calls of the office's words.
func addVocabulary(add func(p []probe, calls ...string)) {
	const office = "/api/Office/"
	add(plain, "GET "+office+"GetWordGroups")
	add([]probe{{query: fixed("word", "介護")}}, "GET "+office+"TryWord")
	add([]probe{{body: body(matrixWords(map[string]any{"head": "見守りの仕事", "sameList": []string{"見守り隊"}}))},
		{of: "wordGroup", set: "office", body: bodyID("wordGroupId", matrixWords(map[string]any{"version": 1, "sameList": []string{"のうふく"}}))}},
		"POST "+office+"SaveWordGroup")
	add([]probe{{of: "wordGroup", set: "office", body: bodyID("wordGroupId", map[string]any{"version": 1})}}, "POST "+office+"DeleteWordGroup")
}
