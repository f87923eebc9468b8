// Recording the calls on streams as graphs.
#include <algorithm>

#include "graphs.h"

namespace shim {
namespace {
enum Mode { GLOBAL_MODE = 0, THREAD_MODE = 1, RELAXED_MODE = 2 };

struct Active {
    std::mutex lock;
    std::vector<std::weak_ptr<Capture>> captures;
};

Active &active() {
    static Active *const all = new Active();
    return *all;
}

std::vector<std::shared_ptr<Capture>> all_active() {
    std::lock_guard<std::mutex> held(active().lock);
    std::vector<std::shared_ptr<Capture>> all;
    std::vector<std::weak_ptr<Capture>> left;
    for (const auto &weak : active().captures) {
        if (const auto capture = weak.lock()) {
            all.push_back(capture);
            left.push_back(weak);
        }
    }
    active().captures = left;
    return all;
}

void join(std::vector<Node *> &to, const std::vector<Node *> &from) {
    for (Node *node : from) {
        if (std::find(to.begin(), to.end(), node) == to.end()) to.push_back(node);
    }
}

void require_whole(const Capture &capture) {
    require(!capture.broken, CAPTURE_INVALIDATED, "the capture was broken by an earlier call");
}
}

void refuse_while_capturing(const char *name) {
    for (const auto &capture : all_active()) {
        const bool own = capture->thread == std::this_thread::get_id();
        if (own ? capture->mode != RELAXED_MODE : capture->mode == GLOBAL_MODE) {
            capture->broken = true;
            fail(CAPTURE_UNSUPPORTED, "%s is called while a stream is being captured", name);
        }
    }
}

void refuse_on_captured(Stream &s, const char *name) {
    if (s.capture == nullptr) return;
    s.capture->broken = true;
    fail(CAPTURE_UNSUPPORTED, "%s is called on a stream that is being captured", name);
}

void add_captured(Stream &s, const Work &work) {
    require_whole(*s.capture);
    s.last = {add(*s.capture->graph, work, s.last, true)};
}

bool record_captured(Stream &s, Event &event) {
    if (s.capture == nullptr) return false;
    require_whole(*s.capture);
    event.capture = s.capture;
    event.captured = true;
    event.at = s.last;
    return true;
}

bool await_captured(const std::shared_ptr<Stream> &s, Event &event) {
    if (!event.captured) {
        if (s->capture == nullptr) return false;
        s->capture->broken = true;
        fail(CAPTURE_ISOLATION, "a captured stream waits for an event that was recorded outside");
    }
    const auto capture = event.capture.lock();
    require(capture != nullptr, CAPTURED_EVENT, "the event was recorded by a capture that has ended");
    require_whole(*capture);
    if (s->capture == nullptr) {
        s->capture = capture;
        s->last.clear();
        capture->streams.push_back(s);
    } else if (s->capture != capture) {
        fail(CAPTURE_MERGE, "two captures would become one");
    }
    join(s->last, event.at);
    return true;
}

namespace {

void begin(const std::shared_ptr<Stream> &s, int mode) {
    require(s->capture == nullptr, ILLEGAL_STATE, "the stream is being captured already");
    const auto capture = std::make_shared<Capture>();
    capture->thread = std::this_thread::get_id();
    capture->mode = mode;
    capture->origin = s.get();
    capture->streams.push_back(s);
    s->last.clear();
    s->capture = capture;
    std::lock_guard<std::mutex> held(active().lock);
    active().captures.push_back(capture);
}

bool is_joined(const Capture &capture, const std::vector<Node *> &last) {
    return std::all_of(capture.graph->nodes.begin(), capture.graph->nodes.end(), [&](const auto &node) {
        return !node->after.empty() || std::find(last.begin(), last.end(), node.get()) != last.end();
    });
}

std::shared_ptr<Graph> end(Stream &s) {
    require(s.capture != nullptr, ILLEGAL_STATE, "the stream is not being captured");
    const auto capture = s.capture;
    require(capture->origin == &s, CAPTURE_UNMATCHED, "the capture was begun on another stream");
    require(capture->mode == RELAXED_MODE || capture->thread == std::this_thread::get_id(), CAPTURE_WRONG_THREAD,
            "the capture was begun by another thread");
    const std::vector<Node *> last = s.last;
    for (const auto &weak : capture->streams) {
        if (const auto each = weak.lock()) {
            each->capture = nullptr;
            each->last.clear();
        }
    }
    require_whole(*capture);
    require(is_joined(*capture, last), CAPTURE_UNJOINED, "a stream of the capture was not joined");
    return capture->graph;
}
}
}

using namespace shim;

EXPORT int hipStreamBeginCapture(void *handle, int mode) {
    return call("hipStreamBeginCapture", DEVICE, [&] {
        require(mode >= GLOBAL_MODE && mode <= RELAXED_MODE, INVALID_VALUE, "unknown mode of capture");
        require(handle != nullptr, CAPTURE_UNSUPPORTED, "the default stream cannot be captured");
        begin(stream(handle), mode);
    });
}

EXPORT int hipStreamEndCapture(void *handle, void **out) {
    return call("hipStreamEndCapture", DEVICE, [&] {
        require(out != nullptr, INVALID_VALUE, "there is no place for the graph");
        *out = nullptr;
        *out = graphs().add(end(*stream(handle)));
    });
}
