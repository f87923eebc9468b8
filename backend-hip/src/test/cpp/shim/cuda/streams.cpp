// Streams, events, what is put on streams, and modules.
namespace shim {
namespace {

CopyParams copy_of(const sporos_hipMemcpy3DParms &p) {
    constexpr int UNIFIED = 4;
    const auto side = [](const sporos_hipPos &pos, const sporos_hipPitchedPtr &at) {
        return CopySide{pos.x, pos.y, pos.z, 0, UNIFIED, nullptr, number(at.ptr), nullptr, nullptr, at.pitch, at.ysize};
    };
    return {side(p.srcPos, p.srcPtr), side(p.dstPos, p.dstPtr), p.extent.width, p.extent.height, p.extent.depth};
}

// What comes packed ends with 3 on AMD's side, and with 0 on CUDA's.
struct Extra {
    void *words[5] = {};
    bool there;

    explicit Extra(void **extra) : there(extra != nullptr) {
        for (int k = 0; there && k < 4; k++) words[k] = extra[k];
    }
    void **get() { return there ? words : nullptr; }
};
}
}

EXPORT int hipMemcpyAsync(void *to, const void *from, size_t bytes, int, void *stream) {
    return cuda().cuMemcpyAsync(shim::number(to), shim::number(from), bytes, stream);
}

EXPORT int hipMemcpy3DAsync(const sporos_hipMemcpy3DParms *copy, void *stream) {
    const shim::CopyParams own = shim::copy_of(*copy);
    return cuda().cuMemcpy3DAsync_v2(&own, stream);
}

EXPORT int hipMemsetD8Async(void *to, unsigned char value, size_t count, void *stream) {
    return cuda().cuMemsetD8Async(shim::number(to), value, count, stream);
}

EXPORT int hipMemsetD16Async(void *to, unsigned short value, size_t count, void *stream) {
    return cuda().cuMemsetD16Async(shim::number(to), value, count, stream);
}

EXPORT int hipMemsetD32Async(void *to, int value, size_t count, void *stream) {
    return cuda().cuMemsetD32Async(shim::number(to), (unsigned) value, count, stream);
}

EXPORT int hipStreamCreateWithFlags(void **stream, unsigned flags) { return cuda().cuStreamCreate(stream, flags); }

EXPORT int hipStreamDestroy(void *stream) { return cuda().cuStreamDestroy_v2(stream); }

EXPORT int hipStreamSynchronize(void *stream) { return cuda().cuStreamSynchronize(stream); }

EXPORT int hipStreamQuery(void *stream) { return cuda().cuStreamQuery(stream); }

EXPORT int hipStreamWaitEvent(void *stream, void *event, unsigned flags) {
    return cuda().cuStreamWaitEvent(stream, event, flags);
}

EXPORT int hipEventCreateWithFlags(void **event, unsigned flags) { return cuda().cuEventCreate(event, flags & 3); }

EXPORT int hipEventDestroy(void *event) { return cuda().cuEventDestroy_v2(event); }

EXPORT int hipEventRecord(void *event, void *stream) { return cuda().cuEventRecord(event, stream); }

EXPORT int hipEventSynchronize(void *event) { return cuda().cuEventSynchronize(event); }

EXPORT int hipEventQuery(void *event) { return cuda().cuEventQuery(event); }

// Numbers and structs of semaphores are the same on both sides.
EXPORT int hipImportExternalSemaphore(void **semaphore, const sporos_hipExternalSemaphoreHandleDesc *description) {
    return cuda().cuImportExternalSemaphore(semaphore, description);
}

EXPORT int hipDestroyExternalSemaphore(void *semaphore) { return cuda().cuDestroyExternalSemaphore(semaphore); }

EXPORT int hipModuleLoadData(void **module, const void *image) { return cuda().cuModuleLoadData(module, image); }

EXPORT int hipModuleUnload(void *module) { return cuda().cuModuleUnload(module); }

EXPORT int hipModuleGetFunction(void **function, void *module, const char *name) {
    return cuda().cuModuleGetFunction(function, module, name);
}

EXPORT int hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, void *function, int block, size_t shared) {
    return cuda().cuOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, block, shared);
}

EXPORT int hipModuleLaunchKernel(void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                                 unsigned bz, unsigned shared, void *stream, void **parameters, void **extra) {
    shim::Extra own(extra);
    return cuda().cuLaunchKernel(function, gx, gy, gz, bx, by, bz, shared, stream, parameters, own.get());
}

EXPORT int hipStreamBeginCapture(void *stream, int mode) { return cuda().cuStreamBeginCapture_v2(stream, mode); }

EXPORT int hipStreamEndCapture(void *stream, void **graph) { return cuda().cuStreamEndCapture(stream, graph); }

