// The HIP runtime, hipRTC and RCCL as far as Sporos uses them, on the CPU: for tests on machines without a GPU. It is strict,
// so that misuse is found: handles are never used twice, memory has guards, graphs run in any order that their edges
// allow.
//
// Settings, by variables of the environment: SPOROS_SHIM_WAVEFRONT (64: a gfx90a, or 32: a gfx1030),
// SPOROS_SHIM_THREADS (that run the blocks of a kernel: 2, or 1), SPOROS_SHIM_ORDER (of threads between two barriers: 0 by
// their numbers, 1 backwards, above that at random from this seed), SPOROS_SHIM_DEVICES (1; up to 8, or 0), SPOROS_SHIM_MEMORY
// (bytes of the device), SPOROS_SHIM_SEED (of the order of nodes), SPOROS_SHIM_FAIL (FUNCTION:NTH:STATUS,...),
// SPOROS_SHIM_IMAGES (a folder that keeps compiled kernels for other processes; none), SPOROS_SHIM_VERBOSE (1).
#include "cpu/calls.cpp"
#include "cpu/handles.cpp"
#include "cpu/memory.cpp"
#include "cpu/transfers.cpp"
#include "cpu/streams.cpp"
#include "cpu/captures.cpp"
#include "cpu/graphs.cpp"
#include "cpu/executables.cpp"
#include "cpu/nodes.cpp"
#include "cpu/semaphores.cpp"
#include "cpu/fibers.cpp"
#include "cpu/blocks.cpp"
#include "cpu/launches.cpp"
#include "cpu/compiler.cpp"
#include "cpu/devices.cpp"
#include "cpu/collectives.cpp"

// Kernels that are loaded later find what they call here.
__attribute__((constructor)) static void make_visible() {
    Dl_info self;
    if (dladdr((void *) make_visible, &self) != 0) dlopen(self.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_GLOBAL);
}

#ifndef SPOROS_SHIM_ROCM_5_2
// Everything that the glue calls is here, as it declares it.
#define SPOROS_HIP(name, result, parameters) \
    static_assert(std::is_same<decltype(&name), result(*) parameters>::value, #name);
#define SPOROS_HIPRTC SPOROS_HIP
#define SPOROS_RCCL SPOROS_HIP
#include "hip_functions.def"
#endif
