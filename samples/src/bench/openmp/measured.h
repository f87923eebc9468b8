// What the counterparts have in common: a clock, the time of a step, and the answers to lines "name repetitions".
#pragma once

#include <algorithm>
#include <chrono>
#include <ctime>
#include <functional>
#include <iostream>
#include <map>
#include <string>
#include <vector>

// Works by their names: each gives a time in microseconds.
using Works = std::map<std::string, std::function<double()>>;

// Whether times are those of all threads together instead of the time that passes.
inline bool of_processors;

inline double now_us() {
    if (of_processors) return 1e6 * std::clock() / CLOCKS_PER_SEC;
    using namespace std::chrono;
    return duration<double, std::micro>(steady_clock::now().time_since_epoch()).count();
}

// The time of one step, from as many as are long beside the ticks of the clock.
inline double time_of_one(int steps, const std::function<void()>& step) {
    double begin = now_us();
    for (int k = 0; k < steps; k++) step();
    return (now_us() - begin) / steps;
}

// Answers each line "name repetitions" with the median time of that work.
inline void answer(const Works& works) {
    std::string name;
    int repetitions;
    while (std::cin >> name >> repetitions) {
        auto work = works.find(name);
        if (work == works.end()) {
            std::cout << "unknown" << std::endl;
            continue;
        }
        std::vector<double> times;
        for (int k = 0; k < repetitions; k++) times.push_back(work->second());
        std::sort(times.begin(), times.end());
        std::cout << times[times.size() / 2] << std::endl;
    }
}
