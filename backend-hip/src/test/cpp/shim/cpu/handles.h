// Objects behind handles that are never used twice, so that an old or invented one is always found out.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "calls.h"

namespace shim {

enum Kind { STREAM, EVENT, MODULE, FUNCTION, GRAPH, NODE, EXECUTABLE, PROGRAM, DEVICE_MEMORY, PINNED_MEMORY, SEMAPHORE, RANKS, KINDS };

template <class T> class Table {
    const Kind kind;
    const char *const name;
    const int status;
    mutable std::mutex lock;
    std::unordered_map<std::uintptr_t, std::shared_ptr<T>> objects;
    std::uintptr_t next = 0;

  public:
    Table(Kind k, const char *n, int s) : kind(k), name(n), status(s) {}

    void *add(const std::shared_ptr<T> &object) {
        std::lock_guard<std::mutex> held(lock);
        const std::uintptr_t handle = ((std::uintptr_t) (kind + 1) << 40) + ++next * 16;
        objects[handle] = object;
        return (void *) handle;
    }

    std::shared_ptr<T> at(const void *handle) const {
        std::lock_guard<std::mutex> held(lock);
        const auto found = objects.find((std::uintptr_t) handle);
        if (found == objects.end()) fail(status, "%p is no %s, or no longer", handle, name);
        return found->second;
    }

    std::shared_ptr<T> take(const void *handle) {
        std::lock_guard<std::mutex> held(lock);
        const auto found = objects.find((std::uintptr_t) handle);
        if (found == objects.end()) fail(status, "%p is no %s, or no longer", handle, name);
        std::shared_ptr<T> object = found->second;
        objects.erase(found);
        return object;
    }

    std::vector<std::shared_ptr<T>> all() const {
        std::lock_guard<std::mutex> held(lock);
        std::vector<std::shared_ptr<T>> every;
        for (const auto &entry : objects) every.push_back(entry.second);
        return every;
    }

    size_t size() const {
        std::lock_guard<std::mutex> held(lock);
        return objects.size();
    }
};

struct Stream;
struct Event;
struct Module;
struct Function;
struct Graph;
struct Node;
struct Launch;
struct Executable;
struct Program;
struct Semaphore;
struct Ranks;
Table<Stream> &streams();
Table<Event> &events();
Table<Module> &modules();
Table<Function> &functions();
Table<Graph> &graphs();
Table<Node> &nodes();
Table<Executable> &executables();
Table<Program> &programs();
Table<Semaphore> &semaphores();
Table<Ranks> &groups();
}
