// The functions that Java calls: a wrapper for each function of hip_functions.def, with addresses and handles as long
// longs, as in JNI. JavaCPP generates the JNI half from HipGlue.java. The build needs nothing of ROCm: the libraries
// are opened when the program runs, and a call of a function that they lack returns SPOROS_MISSING_FUNCTION.
#pragma once

#include <cctype>
#include <cstring>
#include <dlfcn.h>
#include <string>
#include <vector>

#include "hip_types.h"

namespace sporos {

struct Table {
#define SPOROS_HIP(name, result, parameters) result(*name) parameters = nullptr;
#define SPOROS_HIPRTC(name, result, parameters) result(*name) parameters = nullptr;
#define SPOROS_RCCL(name, result, parameters) result(*name) parameters = nullptr;
#include "hip_functions.def"
#undef SPOROS_HIP
#undef SPOROS_HIPRTC
#undef SPOROS_RCCL
    std::string missing;
};

inline Table &table() {
    static Table functions;
    return functions;
}

template <class F> void lookUp(void *library, F *&function, const char *name) {
    function = reinterpret_cast<F *>(dlsym(library, name));
    if (function == nullptr) {
        table().missing += table().missing.empty() ? "" : " ";
        table().missing += name;
    }
}

// Opens a library for the life of the process. Returns "" or the reason of a failure.
inline std::string open(const char *path, void *&library) {
    library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library != nullptr) {
        return "";
    }
    const char *reason = dlerror();
    return reason == nullptr ? "it cannot be opened" : reason;
}

// Returns a text that stays valid until the next call on this thread.
inline const char *text(const std::string &value) {
    static thread_local std::string last;
    last = value;
    return last.c_str();
}

// Opens the runtime and looks up its functions. Returns "" or the reason of a failure.
inline const char *openRuntime(const char *path) {
    void *library = nullptr;
    std::string reason = open(path, library);
    if (library != nullptr) {
#define SPOROS_HIP(name, result, parameters) lookUp(library, table().name, #name);
#define SPOROS_HIPRTC(name, result, parameters)
#define SPOROS_RCCL(name, result, parameters)
#include "hip_functions.def"
#undef SPOROS_HIP
#undef SPOROS_HIPRTC
#undef SPOROS_RCCL
    }
    return text(reason);
}

// Opens the compiler and looks up its functions. Returns "" or the reason of a failure.
inline const char *openCompiler(const char *path) {
    void *library = nullptr;
    std::string reason = open(path, library);
    if (library != nullptr) {
#define SPOROS_HIP(name, result, parameters)
#define SPOROS_HIPRTC(name, result, parameters) lookUp(library, table().name, #name);
#define SPOROS_RCCL(name, result, parameters)
#include "hip_functions.def"
#undef SPOROS_HIP
#undef SPOROS_HIPRTC
#undef SPOROS_RCCL
    }
    return text(reason);
}

// Opens RCCL and looks up its functions. Returns "" or the reason of a failure.
inline const char *openCollectives(const char *path) {
    void *library = nullptr;
    std::string reason = open(path, library);
    if (library != nullptr) {
#define SPOROS_HIP(name, result, parameters)
#define SPOROS_HIPRTC(name, result, parameters)
#define SPOROS_RCCL(name, result, parameters) lookUp(library, table().name, #name);
#include "hip_functions.def"
#undef SPOROS_HIP
#undef SPOROS_HIPRTC
#undef SPOROS_RCCL
    }
    return text(reason);
}

// Returns the names of the functions missing in the opened libraries, separated by spaces.
inline const char *missing() { return table().missing.c_str(); }

inline bool has(const char *name) {
    std::string all = " " + table().missing + " ";
    return all.find(std::string(" ") + name + " ") == std::string::npos;
}

inline void *at(long long address) { return reinterpret_cast<void *>(address); }

inline long long handle(const void *pointer) { return reinterpret_cast<long long>(pointer); }

// Calls a function that may be missing.
#define SPOROS_CALL(name, ...) \
    (::sporos::table().name == nullptr ? (int) SPOROS_MISSING_FUNCTION : ::sporos::table().name(__VA_ARGS__))

// Calls a function whose first argument is the output of a handle, and stores the handle in out[0].
#define SPOROS_MAKE(out, name, ...) \
    void *made = nullptr; \
    int status = SPOROS_CALL(name, &made, __VA_ARGS__); \
    out[0] = ::sporos::handle(made); \
    return status

// Devices and errors

inline int hipGetDeviceCount(int *count) { return SPOROS_CALL(hipGetDeviceCount, count); }

inline int hipSetDevice(int device) { return SPOROS_CALL(hipSetDevice, device); }

inline int hipDeviceGetAttribute(int *value, int attribute, int device) {
    return SPOROS_CALL(hipDeviceGetAttribute, value, attribute, device);
}

inline int hipDeviceGetName(signed char *name, int bytes, int device) {
    return SPOROS_CALL(hipDeviceGetName, reinterpret_cast<char *>(name), bytes, device);
}

inline int hipDeviceGetPCIBusId(signed char *address, int bytes, int device) {
    return SPOROS_CALL(hipDeviceGetPCIBusId, reinterpret_cast<char *>(address), bytes, device);
}

inline int hipDeviceCanAccessPeer(int *can, int device, int peer) {
    return SPOROS_CALL(hipDeviceCanAccessPeer, can, device, peer);
}

inline int hipDeviceEnablePeerAccess(int peer, int flags) {
    return SPOROS_CALL(hipDeviceEnablePeerAccess, peer, flags);
}

inline int hipDriverGetVersion(int *version) { return SPOROS_CALL(hipDriverGetVersion, version); }

// Finds the name "gfx..." in the properties of a device. Its offset depends on the release, so the whole struct is
// searched: first after the device's name, which is the first 256 bytes, then from the start.
inline int architecture(signed char *name, int bytes, int device) {
    std::vector<char> properties(1 << 14, 0);
    int status = table().hipGetDevicePropertiesR0600 != nullptr
                     ? SPOROS_CALL(hipGetDevicePropertiesR0600, properties.data(), device)
                     : SPOROS_CALL(hipGetDeviceProperties, properties.data(), device);
    if (status != SPOROS_HIP_SUCCESS) {
        return status;
    }
    const char *all = properties.data();
    std::memset(name, 0, bytes);
    for (size_t from : {size_t(256), size_t(0)}) {
        for (size_t k = from; k + 4 < properties.size(); k++) {
            if (std::memcmp(all + k, "gfx", 3) == 0 && std::isxdigit(static_cast<unsigned char>(all[k + 3]))) {
                std::strncpy(reinterpret_cast<char *>(name), all + k, bytes - 1);
                return status;
            }
        }
    }
    return status;
}

inline const char *hipGetErrorName(int status) {
    return table().hipGetErrorName == nullptr ? "hipError" : table().hipGetErrorName(status);
}

inline const char *hipGetErrorString(int status) {
    return table().hipGetErrorString == nullptr ? "no explanation" : table().hipGetErrorString(status);
}

// Memory

inline int hipMalloc(long long *address, long long bytes) { SPOROS_MAKE(address, hipMalloc, bytes); }

inline int hipFree(long long address) { return SPOROS_CALL(hipFree, at(address)); }

inline int hipHostMalloc(long long *address, long long bytes, int flags) {
    SPOROS_MAKE(address, hipHostMalloc, bytes, flags);
}

inline int hipHostFree(long long address) { return SPOROS_CALL(hipHostFree, at(address)); }

inline int hipHostRegister(long long address, long long bytes, int flags) {
    return SPOROS_CALL(hipHostRegister, at(address), bytes, flags);
}

inline int hipHostUnregister(long long address) { return SPOROS_CALL(hipHostUnregister, at(address)); }

// Reads an attribute that is an int.
inline int hipPointerGetAttribute(int *value, int attribute, long long address) {
    return SPOROS_CALL(hipPointerGetAttribute, value, attribute, at(address));
}

inline int hipMemGetInfo(long long *freeAndTotal) {
    size_t free = 0;
    size_t total = 0;
    int status = SPOROS_CALL(hipMemGetInfo, &free, &total);
    freeAndTotal[0] = free;
    freeAndTotal[1] = total;
    return status;
}

inline int hipMemcpyAsync(long long to, long long from, long long bytes, long long stream) {
    return SPOROS_CALL(hipMemcpyAsync, at(to), at(from), bytes, SPOROS_HIP_MEMCPY_DEFAULT, at(stream));
}

// Unpacks a copy, which is nine words: to, toPitch, toHeight, from, fromPitch, fromHeight, width, height, depth.
inline sporos_hipMemcpy3DParms box(const long long *copy) {
    const auto word = [copy](int index) { return static_cast<size_t>(copy[index]); };
    sporos_hipMemcpy3DParms params = {};
    params.dstPtr = {at(copy[0]), word(1), word(6), word(2)};
    params.srcPtr = {at(copy[3]), word(4), word(6), word(5)};
    params.extent = {word(6), word(7), word(8)};
    params.kind = SPOROS_HIP_MEMCPY_DEFAULT;
    return params;
}

inline int hipMemcpy3DAsync(const long long *copy, long long stream) {
    sporos_hipMemcpy3DParms params = box(copy);
    return SPOROS_CALL(hipMemcpy3DAsync, &params, at(stream));
}

inline int hipMemsetD8Async(long long to, int value, long long count, long long stream) {
    return SPOROS_CALL(hipMemsetD8Async, at(to), static_cast<unsigned char>(value), count, at(stream));
}

inline int hipMemsetD16Async(long long to, int value, long long count, long long stream) {
    return SPOROS_CALL(hipMemsetD16Async, at(to), static_cast<unsigned short>(value), count, at(stream));
}

inline int hipMemsetD32Async(long long to, int value, long long count, long long stream) {
    return SPOROS_CALL(hipMemsetD32Async, at(to), value, count, at(stream));
}

// Streams and events

inline int hipStreamCreateWithFlags(long long *stream, int flags) {
    SPOROS_MAKE(stream, hipStreamCreateWithFlags, flags);
}

inline int hipStreamDestroy(long long stream) { return SPOROS_CALL(hipStreamDestroy, at(stream)); }

inline int hipStreamSynchronize(long long stream) { return SPOROS_CALL(hipStreamSynchronize, at(stream)); }

inline int hipStreamQuery(long long stream) { return SPOROS_CALL(hipStreamQuery, at(stream)); }

inline int hipStreamWaitEvent(long long stream, long long event) {
    return SPOROS_CALL(hipStreamWaitEvent, at(stream), at(event), 0);
}

inline int hipEventCreateWithFlags(long long *event, int flags) { SPOROS_MAKE(event, hipEventCreateWithFlags, flags); }

inline int hipEventDestroy(long long event) { return SPOROS_CALL(hipEventDestroy, at(event)); }

inline int hipEventRecord(long long event, long long stream) { return SPOROS_CALL(hipEventRecord, at(event), at(stream)); }

inline int hipEventSynchronize(long long event) { return SPOROS_CALL(hipEventSynchronize, at(event)); }

// Semaphores of other APIs

inline int hipImportExternalSemaphore(long long *semaphore, int fileDescriptor) {
    sporos_hipExternalSemaphoreHandleDesc description = {};
    description.type = SPOROS_HIP_TIMELINE_SEMAPHORE_FD;
    description.handle.fd = fileDescriptor;
    SPOROS_MAKE(semaphore, hipImportExternalSemaphore, &description);
}

inline int hipDestroyExternalSemaphore(long long semaphore) {
    return SPOROS_CALL(hipDestroyExternalSemaphore, at(semaphore));
}

// Kernels

inline int hipModuleLoadData(long long *module, const signed char *image) { SPOROS_MAKE(module, hipModuleLoadData, image); }

inline int hipModuleUnload(long long module) { return SPOROS_CALL(hipModuleUnload, at(module)); }

inline int hipModuleGetFunction(long long *function, long long module, const char *name) {
    SPOROS_MAKE(function, hipModuleGetFunction, at(module), name);
}

inline int hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, long long function, int block,
                                                              long long sharedBytes) {
    return SPOROS_CALL(hipModuleOccupancyMaxActiveBlocksPerMultiprocessor, blocks, at(function), block, sharedBytes);
}

// The parameter "extra" of a launch: the address and size of the packed arguments, by keys.
struct Extra {
    size_t bytes;
    void *keys[5];

    Extra(const void *arguments, long long size) : bytes(size) {
        keys[0] = at(SPOROS_HIP_BUFFER_POINTER);
        keys[1] = const_cast<void *>(arguments);
        keys[2] = at(SPOROS_HIP_BUFFER_SIZE);
        keys[3] = &bytes;
        keys[4] = at(SPOROS_HIP_BUFFER_END);
    }
};

// The shape of a launch is seven words: the grid, the block, and the bytes of shared memory.
inline int hipModuleLaunchKernel(long long function, const int *shape, long long stream, const signed char *arguments,
                                 long long bytes) {
    Extra extra(arguments, bytes);
    return SPOROS_CALL(hipModuleLaunchKernel, at(function), shape[0], shape[1], shape[2], shape[3], shape[4], shape[5],
                       shape[6], at(stream), nullptr, extra.keys);
}

// Graphs

inline int hipGraphCreate(long long *graph) { SPOROS_MAKE(graph, hipGraphCreate, 0); }

inline int hipGraphDestroy(long long graph) { return SPOROS_CALL(hipGraphDestroy, at(graph)); }

inline int hipGraphAddKernelNode(long long *node, long long graph, long long function, const int *shape,
                                 const signed char *arguments, long long bytes) {
    const auto dim = [shape](int first) {
        const auto word = [shape, first](int index) { return static_cast<uint32_t>(shape[first + index]); };
        return sporos_dim3{word(0), word(1), word(2)};
    };
    Extra extra(arguments, bytes);
    sporos_hipKernelNodeParams params = {};
    params.func = at(function);
    params.gridDim = dim(0);
    params.blockDim = dim(3);
    params.sharedMemBytes = shape[6];
    params.extra = extra.keys;
    SPOROS_MAKE(node, hipGraphAddKernelNode, at(graph), nullptr, 0, &params);
}

// Makes the launch of a kernel node cooperative.
inline int hipGraphKernelNodeSetCooperative(long long node) {
    constexpr int COOPERATIVE = 2;
    // As large as the union of the values of all attributes.
    int value[16] = {1};
    return SPOROS_CALL(hipGraphKernelNodeSetAttribute, at(node), COOPERATIVE, value);
}

inline int hipGraphAddMemcpyNode(long long *node, long long graph, const long long *copy) {
    sporos_hipMemcpy3DParms params = box(copy);
    SPOROS_MAKE(node, hipGraphAddMemcpyNode, at(graph), nullptr, 0, &params);
}

inline int hipGraphAddMemcpyNode1D(long long *node, long long graph, long long to, long long from, long long bytes) {
    SPOROS_MAKE(node, hipGraphAddMemcpyNode1D, at(graph), nullptr, 0, at(to), at(from), bytes, SPOROS_HIP_MEMCPY_DEFAULT);
}

inline int hipGraphAddMemsetNode(long long *node, long long graph, long long to, long long pitch, int value, int elementBytes,
                                 long long width, long long height) {
    sporos_hipMemsetParams params = {};
    params.dst = at(to);
    params.elementSize = elementBytes;
    params.width = width;
    params.height = height;
    params.pitch = pitch;
    params.value = value;
    SPOROS_MAKE(node, hipGraphAddMemsetNode, at(graph), nullptr, 0, &params);
}

inline int hipGraphAddHostNode(long long *node, long long graph, void (*function)(void *), long long userData) {
    sporos_hipHostNodeParams params = {function, at(userData)};
    SPOROS_MAKE(node, hipGraphAddHostNode, at(graph), nullptr, 0, &params);
}

inline int hipGraphAddEmptyNode(long long *node, long long graph) {
    SPOROS_MAKE(node, hipGraphAddEmptyNode, at(graph), nullptr, 0);
}

inline int hipGraphAddChildGraphNode(long long *node, long long graph, long long child) {
    SPOROS_MAKE(node, hipGraphAddChildGraphNode, at(graph), nullptr, 0, at(child));
}

inline int hipGraphAddEventRecordNode(long long *node, long long graph, long long event) {
    SPOROS_MAKE(node, hipGraphAddEventRecordNode, at(graph), nullptr, 0, at(event));
}

inline int hipGraphAddEventWaitNode(long long *node, long long graph, long long event) {
    SPOROS_MAKE(node, hipGraphAddEventWaitNode, at(graph), nullptr, 0, at(event));
}

inline int hipGraphAddMemAllocNode(long long *nodeAndAddress, long long graph, int device, long long bytes) {
    sporos_hipMemAllocNodeParams params = {};
    params.poolProps.allocType = SPOROS_HIP_ALLOCATION_PINNED;
    params.poolProps.location = {SPOROS_HIP_LOCATION_DEVICE, device};
    params.bytesize = bytes;
    void *node = nullptr;
    int status = SPOROS_CALL(hipGraphAddMemAllocNode, &node, at(graph), nullptr, 0, &params);
    nodeAndAddress[0] = handle(node);
    nodeAndAddress[1] = handle(params.dptr);
    return status;
}

inline int hipGraphAddMemFreeNode(long long *node, long long graph, long long address) {
    SPOROS_MAKE(node, hipGraphAddMemFreeNode, at(graph), nullptr, 0, at(address));
}

// The parameters of a node that signals or awaits one semaphore.
struct Semaphore {
    void *handle;
    sporos_hipExternalSemaphoreParams params = {};
    sporos_hipExternalSemaphoreNodeParams node;

    Semaphore(long long semaphore, long long value) : handle(at(semaphore)), node{&handle, &params, 1} {
        params.value = value;
    }
};

inline int hipGraphAddExternalSemaphoresSignalNode(long long *node, long long graph, long long semaphore, long long value) {
    Semaphore one(semaphore, value);
    SPOROS_MAKE(node, hipGraphAddExternalSemaphoresSignalNode, at(graph), nullptr, 0, &one.node);
}

inline int hipGraphAddExternalSemaphoresWaitNode(long long *node, long long graph, long long semaphore, long long value) {
    Semaphore one(semaphore, value);
    SPOROS_MAKE(node, hipGraphAddExternalSemaphoresWaitNode, at(graph), nullptr, 0, &one.node);
}

inline int hipGraphAddDependencies(long long graph, long long from, long long to) {
    void *source = at(from);
    void *target = at(to);
    return SPOROS_CALL(hipGraphAddDependencies, at(graph), &source, &target, 1);
}

inline int hipGraphGetNodes(long long graph, long long *nodes, long long *count) {
    size_t most = count[0];
    int status = SPOROS_CALL(hipGraphGetNodes, at(graph), reinterpret_cast<void **>(nodes), &most);
    count[0] = most;
    return status;
}

inline int hipGraphNodeGetType(long long node, int *type) { return SPOROS_CALL(hipGraphNodeGetType, at(node), type); }

inline int hipGraphInstantiate(long long *executable, long long graph) {
    SPOROS_MAKE(executable, hipGraphInstantiate, at(graph), nullptr, nullptr, 0);
}

inline int hipGraphInstantiateWithFlags(long long *executable, long long graph, int flags) {
    SPOROS_MAKE(executable, hipGraphInstantiateWithFlags, at(graph), flags);
}

inline int hipGraphExecDestroy(long long executable) { return SPOROS_CALL(hipGraphExecDestroy, at(executable)); }

inline int hipGraphUpload(long long executable, long long stream) {
    return SPOROS_CALL(hipGraphUpload, at(executable), at(stream));
}

inline int hipGraphLaunch(long long executable, long long stream) {
    return SPOROS_CALL(hipGraphLaunch, at(executable), at(stream));
}

inline int hipStreamBeginCapture(long long stream, int mode) {
    return SPOROS_CALL(hipStreamBeginCapture, at(stream), mode);
}

inline int hipStreamEndCapture(long long stream, long long *graph) {
    void *made = nullptr;
    int status = SPOROS_CALL(hipStreamEndCapture, at(stream), &made);
    graph[0] = handle(made);
    return status;
}

inline int hipDeviceGetGraphMemAttribute(int device, int attribute, long long *value) {
    return SPOROS_CALL(hipDeviceGetGraphMemAttribute, device, attribute, value);
}

inline int hipDeviceGraphMemTrim(int device) { return SPOROS_CALL(hipDeviceGraphMemTrim, device); }

// The compiler

inline int hiprtcVersion(int *major, int *minor) { return SPOROS_CALL(hiprtcVersion, major, minor); }

inline const char *hiprtcGetErrorString(int status) {
    return table().hiprtcGetErrorString == nullptr ? "hipRTC error" : table().hiprtcGetErrorString(status);
}

inline int hiprtcCreateProgram(long long *program, const char *source, const char *name) {
    SPOROS_MAKE(program, hiprtcCreateProgram, source, name, 0, nullptr, nullptr);
}

// The options are the lines of one text.
inline int hiprtcCompileProgram(long long program, const char *options) {
    std::vector<std::string> lines(1);
    for (const char *c = options; *c != 0; c++) {
        if (*c == '\n') {
            lines.emplace_back();
        } else {
            lines.back() += *c;
        }
    }
    std::vector<const char *> all;
    for (const std::string &line : lines) {
        if (!line.empty()) {
            all.push_back(line.c_str());
        }
    }
    return SPOROS_CALL(hiprtcCompileProgram, at(program), static_cast<int>(all.size()), all.data());
}

inline int hiprtcDestroyProgram(long long program) {
    void *destroyed = at(program);
    return SPOROS_CALL(hiprtcDestroyProgram, &destroyed);
}

inline int hiprtcGetProgramLogSize(long long program, long long *bytes) {
    size_t size = 0;
    int status = SPOROS_CALL(hiprtcGetProgramLogSize, at(program), &size);
    bytes[0] = size;
    return status;
}

inline int hiprtcGetProgramLog(long long program, signed char *log) {
    return SPOROS_CALL(hiprtcGetProgramLog, at(program), reinterpret_cast<char *>(log));
}

inline int hiprtcGetCodeSize(long long program, long long *bytes) {
    size_t size = 0;
    int status = SPOROS_CALL(hiprtcGetCodeSize, at(program), &size);
    bytes[0] = size;
    return status;
}

inline int hiprtcGetCode(long long program, signed char *code) {
    return SPOROS_CALL(hiprtcGetCode, at(program), reinterpret_cast<char *>(code));
}

// Collectives, in place where they can be. Elements that are only moved are bytes, ncclInt8.

inline int ncclGetVersion(int *version) { return SPOROS_CALL(ncclGetVersion, version); }

inline const char *ncclGetErrorString(int status) {
    return table().ncclGetErrorString == nullptr ? "RCCL lacks the function" : table().ncclGetErrorString(status);
}

inline int ncclGetUniqueId(signed char *id) {
    return SPOROS_CALL(ncclGetUniqueId, reinterpret_cast<sporos_ncclUniqueId *>(id));
}

inline int ncclCommInitRank(long long *group, int size, const signed char *id, int rank) {
    sporos_ncclUniqueId identity;
    std::memcpy(identity.internal, id, sizeof identity.internal);
    SPOROS_MAKE(group, ncclCommInitRank, size, identity, rank);
}

inline int ncclAllReduce(long long address, long long count, int type, int operation, long long group, long long stream) {
    return SPOROS_CALL(ncclAllReduce, at(address), at(address), count, type, operation, at(group), at(stream));
}

inline int ncclBroadcast(long long address, long long bytes, int root, long long group, long long stream) {
    return SPOROS_CALL(ncclBroadcast, at(address), at(address), bytes, 0, root, at(group), at(stream));
}

inline int ncclAllGather(long long from, long long to, long long bytes, long long group, long long stream) {
    return SPOROS_CALL(ncclAllGather, at(from), at(to), bytes, 0, at(group), at(stream));
}

inline int ncclReduceScatter(long long from, long long to, long long count, int type, int operation, long long group,
                             long long stream) {
    return SPOROS_CALL(ncclReduceScatter, at(from), at(to), count, type, operation, at(group), at(stream));
}

inline int ncclSend(long long from, long long bytes, int rank, long long group, long long stream) {
    return SPOROS_CALL(ncclSend, at(from), bytes, 0, rank, at(group), at(stream));
}

inline int ncclRecv(long long to, long long bytes, int rank, long long group, long long stream) {
    return SPOROS_CALL(ncclRecv, at(to), bytes, 0, rank, at(group), at(stream));
}

inline int ncclGroupStart() { return SPOROS_CALL(ncclGroupStart); }

inline int ncclGroupEnd() { return SPOROS_CALL(ncclGroupEnd); }

inline int ncclCommGetAsyncError(int *status, long long group) {
    return SPOROS_CALL(ncclCommGetAsyncError, at(group), status);
}

inline int ncclCommAbort(long long group) { return SPOROS_CALL(ncclCommAbort, at(group)); }

inline int ncclCommDestroy(long long group) { return SPOROS_CALL(ncclCommDestroy, at(group)); }

}  // namespace sporos
