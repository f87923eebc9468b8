#define JAVA_FUNCTION static __device__ __forceinline__
#define JAVA_SHUFFLE_DOWN(v, s) __shfl_down(v, s, 32)
#define JAVA_SHUFFLE(v, l) __shfl(v, l, 32)
// The device's square root of a float has an error of an ulp, which some releases do not correct. That of a double is
// corrected, and rounds to the root of a float.
#ifndef JAVA_FAST
#define JAVA_SQRTF(a) static_cast<float>(::sqrt(static_cast<double>(a)))
#endif
