#include "launches.h"

#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "blocks.h"
#include "images.h"
#include "memory.h"
#include "streams.h"

namespace shim {
namespace {

std::vector<unsigned char> packed(const sporos_shim_Kernel &kernel, void **extra) {
    if (extra[0] != (void *) 1 || extra[2] != (void *) 2 || extra[4] != (void *) 3) {
        fail(INVALID_VALUE, "extra is not {1, buffer, 2, address of its size, 3}");
    }
    const size_t bytes = *(const size_t *) extra[3];
    size_t needed = 0;
    if (kernel.count > 0) {
        const sporos_shim_Parameter &last = kernel.parameters[kernel.count - 1];
        needed = last.offset + last.bytes;
    }
    if (bytes < needed || bytes > (needed + 15) / 16 * 16) {
        fail(INVALID_VALUE, "kernel %s takes %zu bytes of arguments, not %zu", kernel.name, needed, bytes);
    }
    const auto *from = (const unsigned char *) extra[1];
    return std::vector<unsigned char>(from, from + needed);
}

std::vector<unsigned char> gathered(const sporos_shim_Kernel &kernel, void **parameters) {
    std::vector<unsigned char> all;
    for (int k = 0; k < kernel.count; k++) {
        const sporos_shim_Parameter &p = kernel.parameters[k];
        all.resize(p.offset + p.bytes);
        require(parameters != nullptr && parameters[k] != nullptr, INVALID_VALUE, "arguments are missing");
        memcpy(all.data() + p.offset, parameters[k], p.bytes);
    }
    return all;
}

void check_shape(const Launch &l) {
    const unsigned long long threads = 1ULL * l.block.x * l.block.y * l.block.z;
    const unsigned long long blocks = 1ULL * l.grid.x * l.grid.y * l.grid.z;
    if (threads == 0 || threads > MOST_THREADS || blocks == 0) {
        fail(INVALID_CONFIGURATION, "kernel %s is launched with %llu blocks of %llu threads", l.function->kernel->name,
             blocks, threads);
    }
    const auto fits = [](unsigned a, unsigned b) { return 1ULL * a * b < 1ULL << 32; };
    require(fits(l.grid.x, l.block.x) && fits(l.grid.y, l.block.y) && fits(l.grid.z, l.block.z), INVALID_VALUE,
            "more than 2^32 - 1 threads in a direction");
    require(l.grid.y < 65536 && l.grid.z < 65536, INVALID_VALUE, "more than 65535 blocks in y or z");
    require(l.shared <= MOST_SHARED, INVALID_VALUE, "more shared memory than a block can have");
}
}

Launch::Launch(std::shared_ptr<Function> f, sporos_dim3 g, sporos_dim3 b, unsigned s, void **parameters, void **extra)
    : function(std::move(f)), grid(g), block(b), shared(s) {
    check_shape(*this);
    require(parameters == nullptr || extra == nullptr, INVALID_VALUE, "arguments come twice");
    arguments = extra != nullptr ? packed(*function->kernel, extra) : gathered(*function->kernel, parameters);
}

void run(const Launch &l) {
    const sporos_shim_Kernel &kernel = *l.function->kernel;
    if (!l.function->module->loaded) fail(LAUNCH_FAILURE, "the module of a kernel was unloaded before it ran");
    for (int k = 0; k < kernel.count; k++) {
        const sporos_shim_Parameter &p = kernel.parameters[k];
        if (p.is_pointer) {
            void *address;
            memcpy(&address, l.arguments.data() + p.offset, sizeof address);
            check_argument(address);
        }
    }
    run_blocks(l);
}

void run_host(const sporos_hipHostNodeParams &host) {
    in_host_node() = true;
    host.fn(host.userData);
    in_host_node() = false;
}

Module::~Module() {
    if (library != nullptr) dlclose(library);
}

namespace {

// Loads a shared object that lies in memory.
void *load(const void *bytes, size_t size) {
    const int file = memfd_create("sporos-shim-kernels", MFD_CLOEXEC);
    require(file >= 0 && write(file, bytes, size) == (ssize_t) size, OUT_OF_MEMORY, "no file for the module");
    // The loader takes what has the same name for the same: detours make each name another one.
    static std::atomic<unsigned> loads{0};
    std::string path = "/proc/self/fd/";
    for (unsigned n = loads++; n != 0; n >>= 1) path += n & 1 ? ".//" : "./";
    path += std::to_string(file);
    void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    const std::string why = library == nullptr ? dlerror() : "";
    close(file);
    if (library == nullptr) fail(INVALID_IMAGE, "the module cannot be loaded: %s", why.c_str());
    return library;
}
}

int occupancy(unsigned block, size_t shared) {
    const unsigned wave = wavefront();
    const unsigned threads = (block + wave - 1) / wave * wave;
    const unsigned by_threads = THREADS_OF_UNIT / threads;
    const unsigned by_shared = shared == 0 ? by_threads : (unsigned) (MOST_SHARED / shared);
    return (int) std::min({by_threads, by_shared, 32u});
}
}

using namespace shim;

EXPORT int hipModuleLoadData(void **out, const void *image) {
    return call("hipModuleLoadData", DEVICE, [&] {
        require(out != nullptr && image != nullptr, INVALID_VALUE, "there is no image");
        const Image found = read_image(image);
        const auto module = std::make_shared<Module>();
        module->library = load(found.object, found.bytes);
        module->kernels = (const sporos_shim_Kernel *) dlsym(module->library, "sporos_shim_kernels");
        require(module->kernels != nullptr, INVALID_IMAGE, "the image has no kernels");
        *out = modules().add(module);
    });
}

EXPORT int hipModuleUnload(void *handle) {
    return call("hipModuleUnload", DEVICE | ALSO_BROKEN, [&] {
        require(modules().at(handle)->pending == 0, ILLEGAL_STATE, "a kernel of the module still runs");
        const auto module = modules().take(handle);
        for (const auto &function : module->functions) functions().take(function.second);
        module->loaded = false;
    });
}

EXPORT int hipModuleGetFunction(void **out, void *handle, const char *name) {
    return call("hipModuleGetFunction", DEVICE, [&] {
        require(out != nullptr && name != nullptr, INVALID_VALUE, "there is no name");
        const auto module = modules().at(handle);
        const auto known = module->functions.find(name);
        if (known != module->functions.end()) {
            *out = known->second;
            return;
        }
        const sporos_shim_Kernel *kernel = module->kernels;
        while (kernel->name != nullptr && strcmp(kernel->name, name) != 0) kernel++;
        if (kernel->name == nullptr) fail(NOT_FOUND, "the module has no kernel %s", name);
        *out = module->functions[name] = functions().add(std::make_shared<Function>(Function{module, kernel}));
    });
}

EXPORT int hipModuleLaunchKernel(void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                                 unsigned bz, unsigned shared, void *on, void **parameters, void **extra) {
    return call("hipModuleLaunchKernel", DEVICE, [&] {
        const auto f = functions().at(function);
        const auto launch = std::make_shared<Launch>(
                f, sporos_dim3{gx, gy, gz}, sporos_dim3{bx, by, bz}, shared, parameters, extra);
        const bool captured = stream(on)->capture != nullptr;
        if (!captured) f->module->pending++;
        Work work;
        work.type = KERNEL_NODE;
        work.run = [launch, captured] {
            struct Done {
                Module &module;
                bool counted;
                ~Done() {
                    if (counted) module.pending--;
                }
            } done{*launch->function->module, !captured};
            run(*launch);
        };
        submit(on, work);
    });
}

EXPORT int hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, void *function, int block, size_t shared) {
    return call("hipModuleOccupancyMaxActiveBlocksPerMultiprocessor", DEVICE, [&] {
        functions().at(function);
        require(blocks != nullptr && block > 0 && block <= (int) MOST_THREADS, INVALID_VALUE, "no such block");
        *blocks = occupancy(block, shared);
    });
}

EXPORT int hipLaunchHostFunc(void *on, void (*fn)(void *), void *data) {
    return call("hipLaunchHostFunc", DEVICE, [&] {
        require(fn != nullptr, INVALID_VALUE, "there is no function");
        Work work;
        work.type = HOST_NODE;
        work.run = [fn, data] { run_host({fn, data}); };
        submit(on, work);
    });
}
