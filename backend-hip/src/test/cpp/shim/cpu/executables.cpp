// Instantiated graphs: copies of their nodes, run one after another in an order that is another one at each run and
// keeps to nothing but the edges, so that an edge which is missing is missed.
#include <algorithm>

#include "graphs.h"
#include "memory.h"

namespace shim {
namespace {

// The steps of a graph that others must wait for.
struct Ends {
    std::vector<int> roots, leaves;
};

Ends take_apart(const Graph &graph, std::vector<Step> &steps);

void edge(std::vector<Step> &steps, int from, int to) {
    steps[from].after.push_back(to);
    steps[to].before++;
}

Ends steps_of(const Node &node, std::vector<Step> &steps) {
    if (node.work.type == CHILD_NODE) {
        const Ends inner = take_apart(*node.work.child, steps);
        if (!inner.roots.empty()) return inner;
    }
    steps.push_back({node.work, {}, 0});
    const int at = (int) steps.size() - 1;
    return {{at}, {at}};
}

Ends take_apart(const Graph &graph, std::vector<Step> &steps) {
    std::vector<Ends> ends(graph.nodes.size());
    Ends all;
    for (Node *node : ordered(graph)) {
        const Ends own = ends[node->index] = steps_of(*node, steps);
        for (Node *before : node->before) {
            for (int from : ends[before->index].leaves) {
                for (int to : own.roots) edge(steps, from, to);
            }
        }
        if (node->before.empty()) all.roots.insert(all.roots.end(), own.roots.begin(), own.roots.end());
        if (node->after.empty()) all.leaves.insert(all.leaves.end(), own.leaves.begin(), own.leaves.end());
    }
    return all;
}

unsigned next_random() {
    static std::atomic<unsigned long long> seed{(unsigned long long) setting("SPOROS_SHIM_SEED", 1)};
    unsigned long long z = seed.fetch_add(0x9e3779b97f4a7c15ULL);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ z >> 27) * 0x94d049bb133111ebULL;
    return (unsigned) (z >> 33);
}

// The records that the events of one run stand for, fixed when it is launched.
std::vector<unsigned long long> records(const Executable &e) {
    std::vector<unsigned long long> all(e.steps.size());
    for (size_t k = 0; k < e.steps.size(); k++) {
        if (e.steps[k].work.type == WAIT_NODE) all[k] = last_record(*e.steps[k].work.event);
    }
    for (size_t k = 0; k < e.steps.size(); k++) {
        if (e.steps[k].work.type == RECORD_NODE) all[k] = next_record(*e.steps[k].work.event);
    }
    return all;
}

void begin_life(GraphMemory &memory, bool frees) {
    if (memory.there && !frees) fail(LAUNCH_FAILURE, "a graph allocates again what it has not freed");
    memory.there = true;
    set_there(memory.address, true);
}

void end_life(GraphMemory &memory) {
    set_there(memory.address, false);
    memory.there = false;
}

void run(const Step &step, unsigned long long record, bool frees) {
    const Work &work = step.work;
    switch (work.type) {
        case WAIT_NODE: wait_for_record(*work.event, record); break;
        case RECORD_NODE: mark_recorded(*work.event, record); break;
        case ALLOCATE_NODE: begin_life(*work.memory, frees); break;
        case FREE_NODE: end_life(*work.memory); break;
        default:
            if (work.run) work.run();
    }
}

// After a failure nothing runs, but who waits for an event is told.
void run(const Executable &e, const std::vector<unsigned long long> &records) {
    std::vector<int> open(e.steps.size()), ready;
    for (size_t k = 0; k < e.steps.size(); k++) {
        open[k] = e.steps[k].before;
        if (open[k] == 0) ready.push_back((int) k);
    }
    bool failed = false;
    while (!ready.empty()) {
        std::swap(ready[next_random() % ready.size()], ready.back());
        const int at = ready.back();
        ready.pop_back();
        try {
            if (!failed || e.steps[at].work.type == RECORD_NODE) run(e.steps[at], records[at], e.frees);
        } catch (const Failure &failure) {
            break_device(failure);
            failed = true;
        }
        for (int next : e.steps[at].after) {
            if (--open[next] == 0) ready.push_back(next);
        }
    }
}
}

Executable::~Executable() {
    if (const auto graph = source.lock()) graph->instances--;
}

std::shared_ptr<Executable> instantiate(const std::shared_ptr<Graph> &graph, unsigned long long flags) {
    require(flags <= 1, INVALID_VALUE, "unknown flags of instantiation");
    Using held(*graph);
    if (graph->allocates && graph->instances > 0) {
        fail(NOT_SUPPORTED, "a graph that allocates has one executable at most");
    }
    const auto e = std::make_shared<Executable>();
    take_apart(*graph, e->steps);
    e->frees = flags & 1;
    e->source = graph;
    graph->instances++;
    return e;
}

void launch(const std::shared_ptr<Executable> &e, const std::shared_ptr<Stream> &s) {
    require(s->capture == nullptr, CAPTURE_UNSUPPORTED, "an executable graph is launched into a capture");
    e->submitted++;
    enqueue(s, [e, all = records(*e)] {
        if (e->running.exchange(true)) {
            break_device({LAUNCH_FAILURE, "an executable graph runs twice at the same time"});
        }
        run(*e, all);
        e->running = false;
        e->submitted--;
    });
}
}

using namespace shim;

EXPORT int hipGraphInstantiateWithFlags(void **out, void *graph, unsigned long long flags) {
    return call("hipGraphInstantiateWithFlags", DEVICE, [&] {
        require(out != nullptr, INVALID_VALUE, "there is no place for the executable");
        *out = nullptr;
        *out = executables().add(instantiate(graphs().at(graph), flags));
    });
}

EXPORT int hipGraphInstantiate(void **out, void *graph, void **failed, char *log, size_t bytes) {
    if (failed != nullptr) *failed = nullptr;
    if (log != nullptr && bytes > 0) *log = 0;
    return call("hipGraphInstantiate", DEVICE, [&] {
        require(out != nullptr, INVALID_VALUE, "there is no place for the executable");
        *out = nullptr;
        *out = executables().add(instantiate(graphs().at(graph), 0));
    });
}

EXPORT int hipGraphExecDestroy(void *handle) {
    return call("hipGraphExecDestroy", DEVICE | ALSO_BROKEN, [&] {
        require(executables().at(handle)->submitted == 0, ILLEGAL_STATE, "the executable graph still runs");
        executables().take(handle);
    });
}

EXPORT int hipGraphLaunch(void *handle, void *on) {
    return call("hipGraphLaunch", DEVICE, [&] { launch(executables().at(handle), stream(on)); });
}

#ifndef SPOROS_SHIM_ROCM_5_2
EXPORT int hipGraphUpload(void *handle, void *on) {
    return call("hipGraphUpload", DEVICE, [&] {
        executables().at(handle);
        refuse_on_captured(*stream(on), "hipGraphUpload");
    });
}
#endif
