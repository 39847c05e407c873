package host

import (
	"bufio"
	"fmt"
	"os"
	"unsafe"

	"golang.org/x/sys/windows"
)

// Linger keeps the window open that a double click made, so that what stands in it can be read.
// A terminal that was there before has more than this one program in it.
func Linger() {
	var pids [2]uint32
	n, _, _ := windows.NewLazySystemDLL("kernel32.dll").NewProc("GetConsoleProcessList").Call(uintptr(unsafe.Pointer(&pids[0])),
		uintptr(len(pids)))
	if n != 1 {
		return
	}
	fmt.Print("\nEnter キーを押すと、このウィンドウを閉じます。")
	_, _ = bufio.NewReader(os.Stdin).ReadString('\n')
}

func init() {
	// The console shows UTF-8, and Japanese with it, once it is told.
	_, _, _ = windows.NewLazySystemDLL("kernel32.dll").NewProc("SetConsoleOutputCP").Call(65001)
}
