// Command peers serves what the bench compares with: the same cards in PocketBase, and in PostgreSQL
// behind a plain handler. It is a module of its own, so that its dependencies are none of the
// product's.
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) != 5 {
		fmt.Fprintln(os.Stderr, "usage: peers pocketbase|postgres ADDRESS FOLDER-OR-DSN CARDS.db")
		os.Exit(2)
	}
	var err error
	switch address, where, cards := os.Args[2], os.Args[3], os.Args[4]; os.Args[1] {
	case "pocketbase":
		err = pocketBase(address, where, cards)
	case "postgres":
		err = postgres(address, where, cards)
	default:
		err = fmt.Errorf("no peer is called %s", os.Args[1])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
