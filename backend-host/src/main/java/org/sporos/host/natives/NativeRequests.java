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
 * The kernels of a graph that C++ can run, and the way from them to a library: taken from the cache when they have done
 * a little work, else compiled together when they have done as much as a compiler does, in the background. What fails
 * on that way is logged in one line, and the kernels stay as they are.
 */
public final class NativeRequests {
    private static final Logger LOG = SafeLogger.of("org.sporos");
    /** The number of contributions and the first index. */
    private static final int TILE_BOUNDS = 2;
    /**
     * The first index, the number of indexes, the first tile, the levels of groups, and whether there is a consumer.
     */
    private static final int SCAN_BOUNDS = 5;

    /** Not worth a look yet; kept libraries were looked for; the compiler was asked. */
    private static final int WAITING = 0;

    private static final int LOOKED = 1;
    private static final int COMPILED = 2;

    /** The work that is worth a look into the cache, which takes as long on another core when nothing is warm. */
    private static final long LOOK_NANOS = 100_000_000;

    /** The work that is worth a compiler, which takes a second and more. */
    private static final long COMPILE_NANOS = 500_000_000;

    /** The entries of a library at most: a compiler takes about two seconds for them. */
    private static final int MOST_ENTRIES = 64;

    private final int mostEntries;
    private final List<Request> requests = new ArrayList<>();
    private final AtomicLong work = new AtomicLong();
    private final AtomicInteger stage = new AtomicInteger();
    /** The libraries that are not loaded yet; null before the first look into the cache. */
    private @Nullable List<Library> libraries;

    /** Makes one that was asked for nothing yet. */
    public NativeRequests() {
        this(MOST_ENTRIES);
    }

    /** @param mostEntries the entries of a library at most */
    NativeRequests(int mostEntries) {
        this.mostEntries = mostEntries;
    }

    /**
     * Made when something is compiled: looking at the folder of the cache takes a tenth of the time to a first result.
     */
    private static final class Compilers {
        static final BinaryCache CACHE = BinaryCache.ofUser();
        static final ExecutorService COMPILER = DaemonThreads.background("sporos-cpp");
        /** A thread of its own, so that cached libraries are loaded while a compiler works for another graph. */
        static final ExecutorService LOOKER = DaemonThreads.background("sporos-cpp-kept");
    }

    /** @param outs for each result of the unit, the array that takes it of each tile */
    private record Request(CppUnit unit, int bounds, List<View> results, List<Object> outs, NativeCodeListener taker) {
        Request(CppUnit unit, int bounds, NativeCodeListener taker) {
            this(unit, bounds, List.of(), List.of(), taker);
        }
    }

    /**
     * Asks for the loop of kernels that run as one, index by index, which goes to a taker some day or never. Returns
     * why there is no such loop, in words, or null.
     */
    public @Nullable String loop(String label, Policy policy, List<KernelFacts> members, NativeCodeListener taker) {
        for (KernelFacts facts : members) {
            String refusal = NativeKernels.refusal(facts);
            if (refusal != null) {
                return refusal;
            }
        }
        Policy open = NativeKernels.open(policy);
        List<CppUnit> loops = new ArrayList<>();
        for (KernelFacts facts : members) {
            loops.add(new CppUnit.For(label, false, open, ProvenKernel.of(facts)));
        }
        CppUnit unit = loops.size() == 1 ? loops.get(0) : new CppUnit.Fused(label, false, loops);
        int bounds = 2 * members.get(0).launch().indexes().size();
        requests.add(new Request(unit, bounds, taker));
        return null;
    }

    /**
     * Asks for the code that takes a body along rows with an array: contributions, and consumers of scans. Returns why
     * C++ cannot run it, in words, or null.
     */
    public @Nullable String rows(String label, Policy policy, KernelFacts facts, NativeCodeListener taker) {
        String refusal = NativeKernels.refusal(facts);
        if (refusal == null) {
            CppUnit unit = new CppUnit.Row(label, NativeKernels.open(policy), ProvenKernel.of(facts));
            int bounds = NativeLoop.boundsOfRows(facts.launch().indexes().size());
            requests.add(new Request(unit, bounds, taker));
        }
        return refusal;
    }

    /**
     * Asks for the code that scans tiles of a range. Returns why C++ cannot run the contribution or the consumer, in
     * words, or null.
     */
    public @Nullable String scan(
            String label,
            Policy policy,
            Scan scan,
            KernelFacts contribution,
            KernelFacts consumer,
            NativeCodeListener taker) {
        for (KernelFacts facts : List.of(contribution, consumer)) {
            String refusal = NativeKernels.refusal(facts);
            if (refusal != null) {
                return refusal;
            }
        }
        CppUnit unit = new CppUnit.ScanPiece(
                label, NativeKernels.open(policy), scan, ProvenKernel.of(contribution), ProvenKernel.of(consumer));
        requests.add(new Request(unit, SCAN_BOUNDS, taker));
        return null;
    }

    /** Returns whether there can be code that folds tiles of a reduction into an array of its type. */
    public static boolean folds(KernelFacts facts, Reduction reduction) {
        return NativeKernels.refusal(facts) == null && NativeKernels.folds(facts, reduction);
    }

    /**
     * Asks for the code that folds tiles of a reduction into an array of its type. Returns why C++ cannot run the
     * contribution, in words, or null.
     */
    public @Nullable String tiles(
            String label, Policy policy, KernelFacts facts, Reduction reduction, Object out, NativeCodeListener taker) {
        String refusal = NativeKernels.refusal(facts);
        if (refusal == null && !NativeKernels.folds(facts, reduction)) {
            return "Java code folds the tiles of a reduction to what it reads";
        } else if (refusal == null) {
            tiles(label, policy, List.of(facts), List.of(reduction), List.of(out), taker);
        }
        return refusal;
    }

    /** Returns whether there can be code that folds tiles of several reductions in one loop. */
    public static boolean foldTogether(List<KernelFacts> facts, List<Reduction> reductions) {
        return NativeKernels.foldTogether(facts, reductions);
    }

    /**
     * Asks for the code that folds tiles of several reductions in one loop, each into an array of its type.
     *
     * @param facts of contributions which {@link #foldTogether}
     */
    public void tiles(
            String label,
            Policy policy,
            List<KernelFacts> facts,
            List<Reduction> reductions,
            List<Object> outs,
            NativeCodeListener taker) {
        List<CppUnit.Part> parts = new ArrayList<>();
        for (int k = 0; k < facts.size(); k++) {
            parts.add(new CppUnit.Part(reductions.get(k), ProvenKernel.of(facts.get(k)), null));
        }
        CppUnit unit = new CppUnit.Reduce(label, false, NativeKernels.tile(policy), parts);
        List<View> results = new ArrayList<>();
        reductions.forEach(reduction -> results.add(reduction.result()));
        requests.add(new Request(unit, TILE_BOUNDS, results, outs, taker));
    }

    /**
     * Counts work that C++ could have done. Where it is worth it, libraries that were kept are looked for in the
     * background, and later all others compiled.
     */
    public void worked(long nanos) {
        if (stage.get() == COMPILED) {
            return;
        }
        long all = work.addAndGet(nanos);
        if (all >= LOOK_NANOS && stage.compareAndSet(WAITING, LOOKED)) {
            begin(Compilers.LOOKER, this::lookNow);
        }
        if (all >= COMPILE_NANOS && stage.compareAndSet(LOOKED, COMPILED)) {
            begin(
                    Compilers.COMPILER,
                    () -> compileNow(
                            Compilers.CACHE.hasEntries() ? Logger.Level.INFO : Logger.Level.DEBUG,
                            ProgressReporter.NONE));
        }
    }

    /** Called by threads that do work, which goes on whatever happens here. */
    private void begin(ExecutorService executor, Runnable task) {
        try {
            executor.execute(task);
        } catch (RuntimeException | OutOfMemoryError e) {
            LOG.log(Logger.Level.INFO, "kernels stay Java code", e);
        }
    }

    /** Has them all compiled before it returns, which takes no longer than a compiler may. */
    public void compile(ProgressReporter progress) {
        if (stage.getAndSet(COMPILED) != COMPILED) {
            progress.begin(Step.COMPILE, requests.size());
            compileNow(Logger.Level.WARNING, progress);
        }
    }

    /** Returns why the kernels that were asked for have no code yet, in words. */
    public String state() {
        if (stage.get() == COMPILED) {
            return "no C++ yet: it is being compiled";
        }
        return String.format(
                Locale.ROOT, "no C++ yet: %.1f s of %.1f s of work done", work.get() / 1e9, COMPILE_NANOS / 1e9);
    }

    /** Returns the C++ that is compiled, without preludes; the empty string if no kernel can have any. */
    public String text() {
        StringBuilder text = new StringBuilder();
        libraries(requests).forEach(library -> text.append(library.program().kernels()));
        return text.toString();
    }

    /** Takes the libraries that were kept, before a compiler is worth it. */
    private synchronized void lookNow() {
        try {
            if (!Compilers.CACHE.hasEntries()) {
                return;
            }
            for (Library library : List.copyOf(libraries())) {
                String source = library.source();
                Optional<ToIntBiFunction<Object, Object>> kept = NativeCode.kept(source, Compilers.CACHE);
                if (kept.isPresent()) {
                    library.take(kept.get());
                    libraries().remove(library);
                }
            }
        } catch (Exception | LinkageError e) {
            LOG.log(Logger.Level.DEBUG, "no kept kernels: " + e.getMessage());
        }
    }

    /** @param missing how loud is said that there is no compiler, which most machines have no need of */
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
            requests.forEach(request -> request.taker().refuse(String.valueOf(e.getMessage())));
            LOG.log(Logger.Level.INFO, "kernels stay Java code: " + e.getMessage());
        } finally {
            libraries = List.of();
        }
    }

    private static void compile(Library library, Logger.Level missing) {
        String reason;
        try {
            library.take(NativeCode.of(library.source(), Compilers.CACHE));
            return;
        } catch (ScratchFolder.JvmEndsException | NativeCode.ReportedException | InterruptedIOException e) {
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

    /** A library depends on the order of definition alone, so that it is found again in the cache. */
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

    /** Requests that are compiled together. */
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
            return program.launches().get(request).get(0).entry();
        }

        double worked() {
            return requests.stream()
                    .mapToDouble(request -> request.taker().worked())
                    .sum();
        }

        void refuse(String reason) {
            requests.forEach(request -> request.taker().refuse(reason));
        }

        void take(ToIntBiFunction<Object, Object> function) {
            List<String> entries = program.entries();
            for (int r = 0; r < requests.size(); r++) {
                CppLaunch launch = program.launches().get(r).get(0);
                take(requests.get(r), launch, entries.indexOf(launch.entry()), function);
            }
        }

        private static void take(
                Request request, CppLaunch launch, int entry, ToIntBiFunction<Object, Object> function) {
            int arguments = launch.arguments().size();
            if (arguments > JniStub.MOST_ARGUMENTS) {
                request.taker().refuse("it has " + arguments + " arguments, more than " + JniStub.MOST_ARGUMENTS);
                return;
            }
            boolean fused = request.unit() instanceof CppUnit.Fused;
            LaunchTemplate template =
                    new LaunchTemplate(launch, entry, request.bounds(), fused, request.results(), request.outs());
            if (template.arrayCount() > JniStub.MOST_ARRAYS) {
                request.taker()
                        .refuse("it uses " + template.arrayCount() + " arrays, more than " + JniStub.MOST_ARRAYS);
                return;
            }
            request.taker().offer(new NativeLoop(function, template));
        }
    }

    /** Returns whether this machine has a compiler. Looks for it the first time. */
    public static boolean isPossible() {
        return Toolchain.ofMachine() != null;
    }
}
