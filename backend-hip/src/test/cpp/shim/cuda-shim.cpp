// The HIP runtime and hipRTC as far as Sporos uses them, on top of the CUDA driver and NVRTC: with it the HIP backend
// runs on an NVIDIA GPU. It translates structs, options and the words of kernels, and checks nothing: CUDA does. The
// device calls itself a gfx1030, the AMD architecture with wavefronts of 32, and its kernels are compiled for what it
// is.
#include <dlfcn.h>

#include <cstdlib>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include "cuda/library.h"
#include "errors.h"
#include "hip_types.h"

#define EXPORT extern "C" __attribute__((visibility("default")))

#include "cuda/devices.cpp"
#include "cuda/streams.cpp"
#include "cuda/graphs.cpp"
#include "cuda/compiler.cpp"

#define SPOROS_HIP(name, result, parameters) \
    static_assert(std::is_same<decltype(&name), result(*) parameters>::value, #name);
#define SPOROS_HIPRTC SPOROS_HIP
#define SPOROS_RCCL(name, result, parameters)
#include "hip_functions.def"
