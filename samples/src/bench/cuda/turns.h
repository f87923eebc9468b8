// Programs that measure several ways to do the same work, in turns: each round times every way once, so that what
// changes on the machine meanwhile changes all of them. Prints a table with the median of the rounds and their range.
#pragma once

#include "counterpart.h"

struct Way {
    std::string name;
    Once once;
};

// Times in microseconds: in each round the median of `repetitions` calls of each way.
inline void in_turns(const std::string& title, const std::vector<Way>& ways, int rounds, int repetitions) {
    std::vector<std::vector<double>> times(ways.size());
    for (size_t k = 0; k < ways.size(); k++) {
        for (int warm = 0; warm < 3; warm++) ways[k].once();
    }
    for (int round = 0; round < rounds; round++) {
        for (size_t k = 0; k < ways.size(); k++) {
            std::vector<double> calls;
            for (int call = 0; call < repetitions; call++) calls.push_back(ways[k].once());
            times[k].push_back(median(calls));
        }
    }
    std::printf("\n| %s, us | median | range | / first |\n| --- | --- | --- | --- |\n", title.c_str());
    double first = median(times[0]);
    for (size_t k = 0; k < ways.size(); k++) {
        auto range = std::minmax_element(times[k].begin(), times[k].end());
        double middle = median(times[k]);
        std::printf("| %s | %.2f | %.2f to %.2f | %.2f |\n", ways[k].name.c_str(), middle, *range.first, *range.second,
                    middle / first);
    }
    std::fflush(stdout);
}

// The time from a launch of an executable graph to its end.
inline Once launch_and_wait(cudaGraphExec_t exec, cudaStream_t stream) {
    return [=] {
        double begin = now_us();
        CHECK(cudaGraphLaunch(exec, stream));
        CHECK(cudaStreamSynchronize(stream));
        return now_us() - begin;
    };
}

// The graph of what a function launches into a stream.
inline cudaGraphExec_t captured(cudaStream_t stream, const std::function<void()>& launches) {
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    launches();
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    CHECK(cudaGraphUpload(exec, stream));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaGraphDestroy(graph));
    return exec;
}
