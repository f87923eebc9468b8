// Streams as queues that threads of their own work off, and events.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include "handles.h"

namespace shim {

struct Capture;
struct GraphMemory;

// hipGraphNodeType as ROCm 5.7 and later count.
enum NodeType {
    KERNEL_NODE = 0,
    COPY_NODE = 1,
    FILL_NODE = 2,
    HOST_NODE = 3,
    CHILD_NODE = 4,
    EMPTY_NODE = 5,
    WAIT_NODE = 6,
    RECORD_NODE = 7,
    SIGNAL_NODE = 8,
    SEMAPHORE_WAIT_NODE = 9,
    ALLOCATE_NODE = 10,
    FREE_NODE = 11
};

// One thing to do, on a stream or as a node of a graph.
struct Work {
    int type = EMPTY_NODE;
    std::function<void()> run;
    std::shared_ptr<Event> event;
    std::shared_ptr<Graph> child;
    std::shared_ptr<GraphMemory> memory;
    std::shared_ptr<Launch> launch;
};

struct Event {
    unsigned long long recorded = 0, done = 0;
    std::weak_ptr<Capture> capture;
    bool captured = false;
    std::vector<Node *> at;
};

struct Stream {
    std::mutex lock;
    std::condition_variable idle;
    std::deque<std::function<void()>> queue;
    bool running = false;
    std::shared_ptr<Capture> capture;
    std::vector<Node *> last;
};

std::shared_ptr<Stream> stream(void *handle);

// Puts work on a stream, or into the graph that is captured from it.
void submit(void *stream, const Work &work);
// Puts it on the stream in any case; it may not throw anything but a Failure.
void enqueue(const std::shared_ptr<Stream> &stream, std::function<void()> body);
void synchronize(Stream &stream);
void synchronize_all();

unsigned long long next_record(Event &event);
unsigned long long last_record(Event &event);
void mark_recorded(Event &event, unsigned long long record);
void wait_for_record(Event &event, unsigned long long record);
}
