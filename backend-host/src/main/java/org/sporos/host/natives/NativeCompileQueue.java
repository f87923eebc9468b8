package org.sporos.host.natives;

import java.io.InterruptedIOException;
import java.lang.System.Logger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToIntBiFunction;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.InstantiationProgress.Step;
import org.sporos.graph.ProgressReporter;
import org.sporos.graph.Scan;
import org.sporos.internal.base.DaemonThreads;
import org.sporos.internal.error.SafeLogger;
import org.sporos.kernel.analysis.dependence.KernelFacts;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.kernel.cpp.CppEmitter;
import org.sporos.kernel.cpp.CppLaunch;
import org.sporos.kernel.cpp.CppOptions;
import org.sporos.kernel.cpp.CppProgram;
import org.sporos.kernel.cpp.CppUnit;
import org.sporos.kernel.cpp.ProvenKernel;
import org.sporos.kernel.diskcache.BinaryCache;
import org.sporos.kernel.diskcache.ScratchFolder;
import org.sporos.policy.Policy;
import org.sporos.reduce.Reduction;
import org.sporos.view.View;

/**
 * The queue of a graph's kernels for C++: libraries are loaded from the cache after a little work, else compiled in the
 * background once the graph has worked as long as a compiler takes. Failures are logged in one line; such kernels stay
 * Java code.
 */
public final class NativeCompileQueue {
    private static final Logger LOG = SafeLogger.of("org.sporos");
    /** The bounds: number of contributions and first index. */
    private static final int TILE_BOUNDS = 2;
    /** The bounds: first index, number of indexes, first tile, levels of groups, and whether the consumer runs. */
    private static final int SCAN_BOUNDS = 5;

    /** The stages: too little work; cache searched; compiled. */
    private static final int WAITING = 0;

    private static final int CACHE_SEARCHED = 1;
    private static final int COMPILED = 2;

    /** The work before the cache is searched, which takes as long on another core in a cold JVM. */
    private static final long CACHE_SEARCH_NANOS = 100_000_000;

    /** The work before compilation, which takes a second and more. */
    private static final long COMPILE_NANOS = 500_000_000;

    /** The limit of entries per library; this number compiles in about two seconds. */
    private static final int MOST_ENTRIES = 64;

    private final int mostEntries;
    private final List<Request> requests = new ArrayList<>();
    private final AtomicLong work = new AtomicLong();
    private final AtomicInteger stage = new AtomicInteger();
    /** Libraries not loaded yet; null before the first search of the cache. */
    private @Nullable List<Library> libraries;

    /** Creates an empty queue. */
    public NativeCompileQueue() {
        this(MOST_ENTRIES);
    }

    /** @param mostEntries the limit of entries per library */
    NativeCompileQueue(int mostEntries) {
        this.mostEntries = mostEntries;
    }

    /** Initialized lazily: the first access to the cache folder is a tenth of the time to a first result. */
    private static final class Compilers {
        static final BinaryCache CACHE = BinaryCache.ofUser();
        static final ExecutorService COMPILER = DaemonThreads.background("sporos-cpp");
        /** A separate thread, so that cached libraries load while another graph is compiled. */
        static final ExecutorService CACHE_LOADER = DaemonThreads.background("sporos-cpp-kept");
    }

    /** @param outs for each result of the unit, the array of its values per tile */
    private record Request(
            CppUnit unit, int bounds, List<View> results, List<Object> outs, NativeCodeListener listener) {
        Request(CppUnit unit, int bounds, NativeCodeListener listener) {
            this(unit, bounds, List.of(), List.of(), listener);
        }
    }

    /** Enqueues the loop of fused kernels. Returns the reason why C++ cannot run them, or null. */
    public @Nullable String loop(String label, Policy policy, List<KernelFacts> members, NativeCodeListener listener) {
        String refusal = NativeKernels.refusal(members);
        if (refusal != null) {
            return refusal;
        }
        Policy open = NativeKernels.open(policy);
        List<CppUnit> loops = new ArrayList<>();
        for (KernelFacts facts : members) {
            loops.add(new CppUnit.For(label, false, open, ProvenKernel.of(facts)));
        }
        CppUnit unit = loops.size() == 1 ? loops.get(0) : new CppUnit.Fused(label, false, loops);
        int bounds = 2 * members.get(0).launch().indexes().size();
        requests.add(new Request(unit, bounds, listener));
        return null;
    }

    /**
     * Enqueues the loop of a body over rows with an array: a contribution, or a consumer of a scan. Returns the reason
     * why C++ cannot run it, or null.
     */
    public @Nullable String rows(String label, Policy policy, KernelFacts facts, NativeCodeListener listener) {
        String refusal = NativeKernels.refusal(facts);
        if (refusal == null) {
            CppUnit unit = new CppUnit.Row(label, NativeKernels.open(policy), ProvenKernel.of(facts));
            int bounds = NativeLoop.boundsOfRows(facts.launch().indexes().size());
            requests.add(new Request(unit, bounds, listener));
        }
        return refusal;
    }

    /** Enqueues the scan of tiles. Returns the reason why C++ cannot run contribution or consumer, or null. */
    public @Nullable String scan(
            String label,
            Policy policy,
            Scan scan,
            KernelFacts contribution,
            KernelFacts consumer,
            NativeCodeListener listener) {
        for (KernelFacts facts : List.of(contribution, consumer)) {
            String refusal = NativeKernels.refusal(facts);
            if (refusal != null) {
                return refusal;
            }
        }
        CppUnit unit = new CppUnit.ScanPiece(
                label, NativeKernels.open(policy), scan, ProvenKernel.of(contribution), ProvenKernel.of(consumer));
        requests.add(new Request(unit, SCAN_BOUNDS, listener));
        return null;
    }

    /** Returns whether C++ can fold tiles of a reduction into an array. */
    public static boolean folds(KernelFacts facts, Reduction reduction) {
        return NativeKernels.refusal(facts) == null && NativeKernels.folds(facts, reduction);
    }

    /**
     * Queues code that folds tiles of a reduction into an array of its type. Returns the reason why C++ cannot run the
     * contribution, or null.
     */
    public @Nullable String tiles(
            String label,
            Policy policy,
            KernelFacts facts,
            Reduction reduction,
            Object out,
            NativeCodeListener listener) {
        String refusal = NativeKernels.refusal(facts);
        if (refusal == null && !NativeKernels.folds(facts, reduction)) {
            return "Java code folds the tiles of a reduction to what it reads";
        } else if (refusal == null) {
            tiles(label, policy, List.of(facts), List.of(reduction), List.of(out), listener);
        }
        return refusal;
    }

    /** Returns whether C++ can fold tiles of several reductions in one loop. */
    public static boolean foldTogether(List<KernelFacts> facts, List<Reduction> reductions) {
        return NativeKernels.foldTogether(facts, reductions);
    }

    /**
     * Enqueues one loop that folds tiles of several reductions, each into an array of its type.
     *
     * @param facts contributions that {@link #foldTogether}
     */
    public void tiles(
            String label,
            Policy policy,
            List<KernelFacts> facts,
            List<Reduction> reductions,
            List<Object> outs,
            NativeCodeListener listener) {
        List<CppUnit.Part> parts = new ArrayList<>();
        for (int k = 0; k < facts.size(); k++) {
            parts.add(new CppUnit.Part(reductions.get(k), ProvenKernel.of(facts.get(k)), null));
        }
        CppUnit unit = new CppUnit.Reduce(label, false, NativeKernels.tile(policy), parts);
        List<View> results = new ArrayList<>();
        reductions.forEach(reduction -> results.add(reduction.result()));
        requests.add(new Request(unit, TILE_BOUNDS, results, outs, listener));
    }

    /**
     * Counts work that C++ could have done. Past the thresholds it searches the cache, and later compiles the other
     * libraries, in the background.
     */
    public void addWork(long nanos) {
        if (stage.get() == COMPILED) {
            return;
        }
        long all = work.addAndGet(nanos);
        if (all >= CACHE_SEARCH_NANOS && stage.compareAndSet(WAITING, CACHE_SEARCHED)) {
            begin(Compilers.CACHE_LOADER, this::loadCached);
        }
        if (all >= COMPILE_NANOS && stage.compareAndSet(CACHE_SEARCHED, COMPILED)) {
            begin(
                    Compilers.COMPILER,
                    () -> compileNow(
                            Compilers.CACHE.hasEntries() ? Logger.Level.INFO : Logger.Level.DEBUG,
                            ProgressReporter.NONE));
        }
    }

    /** Starts a task; a failure must not stop the working thread that calls. */
    private void begin(ExecutorService executor, Runnable task) {
        try {
            executor.execute(task);
        } catch (RuntimeException | OutOfMemoryError e) {
            LOG.log(Logger.Level.INFO, "kernels stay Java code", e);
        }
    }

    /** Compiles all libraries before it returns, within the compiler's time limit. */
    public void compile(ProgressReporter progress) {
        if (stage.getAndSet(COMPILED) != COMPILED) {
            progress.begin(Step.COMPILE, requests.size());
            compileNow(Logger.Level.WARNING, progress);
        }
    }

    /** Returns the reason why queued kernels have no code yet. */
    public String state() {
        if (stage.get() == COMPILED) {
            return "no C++ yet: it is being compiled";
        }
        return String.format(
                Locale.ROOT, "no C++ yet: %.1f s of %.1f s of work done", work.get() / 1e9, COMPILE_NANOS / 1e9);
    }

    /** Returns the C++ source without preludes, empty if there is none. */
    public String text() {
        StringBuilder text = new StringBuilder();
        libraries(requests).forEach(library -> text.append(library.program().kernels()));
        return text.toString();
    }

    /** Loads cached libraries. */
    private synchronized void loadCached() {
        try {
            if (!Compilers.CACHE.hasEntries()) {
                return;
            }
            for (Library library : List.copyOf(libraries())) {
                String source = library.source();
                Optional<ToIntBiFunction<Object, Object>> cached = NativeCode.cached(source, Compilers.CACHE);
                if (cached.isPresent()) {
                    library.offer(cached.get());
                    libraries().remove(library);
                }
            }
        } catch (Exception | LinkageError e) {
            LOG.log(Logger.Level.DEBUG, "no kept kernels: " + e.getMessage());
        }
    }

    /** @param missing the log level for a missing compiler */
    private synchronized void compileNow(Logger.Level missing, ProgressReporter progress) {
        try {
            List<Library> left = new ArrayList<>(libraries());
            left.sort(Comparator.comparingDouble(Library::worked).reversed());
            int done = 0;
            for (Library library : left) {
                compile(library, missing);
                done += library.requests().size();
                progress.reached(done);
            }
        } catch (RuntimeException | LinkageError e) {
            requests.forEach(request -> request.listener().refuse(String.valueOf(e.getMessage())));
            LOG.log(Logger.Level.INFO, "kernels stay Java code: " + e.getMessage());
        } finally {
            libraries = List.of();
        }
    }

    private static void compile(Library library, Logger.Level missing) {
        String reason;
        try {
            library.offer(NativeCode.of(library.source(), Compilers.CACHE));
            return;
        } catch (ScratchFolder.ShutdownException | NativeCode.ReportedException | InterruptedIOException e) {
            reason = String.valueOf(e.getMessage());
            LOG.log(Logger.Level.DEBUG, "kernels stay Java code: " + reason);
        } catch (NativeCode.MissingException e) {
            reason = e.why();
            LOG.log(missing, "kernels stay Java code: " + e.getMessage());
        } catch (Exception | LinkageError e) {
            reason = String.valueOf(e.getMessage());
            LOG.log(Logger.Level.INFO, "kernels stay Java code: " + reason);
        }
        library.refuse(reason);
    }

    private List<Library> libraries() {
        if (libraries == null) {
            libraries = new ArrayList<>(libraries(requests));
        }
        return libraries;
    }

    /** Splits requests into libraries by order of definition alone, so that they are found again in the cache. */
    private List<Library> libraries(List<Request> requests) {
        if (requests.isEmpty()) {
            return List.of();
        }
        Library whole = Library.of(requests);
        Map<String, Integer> numbers = new HashMap<>();
        whole.program().entries().forEach(entry -> numbers.put(entry, numbers.size()));
        if (numbers.size() <= mostEntries) {
            return List.of(whole);
        }
        Map<Integer, List<Request>> groups = new TreeMap<>();
        for (int r = 0; r < requests.size(); r++) {
            int group = Objects.requireNonNull(numbers.get(whole.entry(r))) / mostEntries;
            groups.computeIfAbsent(group, g -> new ArrayList<>()).add(requests.get(r));
        }
        return groups.values().stream().map(Library::of).toList();
    }

    /** Requests compiled together. */
    private record Library(List<Request> requests, CppProgram program) {
        static Library of(List<Request> requests) {
            List<CppUnit> units = requests.stream().map(Request::unit).toList();
            CppOptions options = CppOptions.DEFAULT.withHoisting();
            return new Library(requests, CppEmitter.emit(units, CppDialect.HOST, options));
        }

        String source() {
            return program.source() + JniStub.of(program.entries());
        }

        String entry(int request) {
            return program.launches().get(request).entry();
        }

        double worked() {
            return requests.stream()
                    .mapToDouble(request -> request.listener().worked())
                    .sum();
        }

        void refuse(String reason) {
            requests.forEach(request -> request.listener().refuse(reason));
        }

        void offer(ToIntBiFunction<Object, Object> function) {
            List<String> entries = program.entries();
            for (int r = 0; r < requests.size(); r++) {
                CppLaunch launch = program.launches().get(r);
                offer(requests.get(r), launch, entries.indexOf(launch.entry()), function);
            }
        }

        private static void offer(
                Request request, CppLaunch launch, int entry, ToIntBiFunction<Object, Object> function) {
            int arguments = launch.arguments().size();
            if (arguments > JniStub.MOST_ARGUMENTS) {
                request.listener().refuse("it has " + arguments + " arguments, more than " + JniStub.MOST_ARGUMENTS);
                return;
            }
            boolean fused = request.unit() instanceof CppUnit.Fused;
            LaunchTemplate template =
                    new LaunchTemplate(launch, entry, request.bounds(), fused, request.results(), request.outs());
            if (template.arrayCount() > JniStub.MOST_ARRAYS) {
                request.listener()
                        .refuse("it uses " + template.arrayCount() + " arrays, more than " + JniStub.MOST_ARRAYS);
                return;
            }
            request.listener().offer(new NativeLoop(function, template));
        }
    }

    /** Returns whether this machine has a compiler, searched for at the first call. */
    public static boolean isPossible() {
        return Toolchain.ofMachine() != null;
    }
}
