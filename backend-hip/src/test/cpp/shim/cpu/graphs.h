// Graphs, what is captured into them, and their executables.
#pragma once

#include <atomic>
#include <thread>

#include "streams.h"

namespace shim {

// Memory between an allocating and a freeing node: an address from the first to the last of those who know it.
struct GraphMemory {
    void *const address;
    const size_t bytes;
    std::atomic<bool> there{false};
    bool has_free = false;
    explicit GraphMemory(size_t n);
    ~GraphMemory();
};

struct Node {
    void *handle = nullptr;
    Graph *graph = nullptr;
    Work work;
    std::vector<Node *> before, after;
    size_t index = 0;
};

struct Graph {
    std::vector<std::shared_ptr<Node>> nodes;
    std::atomic<int> instances{0};
    std::atomic<bool> busy{false};
    bool allocates = false;
    ~Graph();
};

// Keeps a graph for one thread; a second one at the same time is refused.
class Using {
    Graph &graph;

  public:
    explicit Using(Graph &g);
    ~Using() { graph.busy = false; }
};

struct Capture {
    std::shared_ptr<Graph> graph = std::make_shared<Graph>();
    std::thread::id thread;
    int mode = 0;
    Stream *origin = nullptr;
    bool broken = false;
    std::vector<std::weak_ptr<Stream>> streams;
};

// Adds a node; registered ones have a handle.
Node *add(Graph &graph, const Work &work, const std::vector<Node *> &before, bool registered);
void add_edge(Graph &graph, Node *from, Node *to);
std::shared_ptr<Graph> clone(const Graph &graph);
// The nodes in an order that keeps to the edges; fails if there is a cycle.
std::vector<Node *> ordered(const Graph &graph);

void add_captured(Stream &stream, const Work &work);
bool await_captured(const std::shared_ptr<Stream> &stream, Event &event);
bool record_captured(Stream &stream, Event &event);
void refuse_on_captured(Stream &stream, const char *name);

// A node of an executable: children are taken apart into their nodes.
struct Step {
    Work work;
    std::vector<int> after;
    int before = 0;
};

struct Executable {
    std::vector<Step> steps;
    std::weak_ptr<Graph> source;
    bool frees = false;
    std::atomic<int> submitted{0};
    std::atomic<bool> running{false};
    ~Executable();
};

std::shared_ptr<Executable> instantiate(const std::shared_ptr<Graph> &graph, unsigned long long flags);
void launch(const std::shared_ptr<Executable> &executable, const std::shared_ptr<Stream> &stream);
}
