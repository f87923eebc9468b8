// Graphs. Kinds of nodes and of attributes have the same numbers on both sides.
EXPORT int hipGraphCreate(void **graph, unsigned flags) { return cuda().cuGraphCreate(graph, flags); }

EXPORT int hipGraphDestroy(void *graph) { return cuda().cuGraphDestroy(graph); }

EXPORT int hipGraphAddKernelNode(void **node, void *graph, void *const *before, size_t count,
                                 const sporos_hipKernelNodeParams *p) {
    shim::Extra extra(p->extra);
    const shim::KernelParams own{p->func,       p->gridDim.x,  p->gridDim.y,      p->gridDim.z,    p->blockDim.x,
                                 p->blockDim.y, p->blockDim.z, p->sharedMemBytes, p->kernelParams, extra.get()};
    return cuda().cuGraphAddKernelNode(node, graph, before, count, &own);
}

EXPORT int hipGraphAddMemcpyNode(void **node, void *graph, void *const *before, size_t count,
                                 const sporos_hipMemcpy3DParms *copy) {
    const shim::CopyParams own = shim::copy_of(*copy);
    return cuda().cuGraphAddMemcpyNode(node, graph, before, count, &own, cuda().context);
}

EXPORT int hipGraphAddMemcpyNode1D(void **node, void *graph, void *const *before, size_t count, void *to,
                                   const void *from, size_t bytes, int) {
    sporos_hipMemcpy3DParms copy{};
    copy.srcPtr = {const_cast<void *>(from), bytes, bytes, 1};
    copy.dstPtr = {to, bytes, bytes, 1};
    copy.extent = {bytes, 1, 1};
    return hipGraphAddMemcpyNode(node, graph, before, count, &copy);
}

EXPORT int hipGraphAddMemsetNode(void **node, void *graph, void *const *before, size_t count,
                                 const sporos_hipMemsetParams *p) {
    const shim::FillParams own{shim::number(p->dst), p->pitch, p->value, p->elementSize, p->width, p->height};
    return cuda().cuGraphAddMemsetNode(node, graph, before, count, &own, cuda().context);
}

EXPORT int hipGraphAddHostNode(void **node, void *graph, void *const *before, size_t count,
                               const sporos_hipHostNodeParams *p) {
    return cuda().cuGraphAddHostNode(node, graph, before, count, p);
}

EXPORT int hipGraphAddEmptyNode(void **node, void *graph, void *const *before, size_t count) {
    return cuda().cuGraphAddEmptyNode(node, graph, before, count);
}

EXPORT int hipGraphAddChildGraphNode(void **node, void *graph, void *const *before, size_t count, void *child) {
    return cuda().cuGraphAddChildGraphNode(node, graph, before, count, child);
}

EXPORT int hipGraphAddEventRecordNode(void **node, void *graph, void *const *before, size_t count, void *event) {
    return cuda().cuGraphAddEventRecordNode(node, graph, before, count, event);
}

EXPORT int hipGraphAddEventWaitNode(void **node, void *graph, void *const *before, size_t count, void *event) {
    return cuda().cuGraphAddEventWaitNode(node, graph, before, count, event);
}

// The structs are the same.
EXPORT int hipGraphAddMemAllocNode(void **node, void *graph, void *const *before, size_t count,
                                   sporos_hipMemAllocNodeParams *params) {
    return cuda().cuGraphAddMemAllocNode(node, graph, before, count, params);
}

EXPORT int hipGraphAddMemFreeNode(void **node, void *graph, void *const *before, size_t count, void *address) {
    return cuda().cuGraphAddMemFreeNode(node, graph, before, count, shim::number(address));
}

EXPORT int hipGraphAddExternalSemaphoresSignalNode(void **node, void *graph, void *const *before, size_t count,
                                                   const sporos_hipExternalSemaphoreNodeParams *params) {
    return cuda().cuGraphAddExternalSemaphoresSignalNode(node, graph, before, count, params);
}

EXPORT int hipGraphAddExternalSemaphoresWaitNode(void **node, void *graph, void *const *before, size_t count,
                                                 const sporos_hipExternalSemaphoreNodeParams *params) {
    return cuda().cuGraphAddExternalSemaphoresWaitNode(node, graph, before, count, params);
}

EXPORT int hipGraphAddDependencies(void *graph, void *const *from, void *const *to, size_t count) {
    return cuda().cuGraphAddDependencies(graph, from, to, count);
}

EXPORT int hipGraphGetNodes(void *graph, void **nodes, size_t *count) {
    return cuda().cuGraphGetNodes(graph, nodes, count);
}

// The numbers of the attributes are the same.
EXPORT int hipGraphKernelNodeSetAttribute(void *node, int attribute, const void *value) {
    return cuda().cuGraphKernelNodeSetAttribute(node, attribute, value);
}

EXPORT int hipGraphNodeGetType(void *node, int *type) { return cuda().cuGraphNodeGetType(node, type); }

EXPORT int hipGraphInstantiateWithFlags(void **executable, void *graph, unsigned long long flags) {
    return cuda().cuGraphInstantiateWithFlags(executable, graph, flags);
}

EXPORT int hipGraphInstantiate(void **executable, void *graph, void **failed, char *log, size_t bytes) {
    if (failed != nullptr) *failed = nullptr;
    if (log != nullptr && bytes > 0) *log = 0;
    return hipGraphInstantiateWithFlags(executable, graph, 0);
}

EXPORT int hipGraphExecDestroy(void *executable) { return cuda().cuGraphExecDestroy(executable); }

EXPORT int hipGraphUpload(void *executable, void *stream) { return cuda().cuGraphUpload(executable, stream); }

EXPORT int hipGraphLaunch(void *executable, void *stream) { return cuda().cuGraphLaunch(executable, stream); }

EXPORT int hipDeviceGetGraphMemAttribute(int, int attribute, void *value) {
    return cuda().cuDeviceGetGraphMemAttribute(cuda().device, attribute, value);
}

EXPORT int hipDeviceGraphMemTrim(int) { return cuda().cuDeviceGraphMemTrim(cuda().device); }
