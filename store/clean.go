package store

import (
	"database/sql/driver"

	"modernc.org/sqlite"

	"tsunagu/store/master"
)

// SQL's own of [master.Clean], for the step of the schema that mends what was stored before texts were cleaned at the
// door: cleaned(text), and is_clean(text, …), true where no value would change. NULL and what is no text stay.
func init() {
	sqlite.MustRegisterDeterministicScalarFunction("cleaned", 1, func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
		if s, ok := args[0].(string); ok {
			return master.Clean(s), nil
		}
		return args[0], nil
	})
	sqlite.MustRegisterDeterministicScalarFunction("is_clean", -1, func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
		for _, v := range args {
			if s, ok := v.(string); ok && !master.IsClean(s) {
				return int64(0), nil
			}
		}
		return int64(1), nil
	})
}
