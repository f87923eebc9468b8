// The counterparts of AlgorithmSpeed.java: radix sorts and selections of CUB, and random numbers of cuRAND's device API
// where its headers are installed.
#include "counterpart.h"

#include <cub/cub.cuh>
#if __has_include(<curand_kernel.h>)
#include <curand_kernel.h>
#define HAS_CURAND
#endif
#include <thrust/iterator/counting_iterator.h>

#include <random>

template <class T>
static T* device(const std::vector<T>& values) {
    T* on_device;
    CHECK(cudaMalloc(&on_device, values.size() * sizeof(T)));
    CHECK(cudaMemcpy(on_device, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
    return on_device;
}

template <class T>
static T* device(size_t n) {
    T* on_device;
    CHECK(cudaMalloc(&on_device, n * sizeof(T)));
    return on_device;
}

static Once timed(const std::function<void()>& work) {
    return [=] {
        double begin = now_us();
        work();
        CHECK(cudaDeviceSynchronize());
        return now_us() - begin;
    };
}

// A sort begins with a copy of the unsorted keys, as on the other side.
template <class T>
static Once sort_of(const std::vector<T>& values, int end_bit) {
    T* unsorted = device(values);
    T* keys = device<T>(values.size());
    T* sorted = device<T>(values.size());
    const int n = (int) values.size();
    size_t bytes = 0;
    CHECK(cub::DeviceRadixSort::SortKeys(nullptr, bytes, keys, sorted, n, 0, end_bit));
    char* scratch = device<char>(bytes);
    return timed([=]() mutable {
        CHECK(cudaMemcpyAsync(keys, unsorted, n * sizeof(T), cudaMemcpyDeviceToDevice));
        CHECK(cub::DeviceRadixSort::SortKeys(scratch, bytes, keys, sorted, n, 0, end_bit));
    });
}

struct Below {
    const double* x;
    double limit;
    __device__ bool operator()(int i) const { return x[i] < limit; }
};

static Once selection(int n, double percent) {
    std::mt19937_64 random(n);
    std::uniform_real_distribution<double> uniform(0, 100);
    std::vector<double> values(n);
    for (double& value : values) value = uniform(random);
    Below below{device(values), percent};
    int* kept = device<int>(n);
    int* count = device<int>(1);
    thrust::counting_iterator<int> indexes(0);
    size_t bytes = 0;
    CHECK(cub::DeviceSelect::If(nullptr, bytes, indexes, kept, count, n, below));
    char* scratch = device<char>(bytes);
    return timed([=]() mutable { CHECK(cub::DeviceSelect::If(scratch, bytes, indexes, kept, count, n, below)); });
}

#ifdef HAS_CURAND
__global__ void uniforms(double* x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    curandStatePhilox4_32_10_t state;
    curand_init(1, i, 0, &state);
    x[i] = curand_uniform_double(&state);
}

__global__ void normals(double* x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    curandStatePhilox4_32_10_t state;
    curand_init(1, i, 0, &state);
    x[i] = curand_normal_double(&state);
}

static Once random_numbers(int n, bool normal) {
    double* x = device<double>(n);
    return timed([=] {
        if (normal) {
            normals<<<(n + 255) / 256, 256>>>(x, n);
        } else {
            uniforms<<<(n + 255) / 256, 256>>>(x, n);
        }
        CHECK(cudaGetLastError());
    });
}
#endif

template <class T>
static std::vector<T> random_keys(int n, uint64_t mask) {
    std::mt19937_64 random(n);
    std::vector<T> values(n);
    for (T& value : values) value = (T) (random() & mask);
    return values;
}

static std::vector<double> random_doubles(int n) {
    std::mt19937_64 random(n);
    std::uniform_real_distribution<double> uniform(-1, 1);
    std::vector<double> values(n);
    for (double& value : values) value = uniform(random);
    return values;
}

int main() {
    std::map<std::string, std::function<Once()>> cases;
    for (int n : {10000, 1000000, 100000000}) {
        const std::string size = "-" + std::to_string(n);
        cases["ints" + size] = [=] { return sort_of(random_keys<int>(n, ~0ull), 32); };
        cases["few" + size] = [=] { return sort_of(random_keys<int>(n, 4095), 12); };
        cases["longs" + size] = [=] { return sort_of(random_keys<long long>(n, ~0ull), 64); };
        cases["doubles" + size] = [=] { return sort_of(random_doubles(n), 64); };
        cases["half" + size] = [=] { return selection(n, 50); };
#ifdef HAS_CURAND
        cases["uniform" + size] = [=] { return random_numbers(n, false); };
        cases["normal" + size] = [=] { return random_numbers(n, true); };
#endif
    }
    return serve(cases);
}
