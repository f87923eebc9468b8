// The all-reduce of CollectiveSpeed, written by hand with NCCL and graphs of CUDA: nccl RANKS threads|processes, rank k
// on GPU k. Build: nvcc -O3 -std=c++17 -arch=native -o nccl nccl.cu -I.../nccl/include -Xlinker .../nccl/lib/libnccl.so.2
#include "counterpart.h"

#include <atomic>
#include <cstring>
#include <thread>

#include <nccl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define NCCL(...) nccl_check(__VA_ARGS__, #__VA_ARGS__, __LINE__)

static void nccl_check(ncclResult_t status, const char* call, int line) {
    if (status != ncclSuccess) {
        std::fprintf(stderr, "line %d: %s: %s\n", line, call, ncclGetErrorString(status));
        std::exit(1);
    }
}

constexpr int CHAIN = 20;
constexpr int ROUNDS = 200;
constexpr int ROUNDS_OF_LARGE = 20;

// The identity of the group, in memory that processes share.
struct Meeting {
    std::atomic<int> ready;
    ncclUniqueId id;
};

static cudaGraphExec_t chain(ncclComm_t group, cudaStream_t stream, double* x, size_t n, int length) {
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    for (int k = 0; k < length; k++) NCCL(ncclAllReduce(x, x, n, ncclFloat64, ncclSum, group, stream));
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    // NCCL waits for the ends of all graphs that hold its calls before it destroys a group.
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaGraphUpload(exec, stream));
    CHECK(cudaStreamSynchronize(stream));
    return exec;
}

static double total(cudaGraphExec_t exec, cudaStream_t stream) {
    double begin = now_us();
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamSynchronize(stream));
    return now_us() - begin;
}

static void run(int rank, int ranks, Meeting* meeting) {
    CHECK(cudaSetDevice(rank));
    if (rank == 0) {
        NCCL(ncclGetUniqueId(&meeting->id));
        meeting->ready = 1;
    }
    while (meeting->ready == 0) usleep(1000);
    ncclComm_t group;
    NCCL(ncclCommInitRank(&group, ranks, meeting->id, rank));
    cudaStream_t stream;
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    if (rank == 0) std::printf("| doubles | one, us | each of %d, us |\n| --- | --- | --- |\n", CHAIN);
    for (size_t n : {(size_t) 1, (size_t) 1024, (size_t) 1000000}) {
        double* x;
        CHECK(cudaMalloc(&x, n * sizeof(double)));
        CHECK(cudaMemset(x, 0, n * sizeof(double)));
        NCCL(ncclAllReduce(x, x, n, ncclFloat64, ncclSum, group, stream));
        CHECK(cudaStreamSynchronize(stream));
        cudaGraphExec_t one = chain(group, stream, x, n, 1), many = chain(group, stream, x, n, CHAIN);
        std::vector<double> single, each;
        for (int round = 0; round < (n < 1000000 ? ROUNDS : ROUNDS_OF_LARGE); round++) {
            single.push_back(total(one, stream));
            each.push_back(total(many, stream) / CHAIN);
        }
        if (rank == 0) std::printf("| %zu | %.1f | %.1f |\n", n, median(single), median(each));
        CHECK(cudaGraphExecDestroy(one));
        CHECK(cudaGraphExecDestroy(many));
        CHECK(cudaFree(x));
    }
    NCCL(ncclCommDestroy(group));
    std::fflush(stdout);
}

int main(int argc, char** argv) {
    int ranks = argc > 1 ? std::atoi(argv[1]) : 1;
    bool processes = argc > 2 && std::strcmp(argv[2], "processes") == 0;
    void* shared = mmap(nullptr, sizeof(Meeting), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    Meeting* meeting = new (shared) Meeting();
    std::vector<std::thread> threads;
    for (int rank = 0; rank < ranks; rank++) {
        if (!processes) {
            threads.emplace_back(run, rank, ranks, meeting);
        } else if (fork() == 0) {
            run(rank, ranks, meeting);
            _exit(0);
        }
    }
    for (auto& thread : threads) thread.join();
    int failed = 0;
    for (int rank = 0; processes && rank < ranks; rank++) {
        int status;
        wait(&status);
        failed |= status;
    }
    return failed != 0;
}
