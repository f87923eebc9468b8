// What the CUDA C++ counterparts of the benchmarks share: they answer lines "name repetitions" on standard input with a
// median in microseconds, one line each, so that the Java program can measure both sides in turn.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include <cuda_runtime.h>

inline void check(cudaError_t status, const char* call, int line) {
    if (status != cudaSuccess) {
        std::fprintf(stderr, "line %d: %s: %s\n", line, call, cudaGetErrorString(status));
        std::exit(1);
    }
}

#define CHECK(...) check(__VA_ARGS__, #__VA_ARGS__, __LINE__)

inline double now_us() {
    using namespace std::chrono;
    return duration<double, std::micro>(steady_clock::now().time_since_epoch()).count();
}

inline double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

// A measurement: one repetition's time in microseconds.
using Once = std::function<double()>;

// Answers until standard input ends. Measurements are prepared when they are asked for first.
inline int serve(const std::map<std::string, std::function<Once()>>& cases) {
    std::map<std::string, Once> ready;
    std::string name;
    int repetitions = 0;
    while (std::cin >> name >> repetitions) {
        auto found = cases.find(name);
        if (found == cases.end()) {
            std::cout << "unknown" << std::endl;
            continue;
        }
        if (ready.count(name) == 0) {
            ready[name] = found->second();
            ready[name]();
        }
        std::vector<double> times;
        for (int k = 0; k < repetitions; k++) {
            times.push_back(ready[name]());
        }
        std::cout << median(times) << std::endl;
    }
    return 0;
}
