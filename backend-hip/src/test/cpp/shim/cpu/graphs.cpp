#include "graphs.h"

#include <algorithm>

#include "memory.h"

namespace shim {

GraphMemory::GraphMemory(size_t n) : address(allocate(n, true, true)), bytes(n) {}

GraphMemory::~GraphMemory() {
    try {
        release(address, true, true);
    } catch (const Failure &) {
        // The device is broken by it.
    }
}

Graph::~Graph() {
    for (const auto &node : nodes) {
        if (node->handle != nullptr) shim::nodes().take(node->handle);
    }
}

Using::Using(Graph &g) : graph(g) {
    if (graph.busy.exchange(true)) fail(ILLEGAL_STATE, "two threads use a graph at the same time");
}

Node *add(Graph &graph, const Work &work, const std::vector<Node *> &before, bool registered) {
    for (Node *node : before) {
        if (node->graph != &graph) fail(INVALID_VALUE, "a dependency belongs to another graph");
    }
    const auto node = std::make_shared<Node>();
    node->graph = &graph;
    node->work = work;
    node->index = graph.nodes.size();
    graph.nodes.push_back(node);
    graph.allocates |= work.type == ALLOCATE_NODE;
    if (registered) node->handle = nodes().add(node);
    for (Node *from : before) add_edge(graph, from, node.get());
    return node.get();
}

void add_edge(Graph &graph, Node *from, Node *to) {
    require(from->graph == &graph && to->graph == &graph, INVALID_VALUE, "an edge to another graph");
    require(from != to, INVALID_VALUE, "an edge from a node to itself");
    // One of them is short in graphs that fan out or in.
    const bool there = from->after.size() < to->before.size()
            ? std::find(from->after.begin(), from->after.end(), to) != from->after.end()
            : std::find(to->before.begin(), to->before.end(), from) != to->before.end();
    require(!there, INVALID_VALUE, "an edge that is there already");
    from->after.push_back(to);
    to->before.push_back(from);
}

std::shared_ptr<Graph> clone(const Graph &graph) {
    const auto copy = std::make_shared<Graph>();
    for (const auto &node : graph.nodes) add(*copy, node->work, {}, false);
    for (const auto &node : graph.nodes) {
        for (Node *next : node->after) add_edge(*copy, copy->nodes[node->index].get(), copy->nodes[next->index].get());
    }
    return copy;
}

std::vector<Node *> ordered(const Graph &graph) {
    std::vector<size_t> open(graph.nodes.size());
    std::vector<Node *> all;
    for (const auto &node : graph.nodes) {
        open[node->index] = node->before.size();
        if (node->before.empty()) all.push_back(node.get());
    }
    for (size_t k = 0; k < all.size(); k++) {
        for (Node *next : all[k]->after) {
            if (--open[next->index] == 0) all.push_back(next);
        }
    }
    require(all.size() == graph.nodes.size(), INVALID_VALUE, "the graph has a cycle");
    return all;
}
}
