"""The graphs of LaunchOverhead by cupy: captured from streams, launched as a graph. Answers lines "name repetitions"."""

import statistics
import sys
import time

import cupy

WIDTH = 32

tick = cupy.RawKernel(
    r"""
extern "C" __global__ void tick(double* v, int begin, int count) {
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at < count) v[begin + at] = v[begin + at] + 1;
}
""",
    "tick",
)


def edges_of(name):
    if name == "diamond":
        return fan(2)
    if name == "1-100-1":
        return fan(100)
    if name.startswith("chain-"):
        return [[k - 1] if k else [] for k in range(int(name[6:]))]
    if name == "layered-10x100":
        return layered(10, 100)
    return None


def fan(width):
    return [[]] + [[0]] * width + [list(range(1, width + 1))]


def layered(levels, width):
    state, before = 1, [[] for _ in range(width)]
    for level in range(1, levels):
        for _ in range(width):
            drawn = []
            for _ in range(2):
                state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
                drawn.append((level - 1) * width + (state >> 33) % width)
            before.append(sorted(set(drawn)))
    return before


def build(before, v, main):
    """One stream and one event a node; the last nodes are joined into the main stream, as capture demands."""
    done, waited = [], set()
    main.begin_capture()
    first = cupy.cuda.Event(disable_timing=True)
    first.record(main)
    streams = []
    for k, predecessors in enumerate(before):
        stream = cupy.cuda.Stream(non_blocking=True)
        streams.append(stream)
        stream.wait_event(first)
        for p in predecessors:
            stream.wait_event(done[p])
            waited.add(p)
        with stream:
            tick((1,), (WIDTH,), (v, cupy.int32(k * WIDTH), cupy.int32(WIDTH)))
        event = cupy.cuda.Event(disable_timing=True)
        event.record(stream)
        done.append(event)
    for k in set(range(len(before))) - waited:
        main.wait_event(done[k])
    graph = main.end_capture()
    graph.upload(main)
    main.synchronize()
    return graph


def main():
    v = cupy.zeros(1000 * WIDTH)
    stream = cupy.cuda.Stream(non_blocking=True)
    graphs = {}
    for line in sys.stdin:
        work, repetitions = line.split()
        kind, name = work.split("/")
        before = edges_of(name)
        if before is None:
            print("unknown", flush=True)
            continue
        if name not in graphs:
            graphs[name] = build(before, v, stream)
        times = []
        for _ in range(int(repetitions)):
            begin = time.perf_counter()
            if kind == "build":
                build(before, v, stream)
                end = time.perf_counter()
            else:
                graphs[name].launch(stream)
                end = time.perf_counter()
                stream.synchronize()
                if kind == "total":
                    end = time.perf_counter()
            times.append((end - begin) * 1e6)
        print(statistics.median(times), flush=True)


main()
