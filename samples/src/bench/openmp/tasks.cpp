// Task graphs in C++, for comparison: the same graphs and the same work in each node as on the Java side, run by plain
// serial code, by oneTBB in four ways and by OpenMP in two. Reads commands, one a line, and answers each with one line:
//
//   graph NAME NODES COUNT PREDECESSOR... COUNT PREDECESSOR... ...   defines a graph, its nodes in a topological order
//   use NAME MODE ITERATIONS         chooses the graph, the way to run it and the work of each node
//   measure MILLIS LEAST             runs it for a while, each sample so many nanoseconds at least: median, p99, samples
//   axpy MODE SIZE MILLIS            y = a x + y over so many doubles instead: median, p99, samples
//   roundtrip MILLIS                 a word to another thread and back instead: median, p99, samples
#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <thread>
#include <vector>
#ifdef WITH_TBB
#include <tbb/flow_graph.h>
#include <tbb/parallel_for.h>
#include <tbb/task_group.h>
#endif

using Clock = std::chrono::steady_clock;

struct Dag {
    int nodes = 0;
    std::vector<int> waits;
    std::vector<std::vector<int>> predecessors, successors, levels;
};

struct Work {
    std::vector<double> values;
    int iterations = 0;

    void operator()(int node) {
        double x = values[8 * node];
        for (int i = 0; i < iterations; i++) x = x * 0.999 + 0.5;
        values[8 * node] = x;
    }

    // An empty node does nothing at all, as on the Java side.
    void at(int node) {
        if (iterations > 0) (*this)(node);
    }
};

struct Runner {
    virtual ~Runner() noexcept(false) {}
    virtual void run() = 0;
};

struct Serial : Runner {
    const Dag& dag;
    Work& work;
    Serial(const Dag& d, Work& w) : dag(d), work(w) {}
    void run() override {
        for (int n = 0; n < dag.nodes; n++) work.at(n);
    }
};

// Counters that wait for predecessors; they are full again after each run. Who ends a node goes on with the first that
// became ready by that and spawns the others.
struct Counted : Runner {
    const Dag& dag;
    Work& work;
    std::unique_ptr<std::atomic<int>[]> left;
    Counted(const Dag& d, Work& w) : dag(d), work(w), left(new std::atomic<int>[d.nodes]) {
        for (int n = 0; n < d.nodes; n++) left[n] = d.waits[n];
    }
    template <class Spawn>
    void from(int node, const Spawn& spawn) {
        while (node >= 0) {
            work.at(node);
            int next = -1;
            for (int s : dag.successors[node]) {
                if (dag.waits[s] == 1 || left[s].fetch_sub(1, std::memory_order_acq_rel) == 1) {
                    left[s].store(dag.waits[s], std::memory_order_relaxed);
                    if (next < 0) next = s; else spawn(s);
                }
            }
            node = next;
        }
    }
};

struct OmpTasks : Counted {
    using Counted::Counted;
    void task(int node) {
#pragma omp task firstprivate(node)
        from(node, [this](int s) { task(s); });
    }
    void run() override {
#pragma omp parallel
#pragma omp single
        for (int n = 0; n < dag.nodes; n++)
            if (dag.predecessors[n].empty()) task(n);
    }
};

struct OmpLevels : Serial {
    using Serial::Serial;
    void run() override {
        for (auto& level : dag.levels) {
            int size = (int) level.size();
#pragma omp parallel for schedule(dynamic, 1)
            for (int i = 0; i < size; i++) work.at(level[i]);
        }
    }
};

#ifdef WITH_TBB
struct TbbGroup : Counted {
    tbb::task_group group;
    using Counted::Counted;
    void spawn(int node) {
        group.run([this, node] { from(node, [this](int s) { spawn(s); }); });
    }
    void run() override {
        for (int n = 0; n < dag.nodes; n++)
            if (dag.predecessors[n].empty()) spawn(n);
        group.wait();
    }
};

struct TbbLevels : Serial {
    using Serial::Serial;
    void run() override {
        for (auto& level : dag.levels) {
            int size = (int) level.size();
            tbb::parallel_for(0, size, [&](int i) { work.at(level[i]); });
        }
    }
};

template <class Node>
struct TbbFlow : Runner {
    tbb::flow::graph graph;
    std::vector<std::unique_ptr<Node>> nodes;
    std::vector<Node*> roots;
    TbbFlow(const Dag& dag, Work& work) {
        for (int n = 0; n < dag.nodes; n++) {
            nodes.emplace_back(new Node(graph, [&work, n](const tbb::flow::continue_msg&) {
                work.at(n);
                return tbb::flow::continue_msg();
            }));
            for (int p : dag.predecessors[n]) tbb::flow::make_edge(*nodes[p], *nodes[n]);
            if (dag.predecessors[n].empty()) roots.push_back(nodes[n].get());
        }
    }
    void run() override {
        for (Node* root : roots) root->try_put(tbb::flow::continue_msg());
        graph.wait_for_all();
    }
};
using Heavy = tbb::flow::continue_node<tbb::flow::continue_msg>;
using Light = tbb::flow::continue_node<tbb::flow::continue_msg, tbb::flow::lightweight>;
#endif

static std::unique_ptr<Runner> runner(const std::string& mode, const Dag& dag, Work& work) {
    if (mode == "serial") return std::make_unique<Serial>(dag, work);
    if (mode == "omp-tasks") return std::make_unique<OmpTasks>(dag, work);
    if (mode == "omp-levels") return std::make_unique<OmpLevels>(dag, work);
#ifdef WITH_TBB
    if (mode == "tbb-group") return std::make_unique<TbbGroup>(dag, work);
    if (mode == "tbb-levels") return std::make_unique<TbbLevels>(dag, work);
    if (mode == "tbb-flow") return std::make_unique<TbbFlow<Heavy>>(dag, work);
    if (mode == "tbb-flow-light") return std::make_unique<TbbFlow<Light>>(dag, work);
#endif
    return nullptr;
}

static std::string measure(const std::function<void()>& run, double millis, double least) {
    auto nanos = [](Clock::time_point from) { return std::chrono::duration<double, std::nano>(Clock::now() - from).count(); };
    run();
    int batch = 1;
    for (double took = 0; took < least; batch *= 2) {
        auto begin = Clock::now();
        for (int i = 0; i < batch; i++) run();
        took = nanos(begin);
        if (took >= least) break;
    }
    std::vector<double> samples;
    auto all = Clock::now();
    do {
        auto begin = Clock::now();
        for (int i = 0; i < batch; i++) run();
        samples.push_back(nanos(begin) / batch);
    } while (nanos(all) < millis * 1e6 || samples.size() < 5);
    std::sort(samples.begin(), samples.end());
    std::ostringstream answer;
    answer << samples[samples.size() / 2] << ' ' << samples[samples.size() * 99 / 100] << ' ' << samples.size();
    return answer.str();
}

static Dag readDag(std::istream& in) {
    Dag dag;
    in >> dag.nodes;
    dag.predecessors.resize(dag.nodes);
    dag.successors.resize(dag.nodes);
    dag.waits.resize(dag.nodes);
    std::vector<int> level(dag.nodes);
    for (int n = 0; n < dag.nodes; n++) {
        int count, p;
        in >> count;
        dag.waits[n] = count;
        while (count-- > 0) {
            in >> p;
            dag.predecessors[n].push_back(p);
            dag.successors[p].push_back(n);
            level[n] = std::max(level[n], level[p] + 1);
        }
        if (level[n] >= (int) dag.levels.size()) dag.levels.resize(level[n] + 1);
        dag.levels[level[n]].push_back(n);
    }
    return dag;
}

static std::string axpy(const std::string& mode, long size, double millis) {
    std::vector<double> x(size, 1.0), y(size, 2.0);
    double *xs = x.data(), *ys = y.data();
    if (mode == "serial") {
        return measure([=] { for (long i = 0; i < size; i++) ys[i] = 0.5 * xs[i] + ys[i]; }, millis, 20000);
    }
    return measure([=] {
#pragma omp parallel for
        for (long i = 0; i < size; i++) ys[i] = 0.5 * xs[i] + ys[i];
    }, millis, 20000);
}

struct alignas(128) Word {
    std::atomic<long> value{0};
};

static std::string roundTrip(double millis) {
    static Word there, back;
    const long end = -1;
    long sent = 0;
    there.value = back.value = sent;
    std::thread other([&] {
        for (long seen = 0;;) {
            const long now = there.value.load(std::memory_order_acquire);
            if (now == end) return;
            if (now != seen) back.value.store(seen = now, std::memory_order_release);
        }
    });
    const std::string answer = measure([&] {
        there.value.store(++sent, std::memory_order_release);
        while (back.value.load(std::memory_order_acquire) != sent) {}
    }, millis, 20000);
    there.value = end;
    other.join();
    return answer;
}

static volatile double sink;

int main(int argc, char** argv) {
    if (argc > 1 && std::string(argv[1]) == "spin") {
        for (double x = 0;; x = x * 0.999 + 0.5) sink = x;
    }
    std::map<std::string, Dag> dags;
    Work work;
    std::unique_ptr<Runner> chosen;
    std::string line;
    while (std::getline(std::cin, line)) {
        std::istringstream in(line);
        std::string command, name, mode;
        in >> command >> name;
        if (command == "graph") {
            dags[name] = readDag(in);
            std::cout << "ok" << std::endl;
        } else if (command == "use") {
            in >> mode >> work.iterations;
            const Dag& dag = dags[name];
            chosen.reset();
            work.values.assign(8 * dag.nodes, 1.0);
            chosen = runner(mode, dag, work);
            std::cout << (chosen ? "ok" : "no") << std::endl;
        } else if (command == "measure") {
            double least;
            in >> least;
            std::cout << measure([&] { chosen->run(); }, std::stod(name), least) << std::endl;
        } else if (command == "axpy") {
            long size;
            double millis;
            in >> size >> millis;
            std::cout << axpy(name, size, millis) << std::endl;
        } else if (command == "roundtrip") {
            std::cout << roundTrip(std::stod(name)) << std::endl;
        } else {
            std::cout << "no" << std::endl;
        }
    }
}
