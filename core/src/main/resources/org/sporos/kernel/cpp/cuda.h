#define JAVA_FUNCTION static __device__ __forceinline__
#define JAVA_SHUFFLE_DOWN(v, s, width) __shfl_down_sync(java::lane_mask<width>(), v, s, width)
#define JAVA_SHUFFLE(v, l, width) __shfl_sync(java::lane_mask<width>(), v, l, width)
#define JAVA_SYNC_LANES(width) __syncwarp(java::lane_mask<width>())
#define JAVA_PAUSE() ((void) 0)
// Kernels with large blocks are compiled with bounds only if the threads of a block have too many registers without.
#ifdef JAVA_BOUNDED
#define JAVA_BLOCK(threads) __launch_bounds__(threads)
#else
#define JAVA_BLOCK(threads)
#endif
#ifdef __CUDACC_RTC__
extern "C" __device__ void cudaGraphSetConditional(unsigned long long handle, unsigned int value);
#endif

namespace java {

template <class Element>
JAVA_FUNCTION void launder(Element*& pointer) {
    asm volatile("" : "+l"(pointer));
    __builtin_assume(__isGlobal(pointer));
}

// Lets the programmatic successors of this launch start, and waits for the end of its programmatic predecessors. Every
// thread of an entry calls it first, as the predecessors may still access memory of this launch. Large grids have no
// such edges and skip the first instruction, which takes 1.2 ns per block, as long as 256 threads need for 4 KiB of
// memory; docs/benchmarks/shapes-of-small-work.md.
//
// The pointers are those that the entry only reads by. If it writes by restrict pointers alone, nvcc would take their
// memory for constant, and ptxas move loads before the wait, unless their origin is unknown.
template <class... Elements>
JAVA_FUNCTION void await_launches(Elements*&... pointers) {
#if __CUDA_ARCH__ >= 900
    if (gridDim.x * gridDim.y * gridDim.z <= 1024) asm volatile("griddepcontrol.launch_dependents;");
    asm volatile("griddepcontrol.wait;" ::: "memory");
    (launder(pointers), ...);
#endif
}

}
