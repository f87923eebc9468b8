#define JAVA_FUNCTION static __device__ __forceinline__
#define JAVA_SHUFFLE_DOWN(v, s, width) __shfl_down(v, s, width)
#define JAVA_SHUFFLE(v, l, width) __shfl(v, l, width)
// The lanes of a wavefront run in lockstep, so that a fence orders their accesses. If they do not, the shuffle waits.
#define JAVA_SYNC_LANES(width) (__threadfence_block(), (void) __shfl(0, 0, width))
#define JAVA_PAUSE() __builtin_amdgcn_s_sleep(1)
// By default, AMD's compiler has blocks of 1,024 threads fit.
#define JAVA_BLOCK(threads)
// The device's square root of a float has an error of an ulp, uncorrected in some releases. That of a double is
// correctly rounded, and rounds to the root of the float.
#ifndef JAVA_FAST
#define JAVA_SQRTF(a) static_cast<float>(::sqrt(static_cast<double>(a)))
#endif
