package store

import (
	"database/sql/driver"
	"strings"

	"modernc.org/sqlite"

	"tsunagu/store/master"
	"tsunagu/store/words"
)

// SQL's own of [words.Aside], for the step of the schema that tells the names in the searchable texts of listings apart from what was
// written: apart(text, title, description). A text that does not begin with these stays, and is all written.
func init() {
	sqlite.MustRegisterDeterministicScalarFunction("apart", 3, func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
		text, isText := args[0].(string)
		title, isTitle := args[1].(string)
		description, isDescription := args[2].(string)
		if !isText || !isTitle || !isDescription || strings.Contains(text, words.Aside) {
			return args[0], nil
		}
		written := master.Fold(title + " " + description)
		names, ok := strings.CutPrefix(text, written)
		if !ok {
			return text, nil
		}
		return written + words.Aside + strings.TrimPrefix(names, " "), nil
	})
}
