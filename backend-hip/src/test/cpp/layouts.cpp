// Compiles only where AMD's headers say what hip_types.h and hip_functions.def say.
#include <hip/hip_runtime_api.h>
#include <hip/hiprtc.h>

#include "hip_types.h"

#define SAME_SIZE(type) static_assert(sizeof(type) == sizeof(sporos_##type), #type)
#define SAME(type, field) static_assert(offsetof(type, field) == offsetof(sporos_##type, field), #type "." #field)

SAME_SIZE(hipKernelNodeParams);
SAME(hipKernelNodeParams, blockDim);
SAME(hipKernelNodeParams, extra);
SAME(hipKernelNodeParams, func);
SAME(hipKernelNodeParams, gridDim);
SAME(hipKernelNodeParams, kernelParams);
SAME(hipKernelNodeParams, sharedMemBytes);
SAME_SIZE(hipMemsetParams);
SAME(hipMemsetParams, dst);
SAME(hipMemsetParams, elementSize);
SAME(hipMemsetParams, height);
SAME(hipMemsetParams, pitch);
SAME(hipMemsetParams, value);
SAME(hipMemsetParams, width);
SAME_SIZE(hipHostNodeParams);
SAME(hipHostNodeParams, fn);
SAME(hipHostNodeParams, userData);
SAME_SIZE(hipMemcpy3DParms);
SAME(hipMemcpy3DParms, srcArray);
SAME(hipMemcpy3DParms, srcPos);
SAME(hipMemcpy3DParms, srcPtr);
SAME(hipMemcpy3DParms, dstArray);
SAME(hipMemcpy3DParms, dstPos);
SAME(hipMemcpy3DParms, dstPtr);
SAME(hipMemcpy3DParms, extent);
SAME(hipMemcpy3DParms, kind);
SAME_SIZE(hipPitchedPtr);
SAME(hipPitchedPtr, pitch);
SAME(hipPitchedPtr, xsize);
SAME(hipPitchedPtr, ysize);
SAME_SIZE(hipExtent);
SAME(hipExtent, width);
SAME(hipExtent, depth);
// These have fields in later releases that 5.2 has not: only what comes before them must be the same.
SAME(hipExternalSemaphoreHandleDesc, type);
SAME(hipExternalSemaphoreHandleDesc, handle);
SAME(hipExternalSemaphoreHandleDesc, flags);
static_assert(offsetof(hipExternalSemaphoreSignalParams, params.fence.value) == 0, "value of a signal");
static_assert(offsetof(hipExternalSemaphoreWaitParams, params.fence.value) == 0, "value of a wait");

#define NUMBER(theirs, ours) static_assert((int) (theirs) == (int) (ours), #theirs)
NUMBER(hipDeviceAttributeMaxThreadsPerBlock, SPOROS_HIP_MAX_THREADS_PER_BLOCK);
NUMBER(hipDeviceAttributeMultiprocessorCount, SPOROS_HIP_MULTIPROCESSOR_COUNT);
NUMBER(hipDeviceAttributeMaxSharedMemoryPerBlock, SPOROS_HIP_MAX_SHARED_MEMORY_PER_BLOCK);
NUMBER(hipDeviceAttributeWarpSize, SPOROS_HIP_WARP_SIZE);
NUMBER(hipSuccess, SPOROS_HIP_SUCCESS);
NUMBER(hipErrorNoDevice, SPOROS_HIP_NO_DEVICE);
NUMBER(hipErrorNotReady, SPOROS_HIP_NOT_READY);
NUMBER(hipMemcpyDefault, SPOROS_HIP_MEMCPY_DEFAULT);
NUMBER(hipStreamNonBlocking, SPOROS_HIP_STREAM_NON_BLOCKING);
NUMBER(hipEventDisableTiming, SPOROS_HIP_EVENT_DISABLE_TIMING);
NUMBER(hipStreamCaptureModeThreadLocal, SPOROS_HIP_CAPTURE_THREAD_LOCAL);
NUMBER(hipStreamCaptureModeRelaxed, SPOROS_HIP_CAPTURE_RELAXED);
NUMBER(hipGraphInstantiateFlagAutoFreeOnLaunch, SPOROS_HIP_AUTO_FREE_ON_LAUNCH);
#define TEXT_OF(name) #name
#define TEXT(name) TEXT_OF(name)
static_assert(__builtin_strcmp(TEXT(HIP_LAUNCH_PARAM_BUFFER_POINTER), "((void*)0x01)") == 0, "");
static_assert(__builtin_strcmp(TEXT(HIP_LAUNCH_PARAM_BUFFER_SIZE), "((void*)0x02)") == 0, "");
static_assert(__builtin_strcmp(TEXT(HIP_LAUNCH_PARAM_END), "((void*)0x03)") == 0, "");
static_assert(sizeof(hipError_t) == sizeof(int) && sizeof(hiprtcResult) == sizeof(int), "");

// A function has as many arguments of the same sizes as the table says. Those of later releases are not in old headers.
template <class R, class... A> constexpr unsigned long shape(R (*)(A...)) {
    unsigned long all = sizeof(R);
    ((all = all * 31 + sizeof(A)), ...);
    return all;
}
namespace ours {
#define SPOROS_HIP(name, result, parameters) result name parameters;
#define SPOROS_HIPRTC(name, result, parameters) result name parameters;
#define SPOROS_RCCL(name, result, parameters)
#include "hip_functions.def"
#undef SPOROS_HIP
#undef SPOROS_HIPRTC
#undef SPOROS_RCCL
}  // namespace ours
#define FUNCTION(name) static_assert(shape(&::name) == shape(&ours::name), #name)
FUNCTION(hipGetDeviceCount);
FUNCTION(hipSetDevice);
FUNCTION(hipDeviceGetAttribute);
FUNCTION(hipDeviceGetName);
FUNCTION(hipDeviceGetPCIBusId);
FUNCTION(hipDeviceCanAccessPeer);
FUNCTION(hipDeviceEnablePeerAccess);
FUNCTION(hipDriverGetVersion);
FUNCTION(hipGetErrorName);
FUNCTION(hipGetErrorString);
FUNCTION(hipFree);
FUNCTION(hipHostFree);
FUNCTION(hipMemGetInfo);
FUNCTION(hipMemcpyAsync);
FUNCTION(hipMemcpy3DAsync);
FUNCTION(hipMemsetD8Async);
FUNCTION(hipMemsetD16Async);
FUNCTION(hipMemsetD32Async);
FUNCTION(hipStreamCreateWithFlags);
FUNCTION(hipStreamDestroy);
FUNCTION(hipStreamSynchronize);
FUNCTION(hipStreamQuery);
FUNCTION(hipStreamWaitEvent);
FUNCTION(hipEventCreateWithFlags);
FUNCTION(hipEventDestroy);
FUNCTION(hipEventRecord);
FUNCTION(hipEventSynchronize);
FUNCTION(hipImportExternalSemaphore);
FUNCTION(hipDestroyExternalSemaphore);
FUNCTION(hipModuleLoadData);
FUNCTION(hipModuleUnload);
FUNCTION(hipModuleGetFunction);
FUNCTION(hipModuleOccupancyMaxActiveBlocksPerMultiprocessor);
FUNCTION(hipModuleLaunchKernel);
FUNCTION(hipGraphCreate);
FUNCTION(hipGraphDestroy);
FUNCTION(hipGraphAddKernelNode);
FUNCTION(hipGraphAddMemcpyNode);
FUNCTION(hipGraphAddMemcpyNode1D);
FUNCTION(hipGraphAddMemsetNode);
FUNCTION(hipGraphAddHostNode);
FUNCTION(hipGraphAddEmptyNode);
FUNCTION(hipGraphAddChildGraphNode);
FUNCTION(hipGraphAddEventRecordNode);
FUNCTION(hipGraphAddEventWaitNode);
FUNCTION(hipGraphAddDependencies);
FUNCTION(hipGraphGetNodes);
FUNCTION(hipGraphNodeGetType);
FUNCTION(hipGraphInstantiate);
FUNCTION(hipGraphInstantiateWithFlags);
FUNCTION(hipGraphExecDestroy);
FUNCTION(hipGraphLaunch);
FUNCTION(hipStreamBeginCapture);
FUNCTION(hipStreamEndCapture);
FUNCTION(hiprtcVersion);
FUNCTION(hiprtcGetErrorString);
FUNCTION(hiprtcCreateProgram);
FUNCTION(hiprtcCompileProgram);
FUNCTION(hiprtcDestroyProgram);
FUNCTION(hiprtcGetProgramLogSize);
FUNCTION(hiprtcGetProgramLog);
FUNCTION(hiprtcGetCodeSize);
FUNCTION(hiprtcGetCode);
