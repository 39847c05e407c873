package render

import "golang.org/x/sys/unix"

// machine is the kernel's number of the processor (AUDIT_ARCH_X86_64).
const machine = 0xc000003e

// refused are the system calls that a worker does not need.
var refused = append([]uint32{unix.SYS_OPEN, unix.SYS_CREAT, unix.SYS_FORK, unix.SYS_VFORK, unix.SYS_UNLINK, unix.SYS_RENAME,
	unix.SYS_MKDIR, unix.SYS_LINK, unix.SYS_SYMLINK, unix.SYS_CHMOD, unix.SYS_READLINK}, refusedAnywhere...)
