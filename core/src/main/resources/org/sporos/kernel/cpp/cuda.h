#define JAVA_FUNCTION static __device__ __forceinline__
#define JAVA_SHUFFLE_DOWN(v, s) __shfl_down_sync(0xffffffffu, v, s, 32)
#define JAVA_SHUFFLE(v, l) __shfl_sync(0xffffffffu, v, l, 32)
#ifdef __CUDACC_RTC__
extern "C" __device__ void cudaGraphSetConditional(unsigned long long handle, unsigned int value);
#endif
