package render

import "golang.org/x/sys/unix"

// machine is what the kernel calls the processor (AUDIT_ARCH_X86_64).
const machine = 0xc000003e

// refused are the calls that a worker has no more use for.
var refused = append([]uint32{unix.SYS_OPEN, unix.SYS_CREAT, unix.SYS_FORK, unix.SYS_VFORK, unix.SYS_UNLINK, unix.SYS_RENAME,
	unix.SYS_MKDIR, unix.SYS_LINK, unix.SYS_SYMLINK, unix.SYS_CHMOD, unix.SYS_READLINK}, refusedAnywhere...)
