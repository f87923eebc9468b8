#include "streams.h"

#include <thread>

#include "graphs.h"

namespace shim {
namespace {

// The threads that work streams off; they live until the process ends, so that those known to a JVM stay so.
struct Pool {
    std::mutex lock;
    std::condition_variable wake;
    std::deque<std::shared_ptr<Stream>> waiting;
    size_t idle = 0;
};

Pool &pool() {
    static Pool *const all = new Pool();
    return *all;
}

void work_off(Stream &s) {
    for (;;) {
        std::function<void()> body;
        {
            std::lock_guard<std::mutex> held(s.lock);
            if (s.queue.empty()) {
                s.running = false;
                s.idle.notify_all();
                return;
            }
            body = std::move(s.queue.front());
            s.queue.pop_front();
        }
        try {
            body();
        } catch (const Failure &failure) {
            break_device(failure);
        }
    }
}

void serve() {
    for (;;) {
        std::shared_ptr<Stream> s;
        {
            std::unique_lock<std::mutex> held(pool().lock);
            pool().idle++;
            pool().wake.wait(held, [] { return !pool().waiting.empty(); });
            pool().idle--;
            s = pool().waiting.front();
            pool().waiting.pop_front();
        }
        work_off(*s);
    }
}

struct Records {
    std::mutex lock;
    std::condition_variable changed;
};

Records &records() {
    static Records *const all = new Records();
    return *all;
}

std::shared_ptr<Stream> &default_stream() {
    static auto *const s = new std::shared_ptr<Stream>(std::make_shared<Stream>());
    return *s;
}
}

std::shared_ptr<Stream> stream(void *handle) { return handle == nullptr ? default_stream() : streams().at(handle); }

void enqueue(const std::shared_ptr<Stream> &s, std::function<void()> body) {
    {
        std::lock_guard<std::mutex> held(s->lock);
        s->queue.push_back(std::move(body));
        if (s->running) return;
        s->running = true;
    }
    std::lock_guard<std::mutex> held(pool().lock);
    pool().waiting.push_back(s);
    if (pool().idle < pool().waiting.size()) {
        std::thread(serve).detach();
    } else {
        pool().wake.notify_one();
    }
}

void submit(void *handle, const Work &work) {
    const auto s = stream(handle);
    if (s->capture) {
        add_captured(*s, work);
    } else {
        enqueue(s, work.run);
    }
}

void synchronize(Stream &s) {
    std::unique_lock<std::mutex> held(s.lock);
    s.idle.wait(held, [&] { return !s.running; });
}

void synchronize_all() {
    synchronize(*default_stream());
    for (const auto &s : streams().all()) synchronize(*s);
}

unsigned long long next_record(Event &event) {
    std::lock_guard<std::mutex> held(records().lock);
    event.captured = false;
    return ++event.recorded;
}

unsigned long long last_record(Event &event) {
    std::lock_guard<std::mutex> held(records().lock);
    return event.recorded;
}

void mark_recorded(Event &event, unsigned long long record) {
    std::lock_guard<std::mutex> held(records().lock);
    if (event.done < record) event.done = record;
    records().changed.notify_all();
}

void wait_for_record(Event &event, unsigned long long record) {
    std::unique_lock<std::mutex> held(records().lock);
    records().changed.wait(held, [&] { return event.done >= record; });
}
}

using namespace shim;

EXPORT int hipStreamCreateWithFlags(void **out, unsigned flags) {
    return call("hipStreamCreateWithFlags", DEVICE, [&] {
        require(out != nullptr && flags <= 1, INVALID_VALUE, "a stream has flags 0 or 1");
        *out = streams().add(std::make_shared<Stream>());
    });
}

EXPORT int hipStreamCreate(void **out) { return hipStreamCreateWithFlags(out, 0); }

EXPORT int hipStreamDestroy(void *handle) {
    return call("hipStreamDestroy", DEVICE | ALSO_BROKEN, [&] {
        require(streams().at(handle)->capture == nullptr, CAPTURE_UNSUPPORTED, "the stream is being captured");
        // What it has to do is still done.
        streams().take(handle);
    });
}

EXPORT int hipStreamSynchronize(void *handle) {
    const int status = call("hipStreamSynchronize", DEVICE | ALSO_BROKEN, [&] {
        const auto s = stream(handle);
        refuse_on_captured(*s, "hipStreamSynchronize");
        synchronize(*s);
    });
    return status != SUCCESS ? status : call("", DEVICE, [] {});
}

EXPORT int hipDeviceSynchronize() {
    const int status = call("hipDeviceSynchronize", DEVICE | NO_CAPTURE | ALSO_BROKEN, [] { synchronize_all(); });
    return status != SUCCESS ? status : call("", DEVICE, [] {});
}

EXPORT int hipStreamQuery(void *handle) {
    return call("hipStreamQuery", DEVICE, [&] {
        const auto s = stream(handle);
        refuse_on_captured(*s, "hipStreamQuery");
        std::lock_guard<std::mutex> held(s->lock);
        require(!s->running, NOT_READY, "the stream has work to do");
    });
}

EXPORT int hipStreamWaitEvent(void *handle, void *waited, unsigned flags) {
    return call("hipStreamWaitEvent", DEVICE, [&] {
        require(flags == 0, INVALID_VALUE, "a wait has no flags");
        const auto s = stream(handle);
        const auto event = events().at(waited);
        if (await_captured(s, *event)) return;
        const unsigned long long record = last_record(*event);
        if (record > 0) enqueue(s, [=] { wait_for_record(*event, record); });
    });
}

EXPORT int hipEventCreateWithFlags(void **out, unsigned flags) {
    return call("hipEventCreateWithFlags", DEVICE, [&] {
        require(out != nullptr && (flags & ~0xc0000003u) == 0, INVALID_VALUE, "unknown flags of an event");
        *out = events().add(std::make_shared<Event>());
    });
}

EXPORT int hipEventDestroy(void *event) {
    return call("hipEventDestroy", DEVICE | ALSO_BROKEN, [&] { events().take(event); });
}

EXPORT int hipEventRecord(void *recorded, void *handle) {
    return call("hipEventRecord", DEVICE, [&] {
        const auto s = stream(handle);
        const auto event = events().at(recorded);
        if (record_captured(*s, *event)) return;
        const unsigned long long record = next_record(*event);
        enqueue(s, [=] { mark_recorded(*event, record); });
    });
}

EXPORT int hipEventSynchronize(void *waited) {
    const int status = call("hipEventSynchronize", DEVICE | ALSO_BROKEN, [&] {
        const auto event = events().at(waited);
        require(!event->captured, CAPTURED_EVENT, "the event was last recorded by a capture");
        wait_for_record(*event, last_record(*event));
    });
    return status != SUCCESS ? status : call("", DEVICE, [] {});
}

EXPORT int hipEventQuery(void *asked) {
    return call("hipEventQuery", DEVICE, [&] {
        const auto event = events().at(asked);
        require(!event->captured, CAPTURED_EVENT, "the event was last recorded by a capture");
        std::lock_guard<std::mutex> held(records().lock);
        require(event->done >= event->recorded, NOT_READY, "the event has not come yet");
    });
}
