package render

// machine is the kernel's number of the processor (AUDIT_ARCH_AARCH64).
const machine = 0xc00000b7

// refused are the system calls that a worker does not need.
var refused = refusedAnywhere
