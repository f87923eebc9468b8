#include "handles.h"

#include "memory.h"

namespace shim {

#define TABLE(type, name, kind, text, status) \
    Table<type> &name() { \
        static auto *const table = new Table<type>(kind, text, status); \
        return *table; \
    }
TABLE(Stream, streams, STREAM, "stream", INVALID_HANDLE)
TABLE(Event, events, EVENT, "event", INVALID_HANDLE)
TABLE(Module, modules, MODULE, "module", INVALID_HANDLE)
TABLE(Function, functions, FUNCTION, "function", INVALID_HANDLE)
TABLE(Graph, graphs, GRAPH, "graph", INVALID_VALUE)
TABLE(Node, nodes, NODE, "node", INVALID_VALUE)
TABLE(Executable, executables, EXECUTABLE, "executable graph", INVALID_VALUE)
TABLE(Program, programs, PROGRAM, "program", 4)
TABLE(Semaphore, semaphores, SEMAPHORE, "semaphore", INVALID_HANDLE)
TABLE(Ranks, groups, RANKS, "group of ranks", 4)
#undef TABLE
}

// For tests: how many objects of a kind there are, in the order of shim::Kind. Functions go with their modules, and
// nodes with their graphs.
EXPORT long long sporos_shim_live(int kind) {
    switch (kind) {
        case shim::STREAM: return shim::streams().size();
        case shim::EVENT: return shim::events().size();
        case shim::MODULE: return shim::modules().size();
        case shim::FUNCTION: return shim::functions().size();
        case shim::GRAPH: return shim::graphs().size();
        case shim::NODE: return shim::nodes().size();
        case shim::EXECUTABLE: return shim::executables().size();
        case shim::PROGRAM: return shim::programs().size();
        case shim::DEVICE_MEMORY: return shim::live_allocations(true);
        case shim::PINNED_MEMORY: return shim::live_allocations(false);
        case shim::SEMAPHORE: return shim::semaphores().size();
        case shim::RANKS: return shim::groups().size();
        default: return -1;
    }
}
