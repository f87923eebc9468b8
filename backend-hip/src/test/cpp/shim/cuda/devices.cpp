// The library, the device, memory and errors.
namespace shim {
namespace {

void *open(const std::vector<std::string> &names) {
    for (const std::string &name : names) {
        if (void *library = dlopen(name.c_str(), RTLD_NOW | RTLD_GLOBAL)) return library;
    }
    return nullptr;
}

std::vector<std::string> compilers() {
    std::vector<std::string> names;
    const char *home = getenv("CUDA_HOME");
    for (const std::string &folder : {std::string(), home == nullptr ? "" : std::string(home) + "/lib64/",
                                      std::string("/usr/local/cuda/lib64/")}) {
        for (const char *version : {".13", ".12", ""}) names.push_back(folder + "libnvrtc.so" + version);
    }
    return names;
}
}

Library::Library() {
    driver = open({"libcuda.so.1"});
    compiler = open(compilers());
#define SPOROS_FIND(name, parameters) \
    name = (int(*) parameters) dlsym(library, #name); \
    if (name == nullptr && missing == nullptr) missing = #name;
    if (void *const library = driver) {
        SPOROS_CUDA(SPOROS_FIND)
    }
    if (void *const library = compiler) {
        SPOROS_NVRTC(SPOROS_FIND)
    }
#undef SPOROS_FIND
    if (driver == nullptr || compiler == nullptr || missing != nullptr) return;
    if (cuInit(0) != 0 || cuDevicePrimaryCtxRetain(&context, device) != 0) context = nullptr;
}

Library &cuda() {
    static Library *const library = new Library();
    return *library;
}

namespace {

int attribute(int number) {
    int value = 0;
    cuda().cuDeviceGetAttribute(&value, number, cuda().device);
    return value;
}

// hipDeviceAttribute_t as CUdevice_attribute.
int translated(int number) {
    switch (number) {
        case SPOROS_HIP_MAX_THREADS_PER_BLOCK: return 1;
        case SPOROS_HIP_MULTIPROCESSOR_COUNT: return 16;
        case SPOROS_HIP_MAX_SHARED_MEMORY_PER_BLOCK: return 8;
        case SPOROS_HIP_WARP_SIZE: return 10;
        default: return 0;
    }
}

unsigned long long number(const void *address) { return (unsigned long long) address; }
}
}

using shim::cuda;

EXPORT int hipGetDeviceCount(int *count) {
    *count = cuda().context == nullptr ? 0 : 1;
    return *count == 0 ? shim::NO_DEVICE : shim::SUCCESS;
}

EXPORT int hipSetDevice(int device) {
    if (cuda().context == nullptr) return shim::NO_DEVICE;
    return device != 0 ? shim::INVALID_DEVICE : cuda().cuCtxSetCurrent(cuda().context);
}

EXPORT int hipDeviceGetAttribute(int *value, int number, int device) {
    const int own = shim::translated(number);
    if (device != 0) return shim::INVALID_DEVICE;
    return own == 0 ? (int) shim::INVALID_VALUE : cuda().cuDeviceGetAttribute(value, own, cuda().device);
}

EXPORT int hipDeviceGetName(char *name, int bytes, int device) {
    return device != 0 ? (int) shim::INVALID_DEVICE : cuda().cuDeviceGetName(name, bytes, cuda().device);
}

// The shim has one device.
EXPORT int hipDeviceCanAccessPeer(int *can, int device, int peer) {
    *can = 0;
    return device == 0 && peer == 0 ? (int) shim::SUCCESS : (int) shim::INVALID_DEVICE;
}

EXPORT int hipDeviceEnablePeerAccess(int, unsigned) { return shim::INVALID_DEVICE; }

EXPORT int hipDeviceGetPCIBusId(char *address, int bytes, int device) {
    return device != 0 ? (int) shim::INVALID_DEVICE : cuda().cuDeviceGetPCIBusId(address, bytes, cuda().device);
}

EXPORT int hipGetDeviceProperties(void *properties, int device) {
    if (device != 0) return shim::INVALID_DEVICE;
    memset(properties, 0, 792);
    cuda().cuDeviceGetName((char *) properties, 256, cuda().device);
    strcpy((char *) properties + 396, "gfx1030");
    return shim::SUCCESS;
}

EXPORT int hipGetDevicePropertiesR0600(void *properties, int device) {
    if (device != 0) return shim::INVALID_DEVICE;
    memset(properties, 0, 1472);
    cuda().cuDeviceGetName((char *) properties, 256, cuda().device);
    strcpy((char *) properties + 1160, "gfx1030");
    return shim::SUCCESS;
}

// No release of AMD's, and not the other shim's, so that nobody takes images for one for those of another.
EXPORT int hipDriverGetVersion(int *version) {
    *version = 60400002;
    return shim::SUCCESS;
}

EXPORT const char *hipGetErrorName(int status) { return shim::name_of(status).name; }

EXPORT const char *hipGetErrorString(int status) { return shim::name_of(status).text; }

EXPORT int hipMalloc(void **out, size_t bytes) {
    if (out == nullptr) return shim::INVALID_VALUE;
    *out = nullptr;
    return bytes == 0 ? 0 : cuda().cuMemAlloc_v2((unsigned long long *) out, bytes);
}

EXPORT int hipFree(void *address) { return address == nullptr ? 0 : cuda().cuMemFree_v2(shim::number(address)); }

// Pinned memory of AMD's can be reached by its address on the device without asking for it.
EXPORT int hipHostMalloc(void **out, size_t bytes, unsigned) { return cuda().cuMemHostAlloc(out, bytes, 2); }

EXPORT int hipHostFree(void *address) { return address == nullptr ? 0 : cuda().cuMemFreeHost(address); }

EXPORT int hipHostRegister(void *address, size_t bytes, unsigned) { return cuda().cuMemHostRegister_v2(address, bytes, 2); }

EXPORT int hipHostUnregister(void *address) { return cuda().cuMemHostUnregister(address); }

EXPORT int hipPointerGetAttribute(void *value, int attribute, void *address) {
    return cuda().cuPointerGetAttribute(value, attribute, shim::number(address));
}

EXPORT int hipMemGetInfo(size_t *free, size_t *total) { return cuda().cuMemGetInfo_v2(free, total); }
