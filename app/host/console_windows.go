package host

import (
	"bufio"
	"fmt"
	"os"
	"unsafe"

	"golang.org/x/sys/windows"
)

// Linger keeps a console window that a double click opened open at the end, so that its text can be
// read. In a terminal that was open before, this program is not the only process.
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
	// The console shows UTF-8, and so Japanese, only after this call.
	_, _, _ = windows.NewLazySystemDLL("kernel32.dll").NewProc("SetConsoleOutputCP").Call(65001)
}
