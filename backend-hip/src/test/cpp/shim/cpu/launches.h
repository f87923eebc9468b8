// Modules, which are shared objects made by g++, and the launches of their kernels.
#pragma once

#include <atomic>
#include <map>
#include <string>
#include <vector>

#include "handles.h"

// As kernel.h has it.
struct sporos_shim_Parameter {
    unsigned offset, bytes, is_pointer;
};
struct sporos_shim_Kernel {
    const char *name;
    void (*run)(const unsigned char *arguments);
    const sporos_shim_Parameter *parameters;
    int count;
};

namespace shim {

struct Module {
    void *library = nullptr;
    const sporos_shim_Kernel *kernels = nullptr;
    std::map<std::string, void *> functions;
    std::atomic<bool> loaded{true};
    std::atomic<int> pending{0};
    ~Module();
};

struct Function {
    std::shared_ptr<Module> module;
    const sporos_shim_Kernel *kernel;
};

// A kernel with its threads and arguments, which are copied.
struct Launch {
    std::shared_ptr<Function> function;
    sporos_dim3 grid, block;
    unsigned shared;
    // Whether all blocks are resident, so that they can wait for each other.
    bool cooperative = false;
    std::vector<unsigned char> arguments;

    Launch(std::shared_ptr<Function> function, sporos_dim3 grid, sporos_dim3 block, unsigned shared, void **parameters,
           void **extra);
};

// Runs all blocks of a kernel on this thread and perhaps another.
void run(const Launch &launch);
// Returns the blocks of a kernel that a unit runs at once.
int occupancy(unsigned block, size_t shared);
void run_host(const sporos_hipHostNodeParams &host);

int wavefront();
std::string architecture();
constexpr unsigned MOST_THREADS = 1024, MOST_SHARED = 65536, UNITS = 8, THREADS_OF_UNIT = 2048;
}
