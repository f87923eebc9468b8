// The structs and numbers of AMD's HIP runtime that the glue and its tests use. They are the same from ROCm 5.2 to 7.x,
// and are declared here because code that includes AMD's headers is tied to one release.
#pragma once

#include <cstddef>
#include <cstdint>

struct sporos_dim3 {
    uint32_t x;
    uint32_t y;
    uint32_t z;
};

// The fields have another order than in CUDA's struct.
struct sporos_hipKernelNodeParams {
    sporos_dim3 blockDim;
    void **extra;
    void *func;
    sporos_dim3 gridDim;
    void **kernelParams;
    unsigned int sharedMemBytes;
};

struct sporos_hipMemsetParams {
    void *dst;
    unsigned int elementSize;
    size_t height;
    size_t pitch;
    unsigned int value;
    size_t width;  // in elements
};

struct sporos_hipHostNodeParams {
    void (*fn)(void *userData);
    void *userData;
};

struct sporos_hipPos {
    size_t x;
    size_t y;
    size_t z;
};

struct sporos_hipPitchedPtr {
    void *ptr;
    size_t pitch;
    size_t xsize;
    size_t ysize;  // the rows of a plane
};

struct sporos_hipExtent {
    size_t width;  // in bytes
    size_t height;
    size_t depth;
};

struct sporos_hipMemcpy3DParms {
    void *srcArray;
    sporos_hipPos srcPos;
    sporos_hipPitchedPtr srcPtr;
    void *dstArray;
    sporos_hipPos dstPos;
    sporos_hipPitchedPtr dstPtr;
    sporos_hipExtent extent;
    int kind;
};

struct sporos_hipMemLocation {
    int type;
    int id;
};

// The field "maxSize" of later releases is a part of reserved.
struct sporos_hipMemPoolProps {
    int allocType;
    int handleTypes;
    sporos_hipMemLocation location;
    void *win32SecurityAttributes;
    unsigned char reserved[64];
};

struct sporos_hipMemAllocNodeParams {
    sporos_hipMemPoolProps poolProps;
    const void *accessDescs;
    size_t accessDescCount;
    size_t bytesize;
    void *dptr;
};

// Releases before 6.1 have neither the reserved field nor timeline semaphores.
struct sporos_hipExternalSemaphoreHandleDesc {
    int type;
    union {
        int fd;
        void *win32[2];
    } handle;
    unsigned int flags;
    unsigned int reserved[16];
};

// This struct replaces hipExternalSemaphoreSignalParams and hipExternalSemaphoreWaitParams. The glue sets only the
// value.
struct sporos_hipExternalSemaphoreParams {
    unsigned long long value;
    unsigned long long others[8];
    unsigned int flags;
    unsigned int reserved[16];
};

// This struct stands for hipExternalSemaphoreSignalNodeParams and hipExternalSemaphoreWaitNodeParams.
struct sporos_hipExternalSemaphoreNodeParams {
    void **extSemArray;
    const sporos_hipExternalSemaphoreParams *paramsArray;
    unsigned int numExtSems;
};

static_assert(offsetof(sporos_hipKernelNodeParams, blockDim) == 0, "hipKernelNodeParams");
static_assert(offsetof(sporos_hipKernelNodeParams, extra) == 16, "hipKernelNodeParams");
static_assert(offsetof(sporos_hipKernelNodeParams, func) == 24, "hipKernelNodeParams");
static_assert(offsetof(sporos_hipKernelNodeParams, gridDim) == 32, "hipKernelNodeParams");
static_assert(offsetof(sporos_hipKernelNodeParams, kernelParams) == 48, "hipKernelNodeParams");
static_assert(offsetof(sporos_hipKernelNodeParams, sharedMemBytes) == 56, "hipKernelNodeParams");
static_assert(sizeof(sporos_hipKernelNodeParams) == 64, "hipKernelNodeParams");
static_assert(offsetof(sporos_hipMemsetParams, elementSize) == 8, "hipMemsetParams");
static_assert(offsetof(sporos_hipMemsetParams, height) == 16, "hipMemsetParams");
static_assert(offsetof(sporos_hipMemsetParams, pitch) == 24, "hipMemsetParams");
static_assert(offsetof(sporos_hipMemsetParams, value) == 32, "hipMemsetParams");
static_assert(offsetof(sporos_hipMemsetParams, width) == 40, "hipMemsetParams");
static_assert(sizeof(sporos_hipMemsetParams) == 48, "hipMemsetParams");
static_assert(sizeof(sporos_hipHostNodeParams) == 16, "hipHostNodeParams");
static_assert(offsetof(sporos_hipMemcpy3DParms, srcPos) == 8, "hipMemcpy3DParms");
static_assert(offsetof(sporos_hipMemcpy3DParms, srcPtr) == 32, "hipMemcpy3DParms");
static_assert(offsetof(sporos_hipMemcpy3DParms, dstArray) == 64, "hipMemcpy3DParms");
static_assert(offsetof(sporos_hipMemcpy3DParms, dstPos) == 72, "hipMemcpy3DParms");
static_assert(offsetof(sporos_hipMemcpy3DParms, dstPtr) == 96, "hipMemcpy3DParms");
static_assert(offsetof(sporos_hipMemcpy3DParms, extent) == 128, "hipMemcpy3DParms");
static_assert(offsetof(sporos_hipMemcpy3DParms, kind) == 152, "hipMemcpy3DParms");
static_assert(sizeof(sporos_hipMemcpy3DParms) == 160, "hipMemcpy3DParms");
static_assert(sizeof(sporos_hipMemPoolProps) == 88, "hipMemPoolProps");
static_assert(offsetof(sporos_hipMemAllocNodeParams, bytesize) == 104, "hipMemAllocNodeParams");
static_assert(offsetof(sporos_hipMemAllocNodeParams, dptr) == 112, "hipMemAllocNodeParams");
static_assert(sizeof(sporos_hipMemAllocNodeParams) == 120, "hipMemAllocNodeParams");
static_assert(offsetof(sporos_hipExternalSemaphoreHandleDesc, handle) == 8, "hipExternalSemaphoreHandleDesc");
static_assert(offsetof(sporos_hipExternalSemaphoreHandleDesc, flags) == 24, "hipExternalSemaphoreHandleDesc");
static_assert(sizeof(sporos_hipExternalSemaphoreHandleDesc) == 96, "hipExternalSemaphoreHandleDesc");
static_assert(offsetof(sporos_hipExternalSemaphoreParams, flags) == 72, "hipExternalSemaphoreSignalParams");
static_assert(sizeof(sporos_hipExternalSemaphoreParams) == 144, "hipExternalSemaphoreSignalParams");
static_assert(offsetof(sporos_hipExternalSemaphoreNodeParams, numExtSems) == 16, "hipExternalSemaphoreSignalNodeParams");

struct sporos_ncclUniqueId {
    char internal[128];
};

enum {
    // hipDeviceAttribute_t
    SPOROS_HIP_MAX_THREADS_PER_BLOCK = 56,
    SPOROS_HIP_MULTIPROCESSOR_COUNT = 63,
    SPOROS_HIP_MAX_SHARED_MEMORY_PER_BLOCK = 74,
    SPOROS_HIP_WARP_SIZE = 87,
    // hipError_t
    SPOROS_HIP_SUCCESS = 0,
    SPOROS_HIP_NO_DEVICE = 100,
    SPOROS_HIP_NOT_READY = 600,
    // hipMemcpyKind
    SPOROS_HIP_MEMCPY_DEFAULT = 4,
    // Flags
    SPOROS_HIP_STREAM_NON_BLOCKING = 1,
    SPOROS_HIP_EVENT_DISABLE_TIMING = 2,
    SPOROS_HIP_CAPTURE_THREAD_LOCAL = 1,
    SPOROS_HIP_CAPTURE_RELAXED = 2,
    SPOROS_HIP_AUTO_FREE_ON_LAUNCH = 1,
    // hipMemAllocationType, hipMemLocationType, hipGraphMemAttributeType
    SPOROS_HIP_ALLOCATION_PINNED = 1,
    SPOROS_HIP_LOCATION_DEVICE = 1,
    // hipExternalSemaphoreHandleType
    SPOROS_HIP_TIMELINE_SEMAPHORE_FD = 9,
    SPOROS_HIP_GRAPH_MEMORY_RESERVED = 2,
    // Keys of "extra" of a launch; the last differs from CUDA's
    SPOROS_HIP_BUFFER_POINTER = 1,
    SPOROS_HIP_BUFFER_SIZE = 2,
    SPOROS_HIP_BUFFER_END = 3,
    // The status of a call of a function that the libraries lack; no status of AMD's is negative
    SPOROS_MISSING_FUNCTION = -1
};
