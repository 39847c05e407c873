package replica

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"time"

	"tsunagu/app/auth"
)

// What a person asks of the process on a data folder is a file in the folder, which only its owner can write.
const (
	PromoteFile = "tsunagu.promote"
	HandFile    = "tsunagu.hand-over"
)

// Asked is such a file: the process writes what became of it into the same file.
type Asked struct {
	ID     string    `json:"id"`
	At     time.Time `json:"at"`
	Done   bool      `json:"done"`
	Failed string    `json:"failed,omitempty"` // what was not done and why, for a person
}

// ReadAsked of a data folder; nil where nothing is asked.
func ReadAsked(dir, file string) *Asked {
	b, err := os.ReadFile(filepath.Join(dir, file))
	if err != nil {
		return nil
	}
	var a Asked
	if json.Unmarshal(b, &a) != nil || a.ID == "" {
		return nil
	}
	return &a
}

// Write puts it into the folder.
func (a Asked) Write(dir, file string) error {
	b, err := json.Marshal(a)
	if err != nil {
		return err
	}
	return auth.WriteDurably(dir, file, append(b, '\n'))
}

// askedFor: what nobody answered for so long is forgotten, and not done at some later start.
const askedFor = 15 * time.Minute

// Wanted says that something is asked and not answered yet.
func Wanted(dir, file string) bool {
	a := ReadAsked(dir, file)
	return a != nil && !a.Done && a.Failed == "" && time.Since(a.At).Abs() < askedFor
}

// Settle answers what is asked, if anything is: failed says what was not done, and is empty where it was.
func Settle(dir, file string, failed ...string) error {
	a := ReadAsked(dir, file)
	if a == nil || a.Done || a.Failed != "" {
		return nil
	}
	a.Done = len(failed) == 0
	if !a.Done {
		a.Failed = failed[0]
	}
	return a.Write(dir, file)
}

// Withdraw removes what is asked.
func Withdraw(dir, file string) error {
	err := os.Remove(filepath.Join(dir, file))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}
