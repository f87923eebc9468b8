// The functions that make graphs and their nodes.
#include <algorithm>
#include <cstring>

#include "graphs.h"
#include "launches.h"
#include "memory.h"

namespace shim {
namespace {

#ifdef SPOROS_SHIM_ROCM_5_2
constexpr int FIRST_TYPE = 1;
#else
constexpr int FIRST_TYPE = 0;
#endif

// Adds a node to the graph behind a handle.
void add_to(void **out, void *graph, void *const *dependencies, size_t count, const Work &work) {
    require(out != nullptr, INVALID_VALUE, "there is no place for the node");
    require(count == 0 || dependencies != nullptr, INVALID_VALUE, "dependencies are missing");
    const auto g = graphs().at(graph);
    Using held(*g);
    std::vector<Node *> before;
    for (size_t k = 0; k < count; k++) before.push_back(nodes().at(dependencies[k]).get());
    *out = add(*g, work, before, true)->handle;
}

Work work_of(int type, std::function<void()> run = nullptr) {
    Work work;
    work.type = type;
    work.run = std::move(run);
    return work;
}

Work copy_of(const Copy &copy) {
    check(copy, true);
    return work_of(COPY_NODE, [copy] { run(copy); });
}

Work event_node(int type, void *event) {
    Work work = work_of(type);
    work.event = events().at(event);
    return work;
}

// Finds the allocating node of an address.
[[maybe_unused]] Node &allocating(Graph &graph, const void *address) {
    for (const auto &node : graph.nodes) {
        if (node->work.type == ALLOCATE_NODE && node->work.memory->address == address) return *node;
    }
    fail(INVALID_VALUE, "no node of the graph has allocated %p", address);
}

}
}

using namespace shim;

EXPORT int hipGraphCreate(void **out, unsigned flags) {
    return call("hipGraphCreate", DEVICE, [&] {
        require(out != nullptr && flags == 0, INVALID_VALUE, "a graph has no flags");
        *out = graphs().add(std::make_shared<Graph>());
    });
}

EXPORT int hipGraphDestroy(void *graph) {
    return call("hipGraphDestroy", DEVICE | ALSO_BROKEN, [&] { graphs().take(graph); });
}

EXPORT int hipGraphAddKernelNode(void **out, void *graph, void *const *before, size_t count,
                                 const sporos_hipKernelNodeParams *p) {
    return call("hipGraphAddKernelNode", DEVICE, [&] {
        require(p != nullptr, INVALID_VALUE, "there are no params");
        const auto launch = std::make_shared<Launch>(
                functions().at(p->func), p->gridDim, p->blockDim, p->sharedMemBytes, p->kernelParams, p->extra);
        Work work = work_of(KERNEL_NODE, [launch] { run(*launch); });
        work.launch = launch;
        add_to(out, graph, before, count, work);
    });
}

EXPORT int hipGraphKernelNodeSetAttribute(void *handle, int attribute, const void *value) {
    return call("hipGraphKernelNodeSetAttribute", DEVICE, [&] {
        const auto node = nodes().at(handle);
        require(node->work.launch != nullptr && value != nullptr, INVALID_VALUE, "no kernel node or no value");
        require(attribute == 2, INVALID_VALUE, "an unknown attribute");
        Launch &launch = *node->work.launch;
        launch.cooperative = *(const int *) value != 0;
        const unsigned long long blocks = 1ULL * launch.grid.x * launch.grid.y * launch.grid.z;
        const unsigned threads = launch.block.x * launch.block.y * launch.block.z;
        if (launch.cooperative && blocks > 1ULL * UNITS * occupancy(threads, launch.shared)) {
            fail(INVALID_CONFIGURATION, "%llu blocks of %u threads are not resident at once", blocks, threads);
        }
    });
}

EXPORT int hipGraphAddMemcpyNode(void **out, void *graph, void *const *before, size_t count,
                                 const sporos_hipMemcpy3DParms *p) {
    return call("hipGraphAddMemcpyNode", DEVICE, [&] {
        require(p != nullptr, INVALID_VALUE, "there are no params");
        add_to(out, graph, before, count, copy_of(copy_from(*p)));
    });
}

EXPORT int hipGraphAddMemcpyNode1D(void **out, void *graph, void *const *before, size_t count, void *to,
                                   const void *from, size_t bytes, int kind) {
    return call("hipGraphAddMemcpyNode1D", DEVICE, [&] {
        add_to(out, graph, before, count, copy_of(copy_from(to, from, bytes, kind)));
    });
}

EXPORT int hipGraphAddMemsetNode(void **out, void *graph, void *const *before, size_t count,
                                 const sporos_hipMemsetParams *p) {
    return call("hipGraphAddMemsetNode", DEVICE, [&] {
        require(p != nullptr, INVALID_VALUE, "there are no params");
        const Fill fill{(char *) p->dst, p->pitch, p->value, p->elementSize, p->width, p->height};
        check(fill);
        add_to(out, graph, before, count, work_of(FILL_NODE, [fill] { run(fill); }));
    });
}

EXPORT int hipGraphAddHostNode(void **out, void *graph, void *const *before, size_t count,
                               const sporos_hipHostNodeParams *p) {
    return call("hipGraphAddHostNode", DEVICE, [&] {
        require(p != nullptr && p->fn != nullptr, INVALID_VALUE, "there is no function");
        add_to(out, graph, before, count, work_of(HOST_NODE, [host = *p] { run_host(host); }));
    });
}

EXPORT int hipGraphAddEmptyNode(void **out, void *graph, void *const *before, size_t count) {
    return call("hipGraphAddEmptyNode", DEVICE, [&] { add_to(out, graph, before, count, work_of(EMPTY_NODE)); });
}

EXPORT int hipGraphAddChildGraphNode(void **out, void *graph, void *const *before, size_t count, void *child) {
    return call("hipGraphAddChildGraphNode", DEVICE, [&] {
        const auto nested = graphs().at(child);
        require(!nested->allocates, NOT_SUPPORTED, "a child that allocates");
        require(nested != graphs().at(graph), INVALID_VALUE, "a graph within itself");
        Work work = work_of(CHILD_NODE);
        work.child = clone(*nested);
        add_to(out, graph, before, count, work);
    });
}

EXPORT int hipGraphAddEventRecordNode(void **out, void *graph, void *const *before, size_t count, void *event) {
    return call("hipGraphAddEventRecordNode", DEVICE,
                [&] { add_to(out, graph, before, count, event_node(RECORD_NODE, event)); });
}

EXPORT int hipGraphAddEventWaitNode(void **out, void *graph, void *const *before, size_t count, void *event) {
    return call("hipGraphAddEventWaitNode", DEVICE,
                [&] { add_to(out, graph, before, count, event_node(WAIT_NODE, event)); });
}

#ifndef SPOROS_SHIM_ROCM_5_2
EXPORT int hipGraphAddMemAllocNode(void **out, void *graph, void *const *before, size_t count,
                                   sporos_hipMemAllocNodeParams *p) {
    return call("hipGraphAddMemAllocNode", DEVICE, [&] {
        require(p != nullptr && p->bytesize > 0, INVALID_VALUE, "an allocation of nothing");
        require(p->poolProps.allocType == 1 && p->poolProps.location.type == 1 && p->poolProps.location.id == 0,
                INVALID_VALUE, "an allocation is pinned and on the device");
        Work work = work_of(ALLOCATE_NODE);
        work.memory = std::make_shared<GraphMemory>(p->bytesize);
        p->dptr = work.memory->address;
        add_to(out, graph, before, count, work);
    });
}

EXPORT int hipGraphAddMemFreeNode(void **out, void *graph, void *const *before, size_t count, void *address) {
    return call("hipGraphAddMemFreeNode", DEVICE, [&] {
        Work work = work_of(FREE_NODE);
        work.memory = allocating(*graphs().at(graph), address).work.memory;
        require(!work.memory->has_free, INVALID_VALUE, "the memory is freed by another node already");
        add_to(out, graph, before, count, work);
        work.memory->has_free = true;
    });
}

EXPORT int hipDeviceGetGraphMemAttribute(int device, int attribute, void *value) {
    return call("hipDeviceGetGraphMemAttribute", DEVICE, [&] {
        require(device == 0, INVALID_DEVICE, "there is one device, 0");
        require(attribute >= 0 && attribute <= 3 && value != nullptr, INVALID_VALUE, "unknown attribute");
        *(unsigned long long *) value = attribute < 2 ? there_bytes() : reserved_bytes();
    });
}

EXPORT int hipDeviceGraphMemTrim(int device) {
    return call("hipDeviceGraphMemTrim", DEVICE, [&] {
        require(device == 0, INVALID_DEVICE, "there is one device, 0");
        trim_reserved();
    });
}
#endif

EXPORT int hipGraphAddDependencies(void *graph, void *const *from, void *const *to, size_t count) {
    return call("hipGraphAddDependencies", DEVICE, [&] {
        const auto g = graphs().at(graph);
        Using held(*g);
        for (size_t k = 0; k < count; k++) add_edge(*g, nodes().at(from[k]).get(), nodes().at(to[k]).get());
    });
}

EXPORT int hipGraphGetNodes(void *graph, void **out, size_t *count) {
    return call("hipGraphGetNodes", DEVICE, [&] {
        require(count != nullptr, INVALID_VALUE, "there is no place for the number");
        const auto g = graphs().at(graph);
        const size_t size = g->nodes.size();
        for (size_t k = 0; out != nullptr && k < *count; k++) out[k] = k < size ? g->nodes[k]->handle : nullptr;
        *count = out == nullptr ? size : std::min(*count, size);
    });
}

EXPORT int hipGraphNodeGetType(void *node, int *type) {
    return call("hipGraphNodeGetType", DEVICE, [&] {
        require(type != nullptr, INVALID_VALUE, "there is no place for the type");
        *type = nodes().at(node)->work.type + FIRST_TYPE;
    });
}
