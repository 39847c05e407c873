package render

import (
	"bytes"
	"errors"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"unsafe"

	"golang.org/x/sys/unix"
)

// addressSpace is the memory in bytes that a worker may map. Most of it is never touched: Go and
// WebAssembly reserve address space in advance.
const addressSpace = 4 << 30

// confineEarly limits the memory of the process before it does anything.
func confineEarly() error {
	debug.SetMaxStack(64 << 20)
	stepBack()
	return errors.Join(
		unix.Setrlimit(unix.RLIMIT_AS, &unix.Rlimit{Cur: addressSpace, Max: addressSpace}),
		unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{}), // a core file would hold a document
		unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0),
		unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
}

// stepBack lowers the process's priority below the server's, but only a little, so that readers do not
// wait for ever on a busy machine. It does nothing if a filter of system calls, for example a service
// manager's, is already set: that filter could kill the process for the call.
func stepBack() {
	if b, err := os.ReadFile("/proc/self/status"); err != nil || !bytes.Contains(b, []byte("\nSeccomp:\t0\n")) {
		return
	}
	threads, _ := os.ReadDir("/proc/self/task") // each thread has its own priority, which new threads inherit
	for _, t := range threads {
		if id, err := strconv.Atoi(t.Name()); err == nil {
			_ = unix.Setpriority(unix.PRIO_PROCESS, id, 3)
		}
	}
}

// confine takes the right to open a file, a connection or a program from all threads of the process,
// for good: the kernel refuses the calls (EPERM). Where the kernel has no such filter, or on a
// processor other than amd64 and arm64, the process runs without it.
func confine() error {
	if machine == 0 {
		return nil
	}
	const (
		load, give           = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, unix.BPF_RET | unix.BPF_K
		jumpEqual, jumpAbove = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K
		nrOffset, archOffset = 0, 4
		allow                = 0x7fff0000 // SECCOMP_RET_ALLOW
		refuse               = 0x00050000 | uint32(unix.EPERM)
		kill                 = 0x80000000 // SECCOMP_RET_KILL_PROCESS
	)
	p := []unix.SockFilter{
		{Code: load, K: archOffset},
		{Code: jumpEqual, Jt: 1, K: machine},
		{Code: give, K: kill},
		{Code: load, K: nrOffset},
		{Code: jumpAbove, Jt: uint8(len(refused) + 1), K: 0x40000000}, // the x32 numbers of the same calls on x86-64
	}
	for i, nr := range refused {
		p = append(p, unix.SockFilter{Code: jumpEqual, Jt: uint8(len(refused) - i), K: nr})
	}
	p = append(p, unix.SockFilter{Code: give, K: allow}, unix.SockFilter{Code: give, K: refuse})
	prog := unix.SockFprog{Len: uint16(len(p)), Filter: &p[0]}
	// The kernel requires the flag on the calling thread, and copies it to the others with the filter.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	const setFilter, allThreads = 1, 1
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, setFilter, allThreads, uintptr(unsafe.Pointer(&prog)))
	if errno == unix.ENOSYS || errno == unix.EINVAL {
		return nil
	}
	if errno != 0 {
		return errno
	}
	return nil
}
