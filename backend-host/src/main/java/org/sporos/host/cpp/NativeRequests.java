package org.sporos.host.cpp;

import com.google.common.collect.Sets;
import java.lang.System.Logger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;
import java.util.function.ToIntBiFunction;
import org.jspecify.annotations.Nullable;
import org.sporos.error.SafeLogger;
import org.sporos.kernel.cache.BinaryCache;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.kernel.cpp.CppEmitter;
import org.sporos.kernel.cpp.CppLaunch;
import org.sporos.kernel.cpp.CppOptions;
import org.sporos.kernel.cpp.CppProgram;
import org.sporos.kernel.cpp.CppUnit;
import org.sporos.kernel.facts.KernelFacts;
import org.sporos.policy.Policy;
import org.sporos.reduce.Reduction;
import org.sporos.spi.DaemonThreads;
import org.sporos.view.View;

/**
 * The kernels of a graph that C++ can run, and the way from them to a library: made once, when the graph has turned out to
 * be busy, in the background. What fails on that way is logged in one line, and the kernels stay as they are.
 */
public final class NativeRequests {
    private static final Logger LOG = SafeLogger.of("org.sporos");
    /** The number of contributions and the first index. */
    private static final int TILE_BOUNDS = 2;

    private final List<Request> requests = new ArrayList<>();
    private boolean asked;

    /** Made when something is compiled: looking at the folder of the cache takes a tenth of the time to a first result. */
    private static final class Compilers {
        static final BinaryCache CACHE = BinaryCache.ofUser();
        static final ExecutorService THREAD = DaemonThreads.background("sporos-cpp");
    }

    private record Request(
            CppUnit unit, int bounds, @Nullable View result, Object out, Consumer<NativeLoop> taker) {}

    /**
     * Asks for the loop of kernels that run as one, index by index, which goes to a taker some day or never. Returns why there is
     * no such loop, in words, or null.
     */
    public @Nullable String loop(String label, Policy policy, List<KernelFacts> members, Consumer<NativeLoop> taker) {
        for (KernelFacts facts : members) {
            String refusal = NativeKernels.refusal(facts);
            if (refusal != null) {
                return refusal;
            }
        }
        Policy open = NativeKernels.open(policy);
        List<CppUnit> loops = new ArrayList<>();
        for (KernelFacts facts : members) {
            loops.add(new CppUnit.For(label, false, open, NativeKernels.proven(facts)));
        }
        CppUnit unit = loops.size() == 1 ? loops.get(0) : new CppUnit.Fused(label, false, loops);
        int bounds = 2 * members.get(0).launch().indexes().size();
        requests.add(new Request(unit, bounds, null, "", taker));
        return null;
    }

    /**
     * Asks for the code that folds tiles of a reduction into an array of its type. Returns why C++ cannot run the contribution, in
     * words, or null; reductions that it does not fold are passed over.
     */
    public @Nullable String tiles(
            String label,
            Policy policy,
            KernelFacts facts,
            Reduction reduction,
            Object out,
            Consumer<NativeLoop> taker) {
        String refusal = NativeKernels.refusal(facts);
        if (refusal == null && NativeKernels.folds(facts, reduction)) {
            CppUnit.Part part = new CppUnit.Part(reduction, NativeKernels.proven(facts), null);
            CppUnit unit = new CppUnit.Reduce(label, false, NativeKernels.tile(policy), List.of(part));
            requests.add(new Request(unit, TILE_BOUNDS, reduction.result(), out, taker));
        }
        return refusal;
    }

    /** Has them all compiled in the background, the first time that it is called. */
    public void compileSoon() {
        if (ask()) {
            Compilers.THREAD.execute(
                    () -> compileNow(Compilers.CACHE.hasEntries() ? Logger.Level.INFO : Logger.Level.DEBUG));
        }
    }

    private synchronized boolean ask() {
        boolean first = !asked && !requests.isEmpty();
        asked = true;
        return first;
    }

    /** Has them all compiled before it returns, which takes no longer than a compiler may. */
    public void compile() {
        if (ask()) {
            compileNow(Logger.Level.WARNING);
        }
    }

    /** @param missing how loud is said that there is no compiler, which most machines have no need of */
    private void compileNow(Logger.Level missing) {
        try {
            take();
        } catch (CompilerProcess.JvmEndsException | NativeCode.ReportedException e) {
            LOG.log(Logger.Level.DEBUG, "kernels stay Java code: " + e.getMessage());
        } catch (NativeCode.MissingException e) {
            LOG.log(missing, "kernels stay Java code: " + e.getMessage());
        } catch (Exception | LinkageError e) {
            LOG.log(Logger.Level.INFO, "kernels stay Java code: " + e.getMessage());
        }
    }

    private void take() throws Exception {
        List<CppUnit> units = requests.stream().map(Request::unit).toList();
        CppProgram program = CppEmitter.emit(units, CppDialect.HOST_PIECES, CppOptions.DEFAULT.withHoisting());
        List<String> entries = program.entries();
        ToIntBiFunction<Object, Object> function = NativeCode.of(program.source() + Stub.of(entries), Compilers.CACHE);
        Set<Object> arrays = Sets.newIdentityHashSet();
        for (int r = 0; r < requests.size(); r++) {
            Request request = requests.get(r);
            CppLaunch launch = program.launches().get(r).get(0);
            if (launch.arguments().size() <= Stub.MOST_ARGUMENTS) {
                int entry = entries.indexOf(launch.entry());
                Template template = new Template(
                        launch,
                        entry,
                        request.bounds(),
                        request.unit() instanceof CppUnit.Fused,
                        request.result(),
                        request.out());
                if (template.arrayCount() <= Stub.MOST_ARRAYS) {
                    Collections.addAll(arrays, template.arrays());
                    request.taker().accept(new NativeLoop(function, template));
                }
            }
        }
        HugePages.holdSoon(arrays, Compilers.CACHE);
    }

    /** Returns whether this machine has a compiler. Looks for it the first time. */
    public static boolean isPossible() {
        return Toolchain.ofMachine() != null;
    }
}
