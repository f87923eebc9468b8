// The tests themselves; shim-test.cpp has what they are written in.

TEST(a_kernel_sees_its_place_and_its_arguments) {
    void *f = d.kernel(R"(extern "C" __global__ void f(int* to, char a, double b, int n) {
        int at = blockIdx.x * blockDim.x + threadIdx.x;
        if (at < n) to[at] = at + (int) b + a + gridDim.x;
    })", "f");
    int *x = d.memory<int>(1000), *y = d.host<int>(1000);
    OK(launch(d, f, 4, 256, 0, Arguments(x, (char) 7, 100.0, 1000)));
    d.out(y, x, 1000);
    for (int k = 0; k < 1000; k++) IS(y[k], k + 111);
}

TEST(blocks_and_threads_have_three_dimensions) {
    void *f = d.kernel(R"(extern "C" __global__ void f(int* to) {
        int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
        int z = blockIdx.z * blockDim.z + threadIdx.z;
        to[(z * 4 + y) * 6 + x] = 100 * z + 10 * y + x;
    })", "f");
    int *x = d.memory<int>(24 * 2), *y = d.host<int>(24 * 2);
    Arguments a(x);
    OK(hipModuleLaunchKernel(f, 2, 2, 1, 3, 2, 2, 0, d.stream, nullptr, a.extra));
    d.out(y, x, 48);
    for (int k = 0; k < 48; k++) IS(y[k], 100 * (k / 24) + 10 * (k / 6 % 4) + k % 6);
}

TEST(a_barrier_makes_threads_wait_for_each_other) {
    void *f = d.kernel(R"(extern "C" __global__ void f(int* to) {
        extern __shared__ int room[];
        __shared__ int last;
        int n = blockDim.x, t = threadIdx.x;
        room[t] = t;
        if (t == n - 1) last = 1000;
        __syncthreads();
        int left = room[(t + 1) % n];
        __syncthreads();
        room[t] = left + last;
        __syncthreads();
        to[blockIdx.x * n + t] = room[n - 1 - t];
    })", "f");
    int *x = d.memory<int>(64 * 100), *y = d.host<int>(64 * 100);
    OK(launch(d, f, 64, 100, 400, Arguments(x)));
    d.out(y, x, 6400);
    for (int k = 0; k < 6400; k++) IS(y[k], (100 - k % 100) % 100 + 1000);
}

TEST(shuffles_of_width_32_stay_in_their_half) {
    void *f = d.kernel(R"(extern "C" __global__ void f(double* down, int* one) {
        int t = threadIdx.x;
        double v = t;
        for (int s = 16; s > 0; s /= 2) {
            double other = __shfl_down(v, s, 32);
            if (t % 32 < s) v += other;
        }
        down[t] = v;
        one[t] = __shfl(t, 5, 32);
    })", "f");
    double *x = d.memory<double>(128), *y = d.host<double>(128);
    int *one = d.memory<int>(128), *one_host = d.host<int>(128);
    OK(launch(d, f, 1, 128, 0, Arguments(x, one)));
    d.out(y, x, 128);
    d.out(one_host, one, 128);
    for (int t = 0; t < 128; t += 32) IS(y[t], 32 * t + 31 * 16);
    for (int t = 0; t < 128; t++) IS(one_host[t], t / 32 * 32 + 5);
}

TEST(shuffles_know_the_whole_wavefront) {
    if (wavefront != 64) return;
    void *f = d.kernel(R"(extern "C" __global__ void f(int* to) {
        int t = threadIdx.x;
        to[t] = __shfl(t, 63) + 1000 * __shfl_xor(t, 1) + (warpSize == 64 ? 0 : -1);
    })", "f");
    int *x = d.memory<int>(128), *y = d.host<int>(128);
    OK(launch(d, f, 1, 128, 0, Arguments(x)));
    d.out(y, x, 128);
    for (int t = 0; t < 128; t++) IS(y[t], (t / 64 * 64 + 63) + 1000 * (t ^ 1));
}

TEST(halves_of_a_wavefront_may_shuffle_apart) {
    void *f = d.kernel(R"(extern "C" __global__ void f(int* to) {
        int t = threadIdx.x, v = t;
        if (t < 32) for (int k = 0; k < 10; k++) v = __shfl(v, (t + 1) % 32, 32);
        to[t] = v;
    })", "f");
    int *x = d.memory<int>(64), *y = d.host<int>(64);
    OK(launch(d, f, 1, 64, 0, Arguments(x)));
    d.out(y, x, 64);
    for (int t = 0; t < 64; t++) IS(y[t], t < 32 ? (t + 10) % 32 : t);
}

TEST(groups_may_shuffle_while_others_wait_in_wider_ones) {
    void *f = d.kernel(R"(extern "C" __global__ void f(int* to) {
        int t = threadIdx.x, v = t;
        for (int k = 0; k < (7 - t / 8) * 3; k++) v = __shfl(v, (t + 1) % 8, 8);
        to[t] = 100 * __shfl(v, 9, 32) + __shfl(v, 24, 32);
    })", "f");
    int *x = d.memory<int>(64), *y = d.host<int>(64);
    OK(launch(d, f, 1, 64, 0, Arguments(x)));
    d.out(y, x, 64);
    for (int t = 0; t < 64; t++) IS(y[t], t < 32 ? 100 * (8 + 19 % 8) + 24 + 12 % 8 : 100 * (40 + 7) + 56);
}

TEST(atomics_of_all_blocks_count) {
    void *f = d.kernel(R"(extern "C" __global__ void f(unsigned* n, double* sum, unsigned long long* most, int* swapped) {
        atomicAdd(n, 1u);
        atomicAdd(sum, 0.5);
        unsigned long long mine = blockIdx.x * blockDim.x + threadIdx.x, old = *(volatile unsigned long long*) most;
        while (old < mine) {
            unsigned long long seen = atomicCAS(most, old, mine);
            if (seen == old) break;
            old = seen;
        }
        atomicAdd(swapped, -1);
    })", "f");
    unsigned *n = d.memory<unsigned>(1), *n_host = d.host<unsigned>(1);
    double *sum = d.memory<double>(1), *sum_host = d.host<double>(1);
    unsigned long long *most = d.memory<unsigned long long>(1), *most_host = d.host<unsigned long long>(1);
    int *down = d.memory<int>(1), *down_host = d.host<int>(1);
    OK(hipMemsetD32Async(n, 0, 1, d.stream));
    OK(hipMemsetD32Async(sum, 0, 2, d.stream));
    OK(hipMemsetD32Async(most, 0, 2, d.stream));
    OK(hipMemsetD32Async(down, 0, 1, d.stream));
    OK(launch(d, f, 500, 256, 0, Arguments(n, sum, most, down)));
    d.out(n_host, n, 1);
    d.out(sum_host, sum, 1);
    d.out(most_host, most, 1);
    d.out(down_host, down, 1);
    IS(*n_host, 128000);
    IS(*sum_host, 64000);
    IS(*most_host, 127999);
    IS(*down_host, -128000);
}

TEST(the_last_block_sees_what_the_others_wrote) {
    void *f = d.kernel(R"(extern "C" __global__ void f(double* parts, unsigned* counter, double* to) {
        __shared__ bool last;
        if (threadIdx.x == 0) parts[blockIdx.x] = blockIdx.x;
        __threadfence();
        __syncthreads();
        if (threadIdx.x == 0) {
            last = atomicAdd(counter, 1u) == gridDim.x - 1;
            if (last) *counter = 0;
        }
        __syncthreads();
        __threadfence();
        if (!last) return;
        double sum = 0;
        for (int k = 0; k < gridDim.x; k++) sum += parts[k];
        if (threadIdx.x == 0) *to = sum;
    })", "f");
    double *parts = d.memory<double>(1000), *sum = d.memory<double>(1), *sum_host = d.host<double>(1);
    unsigned *counter = d.memory<unsigned>(1);
    OK(hipMemsetD32Async(counter, 0, 1, d.stream));
    for (int round = 0; round < 20; round++) {
        OK(launch(d, f, 1000, 64, 0, Arguments(parts, counter, sum)));
        d.out(sum_host, sum, 1);
        IS(*sum_host, 499500);
    }
}

TEST(a_graph_keeps_to_its_edges) {
    void *f = d.kernel(R"(extern "C" __global__ void f(int* at, int times, int plus) { *at = *at * times + plus; })", "f");
    int *x = d.memory<int>(1), *y = d.host<int>(1);
    void *graph, *executable;
    OK(hipGraphCreate(&graph, 0));
    sporos_hipMemsetParams zero{x, 4, 1, 4, 0, 1};
    void *cleared, *copied, *last;
    OK(hipGraphAddMemsetNode(&cleared, graph, nullptr, 0, &zero));
    last = cleared;
    for (int k = 1; k <= 8; k++) {
        void *next = add_kernel(graph, f, 1, 1, Arguments(x, 10, k));
        OK(hipGraphAddDependencies(graph, &last, &next, 1));
        last = next;
    }
    OK(hipGraphAddMemcpyNode1D(&copied, graph, &last, 1, y, x, 4, 4));
    size_t nodes = 0;
    OK(hipGraphGetNodes(graph, nullptr, &nodes));
    IS(nodes, 10);
    OK(hipGraphInstantiateWithFlags(&executable, graph, 0));
    OK(hipGraphDestroy(graph));
    for (int round = 0; round < 5; round++) {
        *y = 0;
        OK(hipGraphLaunch(executable, d.stream));
        OK(hipStreamSynchronize(d.stream));
        IS(*y, 12345678);
    }
    OK(hipGraphExecDestroy(executable));
}

TEST(a_child_graph_runs_between_its_neighbours) {
    void *f = d.kernel(R"(extern "C" __global__ void f(int* at, int times, int plus) { *at = *at * times + plus; })", "f");
    int *x = d.memory<int>(1), *y = d.host<int>(1);
    void *graph, *child, *executable, *nested, *copied;
    OK(hipGraphCreate(&child, 0));
    void *one = add_kernel(child, f, 1, 1, Arguments(x, 10, 2));
    add_kernel(child, f, 1, 1, Arguments(x, 10, 3), {one});
    OK(hipGraphCreate(&graph, 0));
    void *first = add_kernel(graph, f, 1, 1, Arguments(x, 0, 1));
    OK(hipGraphAddChildGraphNode(&nested, graph, &first, 1, child));
    OK(hipGraphDestroy(child));
    void *last = add_kernel(graph, f, 1, 1, Arguments(x, 10, 4), {nested});
    OK(hipGraphAddMemcpyNode1D(&copied, graph, &last, 1, y, x, 4, 2));
    OK(hipGraphInstantiate(&executable, graph, nullptr, nullptr, 0));
    OK(hipGraphLaunch(executable, d.stream));
    OK(hipStreamSynchronize(d.stream));
    IS(*y, 1234);
    OK(hipGraphExecDestroy(executable));
    OK(hipGraphDestroy(graph));
}

TEST(host_nodes_run_once_for_each_launch) {
    static int seen;
    seen = 0;
    sporos_hipHostNodeParams count{[](void *data) { ++*(int *) data; }, &seen};
    void *graph, *node, *executable;
    OK(hipGraphCreate(&graph, 0));
    OK(hipGraphAddHostNode(&node, graph, nullptr, 0, &count));
    OK(hipGraphInstantiateWithFlags(&executable, graph, 0));
    for (int k = 0; k < 10; k++) OK(hipGraphLaunch(executable, d.stream));
    OK(hipStreamSynchronize(d.stream));
    IS(seen, 10);
    OK(hipGraphExecDestroy(executable));
    OK(hipGraphDestroy(graph));
}

TEST(rows_of_planes_are_copied_with_their_pitches) {
    int *x = d.memory<int>(120), *y = d.host<int>(120);
    for (int k = 0; k < 120; k++) y[k] = k;
    d.in(x, y, 120);
    sporos_hipMemcpy3DParms copy{};
    copy.srcPtr = {x, 6 * 4, 6, 5};
    copy.srcPos = {4, 1, 1};
    copy.dstPtr = {y, 3 * 4, 3, 2};
    copy.extent = {3 * 4, 2, 2};
    copy.kind = 4;
    OK(hipMemcpy3DAsync(&copy, d.stream));
    OK(hipStreamSynchronize(d.stream));
    for (int k = 0; k < 12; k++) IS(y[k], (k / 6 + 1) * 30 + (k / 3 % 2 + 1) * 6 + k % 3 + 1);
}

TEST(fills_have_elements_of_one_two_and_four_bytes) {
    unsigned char *x = d.memory<unsigned char>(64), *y = d.host<unsigned char>(64);
    OK(hipMemsetD8Async(x, 1, 64, d.stream));
    OK(hipMemsetD16Async(x + 8, 0x302, 4, d.stream));
    OK(hipMemsetD32Async(x + 16, 0x7060504, 2, d.stream));
    d.out(y, x, 64);
    IS(y[7], 1);
    IS(y[8], 2);
    IS(y[15], 3);
    IS(y[16], 4);
    IS(y[23], 7);
    IS(y[24], 1);
    void *graph, *node, *executable;
    OK(hipGraphCreate(&graph, 0));
    sporos_hipMemsetParams rows{x, 2, 3, 16, 0x909, 2};
    OK(hipGraphAddMemsetNode(&node, graph, nullptr, 0, &rows));
    OK(hipGraphInstantiateWithFlags(&executable, graph, 0));
    OK(hipGraphLaunch(executable, d.stream));
    d.out(y, x, 64);
    for (int k = 0; k < 64; k++) IS(y[k] == 9, k < 48 && k % 16 < 4);
    OK(hipGraphExecDestroy(executable));
    OK(hipGraphDestroy(graph));
}

TEST(an_event_orders_two_streams) {
    void *f = d.kernel(R"(extern "C" __global__ void f(int* at, int n) { for (int k = 0; k < n; k++) at[k] += k; })", "f");
    int *x = d.memory<int>(100000), *y = d.host<int>(100000);
    void *other, *event;
    OK(hipStreamCreateWithFlags(&other, 1));
    OK(hipEventCreateWithFlags(&event, 2));
    OK(hipMemsetD32Async(x, 0, 100000, d.stream));
    for (int round = 0; round < 10; round++) OK(launch(d, f, 1, 1, 0, Arguments(x, 100000)));
    OK(hipEventRecord(event, d.stream));
    OK(hipStreamWaitEvent(other, event, 0));
    OK(hipMemcpyAsync(y, x, 400000, 4, other));
    OK(hipEventRecord(event, other));
    OK(hipEventSynchronize(event));
    for (int k = 0; k < 100000; k++) IS(y[k], 10 * k);
    OK(hipEventDestroy(event));
    OK(hipStreamDestroy(other));
}

TEST(events_in_a_graph_order_it_with_a_stream) {
    void *f = d.kernel(R"(extern "C" __global__ void f(int* at, int n) { for (int k = 0; k < n; k++) at[k] += 1; })", "f");
    int *x = d.memory<int>(100000), *y = d.host<int>(100000);
    void *other, *event, *graph, *record, *executable;
    OK(hipStreamCreateWithFlags(&other, 1));
    OK(hipEventCreateWithFlags(&event, 2));
    OK(hipMemsetD32Async(x, 0, 100000, d.stream));
    OK(hipGraphCreate(&graph, 0));
    void *node = add_kernel(graph, f, 1, 1, Arguments(x, 100000));
    OK(hipGraphAddEventRecordNode(&record, graph, &node, 1, event));
    OK(hipGraphInstantiateWithFlags(&executable, graph, 0));
    for (int round = 1; round <= 5; round++) {
        OK(hipGraphLaunch(executable, d.stream));
        OK(hipStreamWaitEvent(other, event, 0));
        OK(hipMemcpyAsync(y, x, 400000, 4, other));
        OK(hipStreamSynchronize(other));
        IS(y[99999], round);
    }
    OK(hipStreamSynchronize(d.stream));
    OK(hipGraphExecDestroy(executable));
    OK(hipGraphDestroy(graph));
    OK(hipEventDestroy(event));
    OK(hipStreamDestroy(other));
}

TEST(calls_on_streams_are_captured_with_forks_and_joins) {
    void *f = d.kernel(R"(extern "C" __global__ void f(int* at, int times, int plus) { *at = *at * times + plus; })", "f");
    int *x = d.memory<int>(2), *y = d.host<int>(2);
    void *other, *fork, *join, *graph, *executable;
    OK(hipStreamCreateWithFlags(&other, 1));
    OK(hipEventCreateWithFlags(&fork, 2));
    OK(hipEventCreateWithFlags(&join, 2));
    OK(hipStreamBeginCapture(d.stream, 1));
    OK(hipMemsetD32Async(x, 0, 2, d.stream));
    OK(hipEventRecord(fork, d.stream));
    OK(hipStreamWaitEvent(other, fork, 0));
    OK(launch(d, f, 1, 1, 0, Arguments(x, 10, 1)));
    Arguments second(x + 1, 10, 7);
    OK(hipModuleLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, other, nullptr, second.extra));
    OK(hipEventRecord(join, other));
    OK(hipStreamWaitEvent(d.stream, join, 0));
    OK(hipMemcpyAsync(y, x, 8, 4, d.stream));
    OK(hipStreamEndCapture(d.stream, &graph));
    size_t nodes = 0;
    OK(hipGraphGetNodes(graph, nullptr, &nodes));
    IS(nodes, 4);
    IS(y[0], 0);
    OK(hipGraphInstantiateWithFlags(&executable, graph, 0));
    OK(hipGraphLaunch(executable, d.stream));
    OK(hipStreamSynchronize(d.stream));
    IS(y[0], 1);
    IS(y[1], 7);
    OK(hipGraphExecDestroy(executable));
    OK(hipGraphDestroy(graph));
    OK(hipEventDestroy(fork));
    OK(hipEventDestroy(join));
    OK(hipStreamDestroy(other));
}

TEST(a_captured_stream_that_is_waited_for_breaks_the_capture) {
    void *graph = &graph;
    OK(hipStreamBeginCapture(d.stream, 1));
    IS(hipStreamSynchronize(d.stream), 900);
    IS(hipStreamEndCapture(d.stream, &graph), 901);
    IS((long) graph, 0);
    OK(hipStreamSynchronize(d.stream));
}

TEST(memory_lives_inside_of_a_graph) {
    if (hipGraphAddMemAllocNode == nullptr) return;
    void *f = d.kernel(R"(extern "C" __global__ void f(int* at, int v) { at[threadIdx.x] = v; })", "f");
    int *y = d.host<int>(64);
    void *graph, *allocated, *copied, *freed, *executable;
    OK(hipGraphCreate(&graph, 0));
    sporos_hipMemAllocNodeParams p{};
    p.poolProps.allocType = 1;
    p.poolProps.location = {1, 0};
    p.bytesize = 256;
    OK(hipGraphAddMemAllocNode(&allocated, graph, nullptr, 0, &p));
    void *node = add_kernel(graph, f, 1, 64, Arguments(p.dptr, 42), {allocated});
    OK(hipGraphAddMemcpyNode1D(&copied, graph, &node, 1, y, p.dptr, 256, 4));
    OK(hipGraphAddMemFreeNode(&freed, graph, &copied, 1, p.dptr));
    OK(hipGraphInstantiateWithFlags(&executable, graph, 1));
    for (int round = 0; round < 3; round++) {
        memset(y, 0, 256);
        OK(hipGraphLaunch(executable, d.stream));
        OK(hipStreamSynchronize(d.stream));
        IS(y[63], 42);
    }
    unsigned long long reserved = 0;
    OK(hipDeviceGetGraphMemAttribute(0, 2, &reserved));
    IS(reserved >= 256, true);
    OK(hipGraphExecDestroy(executable));
    OK(hipGraphDestroy(graph));
    OK(hipDeviceGraphMemTrim(0));
    OK(hipDeviceGetGraphMemAttribute(0, 2, &reserved));
    IS(reserved, 0);
}

TEST(kinds_of_nodes_can_be_asked_for) {
    void *graph, *empty, *host, *all[2];
    sporos_hipHostNodeParams nothing{[](void *) {}, nullptr};
    OK(hipGraphCreate(&graph, 0));
    OK(hipGraphAddEmptyNode(&empty, graph, nullptr, 0));
    OK(hipGraphAddHostNode(&host, graph, &empty, 1, &nothing));
    size_t count = 2;
    OK(hipGraphGetNodes(graph, all, &count));
    int a = 0, b = 0;
    OK(hipGraphNodeGetType(empty, &a));
    OK(hipGraphNodeGetType(host, &b));
    IS(a - b, 2);
    OK(hipGraphDestroy(graph));
}

TEST(what_does_not_compile_has_a_log_with_the_line) {
    void *program;
    OK(hiprtcCreateProgram(&program, "__global__ void f() {\n nonsense; }", "wrong.hip", 0, nullptr, nullptr));
    const std::string target = "--gpu-architecture=" + architecture;
    const char *options[] = {target.c_str()};
    IS(hiprtcCompileProgram(program, 1, options), 6);
    size_t bytes;
    OK(hiprtcGetProgramLogSize(program, &bytes));
    std::string log(bytes, 0);
    OK(hiprtcGetProgramLog(program, &log[0]));
    IS(log.find("nonsense") != std::string::npos, true);
    IS(log.find("wrong.hip") != std::string::npos, true);
    OK(hiprtcDestroyProgram(&program));
}

TEST(wrong_arguments_have_the_codes_of_AMD) {
    void *at = nullptr;
    IS(hipMalloc(nullptr, 8), 1);
    IS(hipMalloc(&at, 1UL << 50), 2);
    IS(hipSetDevice(77), 101);
    IS(strcmp(hipGetErrorName(101), "hipErrorInvalidDevice"), 0);
    void *f = d.kernel(R"(extern "C" __global__ void f() {})", "f"), *none;
    IS(hipModuleGetFunction(&none, d.modules[0], "g"), 500);
    IS(launch(d, f, 1, 0, 0, Arguments()) != 0, true);
    OK(hipStreamSynchronize(d.stream));
}

CPU_TEST(a_barrier_that_some_threads_miss_is_a_failure_and_no_hang) {
    void *f = d.kernel(R"(extern "C" __global__ void f() { if (threadIdx.x < 10) __syncthreads(); })", "f");
    OK(launch(d, f, 2, 32, 0, Arguments()));
    IS(hipStreamSynchronize(d.stream), 719);
    IS(hipStreamQuery(d.stream), 719);
    IS(strstr(message(), "10 of 32 threads of a block wait at a barrier") != nullptr, true);
    IS(reset(), 719);
    OK(hipStreamSynchronize(d.stream));
}

CPU_TEST(a_shuffle_that_some_lanes_miss_is_a_failure_and_no_hang) {
    void *f = d.kernel(R"(extern "C" __global__ void f(int* x) { if (threadIdx.x != 3) *x = __shfl(1, 0, 32); })", "f");
    OK(launch(d, f, 1, 64, 0, Arguments(d.memory<int>(1))));
    IS(hipStreamSynchronize(d.stream), 719);
    IS(strstr(message(), "wait at a shuffle") != nullptr, true);
    IS(reset(), 719);
}

static int run_cooperative(Device &d, unsigned blocks, int missing, bool is_cooperative, int *y) {
    void *f = d.kernel(R"(extern "C" __global__ void f(int* to, unsigned* arrived, int missing) {
        __shared__ int own;
        if ((int) blockIdx.x == missing) return;
        if (threadIdx.x == 0) {
            own = 10 * blockIdx.x;
            to[blockIdx.x] = own;
            atomicAdd(arrived, 1u);
            while (*(volatile unsigned*) arrived < gridDim.x) __builtin_amdgcn_s_sleep(1);
        }
        __syncthreads();
        if (threadIdx.x == 1) to[gridDim.x + blockIdx.x] = own + to[(blockIdx.x + 1) % gridDim.x];
    })", "f");
    int *x = d.memory<int>(2 * blocks);
    unsigned *n = d.memory<unsigned>(1);
    OK(hipMemsetD32Async(n, 0, 1, d.stream));
    void *graph, *executable;
    OK(hipGraphCreate(&graph, 0));
    void *node = add_kernel(graph, f, blocks, 64, Arguments(x, n, missing));
    const int value[16] = {is_cooperative};
    const int status = hipGraphKernelNodeSetAttribute(node, 2, value);
    if (status == 0) {
        OK(hipGraphInstantiate(&executable, graph, nullptr, nullptr, 0));
        OK(hipGraphLaunch(executable, d.stream));
        const int ran = hipStreamSynchronize(d.stream);
        if (ran == 0) d.out(y, x + blocks, blocks);
        if (ran != 0) IS(reset(), ran);
        OK(hipGraphExecDestroy(executable));
        OK(hipGraphDestroy(graph));
        return ran;
    }
    OK(hipGraphDestroy(graph));
    return status;
}

CPU_TEST(blocks_of_a_cooperative_launch_wait_for_each_other) {
    for (unsigned blocks : {1u, 7u, 40u}) {
        int *y = d.host<int>(blocks);
        OK(run_cooperative(d, blocks, -1, true, y));
        for (unsigned k = 0; k < blocks; k++) IS(y[k], (int) (10 * k + 10 * ((k + 1) % blocks)));
    }
}

CPU_TEST(a_wait_for_a_block_that_ends_is_a_failure_and_no_hang) {
    IS(run_cooperative(d, 7, 3, true, nullptr), 719);
    IS(strstr(message(), "a thread waits for another block that has failed or ended") != nullptr, true);
}

CPU_TEST(blocks_that_wait_for_each_other_need_a_cooperative_launch) {
    IS(run_cooperative(d, 7, -1, false, nullptr), 719);
    IS(strstr(message(), "in a launch that is not cooperative") != nullptr, true);
}

CPU_TEST(a_cooperative_launch_of_more_blocks_than_are_resident_is_refused) {
    IS(run_cooperative(d, 257, -1, true, nullptr), 9);
}

CPU_TEST(what_is_written_beyond_shared_or_device_memory_is_found) {
    void *f = d.kernel(R"(extern "C" __global__ void f() { extern __shared__ int room[]; room[8] = 1; })", "f");
    OK(launch(d, f, 1, 1, 32, Arguments()));
    IS(hipStreamSynchronize(d.stream), 700);
    reset();
    void *g = d.kernel(R"(extern "C" __global__ void f(int* x) { x[2] = 1; })", "f"), *x;
    OK(hipMalloc(&x, 8));
    OK(launch(d, g, 1, 1, 0, Arguments(x)));
    IS(hipFree(x), 700);
    IS(reset(), 700);
}

CPU_TEST(what_was_freed_can_be_used_by_nobody) {
    void *f = d.kernel(R"(extern "C" __global__ void f(int* x) {})", "f"), *x;
    int *y = d.host<int>(100);
    OK(hipMalloc(&x, 400));
    OK(hipFree(x));
    IS(hipFree(x), 1);
    IS(hipMemcpyAsync(y, x, 400, 4, d.stream), 1);
    OK(launch(d, f, 1, 1, 0, Arguments(x)));
    IS(hipStreamSynchronize(d.stream), 700);
    IS(reset(), 700);
}

CPU_TEST(copies_reach_no_further_than_their_memory) {
    int *x = d.memory<int>(10), *y = d.host<int>(10);
    IS(hipMemcpyAsync(x + 1, y, 40, 4, d.stream), 1);
    IS(hipMemcpyAsync(x, y, 40, 2, d.stream), 21);
    IS(hipMemsetD32Async(x + 9, 0, 2, d.stream), 1);
    void *graph, *node;
    int outside[10];
    OK(hipGraphCreate(&graph, 0));
    IS(hipGraphAddMemcpyNode1D(&node, graph, nullptr, 0, x, outside, 40, 4), 1);
    OK(hipGraphDestroy(graph));
}

CPU_TEST(handles_that_are_gone_are_known_to_be) {
    void *stream, *event, *graph, *executable;
    OK(hipStreamCreateWithFlags(&stream, 1));
    OK(hipStreamDestroy(stream));
    IS(hipStreamDestroy(stream), 400);
    IS(hipStreamSynchronize(stream), 400);
    OK(hipEventCreateWithFlags(&event, 2));
    OK(hipEventDestroy(event));
    IS(hipEventRecord(event, d.stream), 400);
    OK(hipGraphCreate(&graph, 0));
    OK(hipGraphInstantiateWithFlags(&executable, graph, 0));
    OK(hipGraphDestroy(graph));
    IS(hipGraphDestroy(graph), 1);
    OK(hipGraphExecDestroy(executable));
    IS(hipGraphLaunch(executable, d.stream), 1);
    IS(hipModuleUnload((void *) 12345), 400);
}

CPU_TEST(edges_are_checked) {
    void *graph, *other, *a, *b, *c, *executable;
    OK(hipGraphCreate(&graph, 0));
    OK(hipGraphCreate(&other, 0));
    OK(hipGraphAddEmptyNode(&a, graph, nullptr, 0));
    OK(hipGraphAddEmptyNode(&b, graph, &a, 1));
    OK(hipGraphAddEmptyNode(&c, other, nullptr, 0));
    IS(hipGraphAddDependencies(graph, &a, &b, 1), 1);
    IS(hipGraphAddDependencies(graph, &a, &a, 1), 1);
    IS(hipGraphAddDependencies(graph, &a, &c, 1), 1);
    OK(hipGraphAddDependencies(graph, &b, &a, 1));
    IS(hipGraphInstantiateWithFlags(&executable, graph, 0), 1);
    OK(hipGraphDestroy(graph));
    OK(hipGraphDestroy(other));
}

CPU_TEST(memory_of_a_graph_is_there_between_its_nodes_only) {
    if (hipGraphAddMemAllocNode == nullptr) return;
    void *f = d.kernel(R"(extern "C" __global__ void f(int* x) {})", "f");
    void *graph, *allocated, *executable;
    OK(hipGraphCreate(&graph, 0));
    sporos_hipMemAllocNodeParams p{};
    p.poolProps.allocType = 1;
    p.poolProps.location = {1, 0};
    p.bytesize = 256;
    OK(hipGraphAddMemAllocNode(&allocated, graph, nullptr, 0, &p));
    void *early = add_kernel(graph, f, 1, 1, Arguments(p.dptr));
    OK(hipGraphAddDependencies(graph, &early, &allocated, 1));
    OK(hipGraphInstantiateWithFlags(&executable, graph, 1));
    OK(hipGraphLaunch(executable, d.stream));
    IS(hipStreamSynchronize(d.stream), 700);
    reset();
    OK(hipGraphExecDestroy(executable));
    OK(hipGraphDestroy(graph));
}

CPU_TEST(a_missing_edge_is_missed_sooner_or_later) {
    void *f = d.kernel(R"(extern "C" __global__ void f(int* at, int v) { *at = v; })", "f");
    int *x = d.memory<int>(1), *y = d.host<int>(1);
    void *graph, *executable;
    OK(hipGraphCreate(&graph, 0));
    add_kernel(graph, f, 1, 1, Arguments(x, 1));
    add_kernel(graph, f, 1, 1, Arguments(x, 2));
    OK(hipGraphInstantiateWithFlags(&executable, graph, 0));
    int seen = 0;
    for (int round = 0; round < 50; round++) {
        OK(hipGraphLaunch(executable, d.stream));
        d.out(y, x, 1);
        seen |= *y;
    }
    IS(seen, 3);
    OK(hipGraphExecDestroy(executable));
    OK(hipGraphDestroy(graph));
}

CPU_TEST(a_host_node_may_not_call_the_runtime) {
    static int status;
    sporos_hipHostNodeParams call{[](void *) { status = hipStreamQuery(nullptr); }, nullptr};
    void *graph, *node, *executable;
    OK(hipGraphCreate(&graph, 0));
    OK(hipGraphAddHostNode(&node, graph, nullptr, 0, &call));
    OK(hipGraphInstantiateWithFlags(&executable, graph, 0));
    OK(hipGraphLaunch(executable, d.stream));
    OK(hipStreamSynchronize(d.stream));
    IS(status, 801);
    OK(hipGraphExecDestroy(executable));
    OK(hipGraphDestroy(graph));
}

CPU_TEST(a_call_fails_when_it_is_told_to_and_only_then) {
    void *event;
    fail_next("hipEventCreateWithFlags", 2, 2);
    OK(hipEventCreateWithFlags(&event, 2));
    OK(hipEventDestroy(event));
    IS(hipEventCreateWithFlags(&event, 2), 2);
    OK(hipEventCreateWithFlags(&event, 2));
    OK(hipEventDestroy(event));
}

CPU_TEST(an_allocation_in_a_capture_breaks_it) {
    void *graph, *x;
    OK(hipStreamBeginCapture(d.stream, 1));
    IS(hipMalloc(&x, 8), 900);
    IS(hipStreamEndCapture(d.stream, &graph), 901);
    OK(hipStreamBeginCapture(d.stream, 2));
    OK(hipMalloc(&x, 8));
    OK(hipFree(x));
    OK(hipStreamEndCapture(d.stream, &graph));
    OK(hipGraphDestroy(graph));
}

CPU_TEST(a_fork_that_is_not_joined_is_found) {
    void *other, *fork, *graph;
    int *x = d.memory<int>(1);
    OK(hipStreamCreateWithFlags(&other, 1));
    OK(hipEventCreateWithFlags(&fork, 2));
    OK(hipStreamBeginCapture(d.stream, 1));
    OK(hipEventRecord(fork, d.stream));
    OK(hipStreamWaitEvent(other, fork, 0));
    OK(hipMemsetD32Async(x, 0, 1, other));
    IS(hipStreamEndCapture(d.stream, &graph), 904);
    IS(hipEventQuery(fork), 907);
    OK(hipEventDestroy(fork));
    OK(hipStreamDestroy(other));
}

CPU_TEST(arguments_of_the_wrong_size_are_refused) {
    void *f = d.kernel(R"(extern "C" __global__ void f(int* x, int n) {})", "f");
    IS(launch(d, f, 1, 1, 0, Arguments(d.memory<int>(1))), 1);
    IS(launch(d, f, 1, 1025, 0, Arguments(d.memory<int>(1), 1)), 9);
    IS(launch(d, f, 1, 1, 1 << 20, Arguments(d.memory<int>(1), 1)), 1);
}

CPU_TEST(an_unknown_architecture_or_option_is_refused) {
    for (const char *option : {"--gpu-architecture=gfx000", "-fmad=false"}) {
        void *program;
        OK(hiprtcCreateProgram(&program, "", "empty.hip", 0, nullptr, nullptr));
        IS(hiprtcCompileProgram(program, 1, &option), 5);
        OK(hiprtcDestroyProgram(&program));
    }
}

CPU_TEST(images_of_others_are_refused) {
    void *module;
    std::string image = Device::compile(R"(extern "C" __global__ void f() {})");
    IS(hipModuleLoadData(&module, "\177ELF and more"), 200);
    image[image.size() / 2] ^= 1;
    IS(hipModuleLoadData(&module, image.data()), 200);
}

CPU_TEST(kernels_in_two_streams_run_apart) {
    void *f = d.kernel(R"(extern "C" __global__ void f(int* x) {
        __shared__ int room[64];
        for (int k = 0; k < 100; k++) {
            room[threadIdx.x] = k + threadIdx.x;
            __syncthreads();
            if (room[63 - threadIdx.x] != k + 63 - threadIdx.x) atomicAdd(x, 1);
            __syncthreads();
        }
    })", "f");
    int *x = d.memory<int>(1), *y = d.host<int>(1);
    OK(hipMemsetD32Async(x, 0, 1, d.stream));
    OK(hipStreamSynchronize(d.stream));
    std::vector<std::thread> threads;
    for (int t = 0; t < 3; t++) {
        threads.emplace_back([&] {
            void *own;
            hipStreamCreateWithFlags(&own, 1);
            Arguments a(x);
            for (int k = 0; k < 20; k++) hipModuleLaunchKernel(f, 20, 1, 1, 64, 1, 1, 0, own, nullptr, a.extra);
            hipStreamSynchronize(own);
            hipStreamDestroy(own);
        });
    }
    for (std::thread &thread : threads) thread.join();
    d.out(y, x, 1);
    IS(*y, 0);
}

CPU_TEST(a_semaphore_is_waited_for_and_raised) {
    if (hipGraphAddExternalSemaphoresWaitNode == nullptr) return;
    const int file = memfd_create("semaphore", 0);
    OK(ftruncate(file, 8));
    auto *const value = (volatile long long *) mmap(nullptr, 8, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    sporos_hipExternalSemaphoreHandleDesc description{};
    description.type = 1;
    description.handle.fd = file;
    void *semaphore, *graph, *wait, *signal, *executable;
    IS(hipImportExternalSemaphore(&semaphore, &description), 1);
    description.type = SPOROS_HIP_TIMELINE_SEMAPHORE_FD;
    OK(hipImportExternalSemaphore(&semaphore, &description));
    sporos_hipExternalSemaphoreParams params{};
    const sporos_hipExternalSemaphoreNodeParams node{&semaphore, &params, 1};
    OK(hipGraphCreate(&graph, 0));
    params.value = 3;
    OK(hipGraphAddExternalSemaphoresWaitNode(&wait, graph, nullptr, 0, &node));
    params.value = 5;
    OK(hipGraphAddExternalSemaphoresSignalNode(&signal, graph, &wait, 1, &node));
    OK(hipGraphInstantiate(&executable, graph, nullptr, nullptr, 0));
    OK(hipGraphLaunch(executable, d.stream));
    usleep(20000);
    IS(*value, 0);
    IS(hipStreamQuery(d.stream), 600);
    *value = 3;
    OK(hipStreamSynchronize(d.stream));
    IS(*value, 5);
    OK(hipGraphExecDestroy(executable));
    OK(hipGraphDestroy(graph));
    OK(hipDestroyExternalSemaphore(semaphore));
    munmap((void *) value, 8);
    IS(hipDestroyExternalSemaphore(semaphore), 400);
}

CPU_TEST(nothing_is_left_over) {
    IS(live(0), 1);
    for (int kind = 1; kind < 11; kind++) IS(live(kind), 0);
}
