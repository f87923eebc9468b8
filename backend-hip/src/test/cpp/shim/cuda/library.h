// The functions of the CUDA driver and of NVRTC that the shim calls, declared by itself, and found at run time: CUDA is
// not needed to build it. Handles are void *, CUdeviceptr is unsigned long long, CUresult and CUdevice are int.
#pragma once

#include <cstddef>

namespace shim {

struct KernelParams {
    void *func;
    unsigned gridX, gridY, gridZ, blockX, blockY, blockZ, shared;
    void **kernelParams;
    void **extra;
};

struct FillParams {
    unsigned long long dst;
    size_t pitch;
    unsigned value, elementSize;
    size_t width, height;
};

struct CopySide {
    size_t x, y, z, lod;
    int memoryType;
    const void *host;
    unsigned long long device;
    void *array, *reserved;
    size_t pitch, height;
};

struct CopyParams {
    CopySide from, to;
    size_t width, height, depth;
};

static_assert(sizeof(KernelParams) == 56 && sizeof(FillParams) == 40 && sizeof(CopyParams) == 200, "CUDA's layouts");

#define SPOROS_CUDA(F) \
    F(cuInit, (unsigned)) \
    F(cuDeviceGetCount, (int *)) \
    F(cuDeviceGetName, (char *, int, int)) \
    F(cuDeviceGetPCIBusId, (char *, int, int)) \
    F(cuDeviceGetAttribute, (int *, int, int)) \
    F(cuDevicePrimaryCtxRetain, (void **, int)) \
    F(cuCtxSetCurrent, (void *)) \
    F(cuMemAlloc_v2, (unsigned long long *, size_t)) \
    F(cuMemFree_v2, (unsigned long long)) \
    F(cuMemHostAlloc, (void **, size_t, unsigned)) \
    F(cuMemFreeHost, (void *)) \
    F(cuMemHostRegister_v2, (void *, size_t, unsigned)) \
    F(cuMemHostUnregister, (void *)) \
    F(cuPointerGetAttribute, (void *, int, unsigned long long)) \
    F(cuMemGetInfo_v2, (size_t *, size_t *)) \
    F(cuMemcpyAsync, (unsigned long long, unsigned long long, size_t, void *)) \
    F(cuMemcpy3DAsync_v2, (const CopyParams *, void *)) \
    F(cuMemsetD8Async, (unsigned long long, unsigned char, size_t, void *)) \
    F(cuMemsetD16Async, (unsigned long long, unsigned short, size_t, void *)) \
    F(cuMemsetD32Async, (unsigned long long, unsigned, size_t, void *)) \
    F(cuStreamCreate, (void **, unsigned)) \
    F(cuStreamDestroy_v2, (void *)) \
    F(cuStreamSynchronize, (void *)) \
    F(cuStreamQuery, (void *)) \
    F(cuStreamWaitEvent, (void *, void *, unsigned)) \
    F(cuStreamBeginCapture_v2, (void *, int)) \
    F(cuStreamEndCapture, (void *, void **)) \
    F(cuEventCreate, (void **, unsigned)) \
    F(cuEventDestroy_v2, (void *)) \
    F(cuEventRecord, (void *, void *)) \
    F(cuEventSynchronize, (void *)) \
    F(cuEventQuery, (void *)) \
    F(cuImportExternalSemaphore, (void **, const void *)) \
    F(cuDestroyExternalSemaphore, (void *)) \
    F(cuModuleLoadData, (void **, const void *)) \
    F(cuModuleUnload, (void *)) \
    F(cuModuleGetFunction, (void **, void *, const char *)) \
    F(cuOccupancyMaxActiveBlocksPerMultiprocessor, (int *, void *, int, size_t)) \
    F(cuLaunchKernel, \
      (void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **)) \
    F(cuGraphCreate, (void **, unsigned)) \
    F(cuGraphDestroy, (void *)) \
    F(cuGraphKernelNodeSetAttribute, (void *, int, const void *)) \
    F(cuGraphAddKernelNode, (void **, void *, void *const *, size_t, const KernelParams *)) \
    F(cuGraphAddMemcpyNode, (void **, void *, void *const *, size_t, const CopyParams *, void *)) \
    F(cuGraphAddMemsetNode, (void **, void *, void *const *, size_t, const FillParams *, void *)) \
    F(cuGraphAddHostNode, (void **, void *, void *const *, size_t, const void *)) \
    F(cuGraphAddEmptyNode, (void **, void *, void *const *, size_t)) \
    F(cuGraphAddChildGraphNode, (void **, void *, void *const *, size_t, void *)) \
    F(cuGraphAddEventRecordNode, (void **, void *, void *const *, size_t, void *)) \
    F(cuGraphAddEventWaitNode, (void **, void *, void *const *, size_t, void *)) \
    F(cuGraphAddMemAllocNode, (void **, void *, void *const *, size_t, void *)) \
    F(cuGraphAddMemFreeNode, (void **, void *, void *const *, size_t, unsigned long long)) \
    F(cuGraphAddExternalSemaphoresSignalNode, (void **, void *, void *const *, size_t, const void *)) \
    F(cuGraphAddExternalSemaphoresWaitNode, (void **, void *, void *const *, size_t, const void *)) \
    F(cuGraphAddDependencies, (void *, void *const *, void *const *, size_t)) \
    F(cuGraphGetNodes, (void *, void **, size_t *)) \
    F(cuGraphNodeGetType, (void *, int *)) \
    F(cuGraphInstantiateWithFlags, (void **, void *, unsigned long long)) \
    F(cuGraphExecDestroy, (void *)) \
    F(cuGraphUpload, (void *, void *)) \
    F(cuGraphLaunch, (void *, void *)) \
    F(cuDeviceGetGraphMemAttribute, (int, int, void *)) \
    F(cuDeviceGraphMemTrim, (int))

#define SPOROS_NVRTC(F) \
    F(nvrtcVersion, (int *, int *)) \
    F(nvrtcCreateProgram, (void **, const char *, const char *, int, const char **, const char **)) \
    F(nvrtcCompileProgram, (void *, int, const char **)) \
    F(nvrtcDestroyProgram, (void **)) \
    F(nvrtcGetProgramLogSize, (void *, size_t *)) \
    F(nvrtcGetProgramLog, (void *, char *)) \
    F(nvrtcGetCUBINSize, (void *, size_t *)) \
    F(nvrtcGetCUBIN, (void *, char *))

struct Library {
    void *driver = nullptr;
    void *compiler = nullptr;
    int device = 0;
    void *context = nullptr;
    // The first function that one of the libraries lacks.
    const char *missing = nullptr;
#define SPOROS_DECLARE(name, parameters) int(*name) parameters = nullptr;
    SPOROS_CUDA(SPOROS_DECLARE)
    SPOROS_NVRTC(SPOROS_DECLARE)
#undef SPOROS_DECLARE

    Library();
};

// Opened at the first use, and never closed.
Library &cuda();

}
