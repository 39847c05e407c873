package render

// machine is what the kernel calls the processor (AUDIT_ARCH_AARCH64).
const machine = 0xc00000b7

// refused are the calls that a worker has no more use for.
var refused = refusedAnywhere
