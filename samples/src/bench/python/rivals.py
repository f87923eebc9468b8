"""The problems of RivalSpeed in another library, written as its users would: python3 rivals.py jax|cupy|torch|numpy.

A problem is NAME-SIZE-STEPS, such as heat-1024-100. Answers a line "PROBLEM REPETITIONS" with the median time of a step
in microseconds, "check PROBLEM" with a number of the result of one run from the start, and either with "unknown" if the
library has no form of the problem here. Kernels are compiled and data are on the device before any time is taken; a time
ends when the result is there.
"""

import os
import statistics
import sys
import time
import traceback

import numpy as np

CX = [0, 1, -1, 0, 0, 1, -1, -1, 1]
CY = [0, 0, 0, 1, -1, 1, -1, 1, -1]
WEIGHTS = [4 / 9] + 4 * [1 / 9] + 4 * [1 / 36]
OMEGA = 1.25


def initial_heat(n):
    return (np.arange(n * n, dtype=np.float64) % 17 / 17).reshape(n, n)


def initial_lattice(n):
    bump = 1 + 0.01 * (np.arange(n * n) % 13 / 13).reshape(n, n)
    return np.stack([w * bump for w in WEIGHTS])


def bodies(n):
    i = np.arange(n, dtype=np.int64)
    return [(i * step % 1009).astype(np.float32) / np.float32(1009) for step in (1, 2, 3)]


def hashes(n):
    return (np.arange(n, dtype=np.uint64) * np.uint64(2654435761) & np.uint64(0xFFFFFFFF)).astype(np.uint32).view(np.int32)


def matrix(n):
    """The 27-point matrix of n^3 unknowns in CSR, all values 0.5."""
    i, j, k = np.meshgrid(*3 * [np.arange(n)], indexing="ij")
    columns = []
    for a in (-1, 0, 1):
        for b in (-1, 0, 1):
            for c in (-1, 0, 1):
                inside = (i + a >= 0) & (i + a < n) & (j + b >= 0) & (j + b < n) & (k + c >= 0) & (k + c < n)
                columns.append(np.where(inside, ((i + a) * n + j + b) * n + k + c, -1).ravel())
    columns = np.stack(columns, axis=1)
    present = columns >= 0
    starts = np.concatenate([[0], np.cumsum(present.sum(axis=1))])
    indices = columns[present]
    return starts.astype(np.int32), indices.astype(np.int32), np.full(len(indices), 0.5)


class Arrays:
    """Problems as operations on whole arrays; xp is the library in the manner of NumPy."""

    def __init__(self, xp):
        self.xp = xp

    def put(self, array):
        return self.xp.asarray(array)

    def wait(self, state):
        """Returns when a result is there."""

    def repeat(self, step, times):
        """Returns a function that does a step several times."""

        def run(*state):
            for _ in range(times):
                state = step(*state)
            return state

        return run

    def compiled(self, function, *_):
        return function

    # Each problem returns its function, its state before the first run, and the number that is compared.

    def heat(self, n, steps):
        def step(u):
            inner = 0.5 * u[1:-1, 1:-1] + 0.125 * (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:])
            return (self.set_inner(u, inner),)

        return self.repeat(step, steps), (self.put(initial_heat(n)),), lambda u: u.sum()

    def set_inner(self, u, inner):
        u = u.copy()
        u[1:-1, 1:-1] = inner
        return u

    def lattice(self, n, steps):
        xp = self.xp

        def step(f):
            moved = [xp.roll(f[q], (CY[q], CX[q]), (0, 1)) for q in range(9)]
            rho = sum(moved)
            ux = sum(CX[q] * moved[q] for q in range(9) if CX[q])
            uy = sum(CY[q] * moved[q] for q in range(9) if CY[q])
            still = 1.5 * (ux * ux + uy * uy)
            relaxed = []
            for q in range(9):
                along = CX[q] * ux + CY[q] * uy
                equilibrium = WEIGHTS[q] * (rho + 3 * along + 4.5 * along * along - still)
                relaxed.append(moved[q] + OMEGA * (equilibrium - moved[q]))
            return (xp.stack(relaxed),)

        return self.repeat(step, steps), (self.put(initial_lattice(n)),), lambda f: (f[1] * f[5]).sum()

    def cg(self, n, steps):
        def product(p):
            q = 4 * p
            q = self.add(q, (slice(1, None), slice(None)), -p[:-1])
            q = self.add(q, (slice(None, -1), slice(None)), -p[1:])
            q = self.add(q, (slice(None), slice(1, None)), -p[:, :-1])
            return self.add(q, (slice(None), slice(None, -1)), -p[:, 1:])

        def step(x, r, p, rr):
            q = product(p)
            alpha = rr / (p * q).sum()
            x = x + alpha * p
            r = r - alpha * q
            following = (r * r).sum()
            return x, r, r + following / rr * p, following

        one = self.put(np.ones((n, n)))
        state = (self.put(np.zeros((n, n))), one, one + 0, (one * one).sum())
        return self.repeat(step, steps), state, lambda x, r, p, rr: rr

    def add(self, array, where, values):
        array[where] += values
        return array

    def nbody(self, n, _):
        xp = self.xp
        x, y, z = map(self.put, bodies(n))
        mass = float(np.float32(1) / np.float32(n))

        def run(x, y, z):
            dx = x[None, :] - x[:, None]
            dy = y[None, :] - y[:, None]
            dz = z[None, :] - z[:, None]
            d2 = dx * dx + dy * dy + dz * dz + 0.01
            s = mass / (d2 * xp.sqrt(d2))
            return (s * dx).sum(axis=1), (s * dy).sum(axis=1), (s * dz).sum(axis=1)

        return run, (x, y, z), lambda ax, ay, az: abs(ax).sum()

    def sum(self, n, _):
        return lambda x: (x.sum(),), (self.put(np.ones(n)),), lambda s: s

    def scan(self, n, _):
        return lambda x: (self.xp.cumsum(x, 0),), (self.put(np.ones(n)),), lambda y: y[-1] - 1

    def sort(self, n, _):
        return lambda x: (self.sorted(x),), (self.put(hashes(n)),), lambda y: y[n // 3]

    def sorted(self, x):
        return self.xp.sort(x)

    def histogram(self, n, _):
        return self.counts, (self.put(hashes(n) >> 8 & 255),), lambda counts: counts[7]

    def counts(self, x):
        return (self.xp.bincount(x, minlength=256),)


class NumPy(Arrays):
    def __init__(self):
        super().__init__(np)

    def csr(self, n, _):
        from scipy.sparse import csr_matrix

        starts, columns, values = matrix(n)
        a = csr_matrix((values, columns, starts))
        return lambda x: (a @ x,), (np.ones(n**3),), lambda y: y.sum()


class Jax(Arrays):
    def __init__(self):
        # The other processes of a comparison need memory of the device, too.
        os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
        import jax

        jax.config.update("jax_enable_x64", True)
        import jax.numpy

        super().__init__(jax.numpy)
        self.jax = jax

    def wait(self, state):
        self.jax.block_until_ready(state)

    def repeat(self, step, times):
        def run(*state):
            return self.jax.lax.fori_loop(0, times, lambda _, now: tuple(step(*now)), state)

        return run

    def compiled(self, function, *_):
        return self.jax.jit(function)

    def set_inner(self, u, inner):
        return u.at[1:-1, 1:-1].set(inner)

    def add(self, array, where, values):
        return array.at[where].add(values)

    def counts(self, x):
        return (self.xp.bincount(x, length=256),)

    def csr(self, n, _):
        from jax.experimental.sparse import BCSR

        starts, columns, values = map(self.put, matrix(n))
        a = BCSR((values, columns, starts), shape=(n**3, n**3))
        # The matrix is an argument: XLA would evaluate a part of the product with a constant one while it compiles.
        return lambda a, x: (a @ x,), (a, self.put(np.ones(n**3))), lambda y: y.sum()


class Torch(Arrays):
    """Compiled by TorchInductor; on a GPU a run is a CUDA graph."""

    def __init__(self):
        import torch

        super().__init__(torch)
        self.device = "cuda" if torch.cuda.is_available() else "cpu"

    def put(self, array):
        return self.xp.from_numpy(np.ascontiguousarray(array)).to(self.device)

    def wait(self, state):
        if self.device == "cuda":
            self.xp.cuda.synchronize()

    def repeat(self, step, times):
        step = self.xp.compile(step)
        return super().repeat(step, times)

    def compiled(self, function, *state):
        # bincount reads its greatest index on the CPU, so that it cannot be captured.
        if self.device == "cpu" or function == self.counts:
            return function
        torch = self.xp
        side = torch.cuda.Stream()
        with torch.cuda.stream(side):
            for _ in range(3):
                function(*state)
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        inputs = [value.clone() for value in state]
        with torch.cuda.graph(graph):
            outputs = function(*inputs)

        def run(*now):
            for to, value in zip(inputs, now):
                if value is not to:
                    to.copy_(value)
            graph.replay()
            return outputs

        run.inputs = inputs
        return run

    def set_inner(self, u, inner):
        return self.xp.cat([u[:1], self.xp.cat([u[1:-1, :1], inner, u[1:-1, -1:]], 1), u[-1:]], 0)

    def add(self, array, where, values):
        array = array.clone()
        array[where] += values
        return array

    def sorted(self, x):
        return self.xp.sort(x).values

    def nbody(self, n, steps):
        run, state, check = super().nbody(n, steps)
        return self.xp.compile(run), state, check

    def csr(self, n, _):
        starts, columns, values = map(self.put, matrix(n))
        a = self.xp.sparse_csr_tensor(starts, columns, values, (n**3, n**3))
        return lambda x: (a @ x,), (self.put(np.ones(n**3)),), lambda y: y.sum()


class CuPy(Arrays):
    """Kernels of one element each in CUDA C++, as CuPy's guide has it, in a CUDA graph; else operations on arrays."""

    STENCIL = """extern "C" __global__ void step(const double* u, double* v, int n) {
        int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
        if (i < 1 || j < 1 || i >= n - 1 || j >= n - 1) return;
        size_t k = (size_t) i * n + j;
        v[k] = 0.5 * u[k] + 0.125 * (u[k - n] + u[k + n] + u[k - 1] + u[k + 1]);
    }"""

    def __init__(self):
        import cupy

        super().__init__(cupy)
        self.stream = cupy.cuda.Stream(non_blocking=True)

    def wait(self, state):
        self.xp.cuda.Device().synchronize()

    def heat(self, n, steps):
        kernel = self.xp.RawKernel(self.STENCIL, "step")
        grid = ((n + 31) // 32, (n + 7) // 8)

        def run(u, v):
            for k in range(steps):
                kernel(grid, (32, 8), (u, v, np.int32(n)) if k % 2 == 0 else (v, u, np.int32(n)))
            return u, v

        start = self.put(initial_heat(n))
        return run, (start, start.copy()), lambda u, v: u.sum()

    def compiled(self, function, *state):
        if function.__qualname__ != "CuPy.heat.<locals>.run":
            # Operations that allocate cannot be captured.
            return function
        function(*(value.copy() for value in state))
        # The stream of the graph does not wait for the one that has filled the arrays.
        self.wait(state)
        with self.stream:
            self.stream.begin_capture()
            function(*state)
            graph = self.stream.end_capture()

        def run(*now):
            graph.launch(self.stream)
            return state

        return run

    def csr(self, n, _):
        from cupyx.scipy.sparse import csr_matrix

        starts, columns, values = map(self.put, matrix(n))
        a = csr_matrix((values, columns, starts), shape=(n**3, n**3))
        return lambda x: (a @ x,), (self.put(np.ones(n**3)),), lambda y: y.sum()


class Problem:
    """A problem that is set up and has run once."""

    def __init__(self, library, name, size, steps):
        self.library = library
        self.steps = steps
        function, state, check = getattr(library, name)(size, steps)
        self.run = library.compiled(function, *state)
        result = self.run(*state)
        library.wait(result)
        self.check = float(check(*result))
        # The arguments of a CUDA graph of PyTorch lie where it was captured.
        self.state = getattr(self.run, "inputs", state)
        self.once()

    def once(self):
        """Returns the time of a step in microseconds."""
        begin = time.perf_counter()
        self.library.wait(self.run(*self.state))
        return (time.perf_counter() - begin) * 1e6 / self.steps


def answer(library, problems, line):
    words = line.split()
    checks = words[0] == "check"
    problem = words[1] if checks else words[0]
    name, size, steps = problem.split("-")
    if not hasattr(library, name):
        return "unknown"
    if problem not in problems:
        # One at a time: the largest take a part of the memory.
        problems.clear()
        problems[problem] = Problem(library, name, int(size), int(steps))
    known = problems[problem]
    if checks:
        return repr(known.check)
    return repr(statistics.median(known.once() for _ in range(int(words[1]))))


def main():
    library = {"jax": Jax, "cupy": CuPy, "torch": Torch, "numpy": NumPy}[sys.argv[1]]()
    problems = {}
    for line in sys.stdin:
        try:
            text = answer(library, problems, line)
        except Exception:
            # The comparison goes on with other problems; what failed is on the error stream.
            traceback.print_exc()
            problems.clear()
            text = "unknown"
        print(text, flush=True)


if __name__ == "__main__":
    main()
