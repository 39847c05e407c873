// Package task is what waits for a bank on its first screen (domain 9, /mypage): its kinds, words, deadlines and order. It is pure:
// no HTTP, no SQL, no clock. Who may know of a fact is decided by who reads it.
package task
