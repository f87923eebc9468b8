#define JAVA_FUNCTION static __device__ __forceinline__
#define JAVA_SHUFFLE_DOWN(v, s, width) __shfl_down_sync(java::lane_mask<width>(), v, s, width)
#define JAVA_SHUFFLE(v, l, width) __shfl_sync(java::lane_mask<width>(), v, l, width)
#define JAVA_SYNC_LANES(width) __syncwarp(java::lane_mask<width>())
#define JAVA_PAUSE() ((void) 0)
#ifdef __CUDACC_RTC__
extern "C" __device__ void cudaGraphSetConditional(unsigned long long handle, unsigned int value);
#endif

namespace java {

// Lets launches start that depend on this one by a programmatic edge, and waits until those have ended that this one
// depends on so. Every thread of an entry calls it first: they may write what this one reads, and read what it writes.
// The first instruction takes 1.2 ns a block, as long as a block of 256 threads needs for 4 KiB of memory, and large grids
// have no such edges; docs/benchmarks/shapes-of-small-work-on-h100.md.
JAVA_FUNCTION void await_launches() {
#if __CUDA_ARCH__ >= 900
    if (gridDim.x * gridDim.y * gridDim.z <= 1024) asm volatile("griddepcontrol.launch_dependents;");
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

}
