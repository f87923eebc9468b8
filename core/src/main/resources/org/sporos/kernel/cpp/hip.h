#define JAVA_FUNCTION static __device__ __forceinline__
#define JAVA_SHUFFLE_DOWN(v, s) __shfl_down(v, s, 32)
#define JAVA_SHUFFLE(v, l) __shfl(v, l, 32)
