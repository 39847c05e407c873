package standby_test

import (
	"testing"

	"tsunagu/app/apptest"
)

func TestMain(m *testing.M) { apptest.RunTests(m) }
