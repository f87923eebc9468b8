package org.sporos.spi;

import org.sporos.graph.ExecutableGraph;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.kernel.cpp.CppEmitter;
import org.sporos.kernel.cpp.CppOptions;
import org.sporos.plan.FusionSupport;
import org.sporos.plan.KernelUnits;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExternalSemaphore;

/** An execution space as the pipeline sees it: what it can run, and how a plan becomes an executable. Thread-safe. */
public interface Backend extends ExecutionSpace {

    /** Returns its kind, such as {@code cuda}: the word for which captures have a twin. */
    String kind();

    /** Returns whether a copy node between its memory and the host needs pinned memory on the host side. */
    boolean needsPinnedCopies();

    /** Returns the bytes of shared memory that a team can have, its scratch memory among them. */
    default int sharedBytes() {
        return Integer.MAX_VALUE;
    }

    /**
     * Returns whether its graphs can signal and await a semaphore: one of this process, or one of a file descriptor.
     */
    boolean canUse(ExternalSemaphore semaphore);

    /**
     * Returns whether it may run bodies as the Java objects that they are, which see the elements of captured arrays as
     * they are while they run, and not as they were when they were compiled.
     */
    default boolean runsJavaBodies() {
        return false;
    }

    /** Returns the executables of its eager calls, which it closes when it is closed, and trims at its fences. */
    CallCache calls();

    /** Returns what a plan may merge for it; nothing unless it says so. */
    default FusionSupport merges() {
        return FusionSupport.NONE;
    }

    /**
     * Returns the text of a plan's kernels, as {@link #lower} compiles it: a plan with the text of an open executable
     * needs nothing compiled.
     */
    default String kernelText(LoweringContext context) {
        KernelUnits units = KernelUnits.of(context.plan(), context.kernels(), false);
        CppOptions options = CppOptions.DEFAULT.withHoisting();
        return CppEmitter.emit(units.units(), CppDialect.HOST, options).kernels();
    }

    /** Returns what {@link #lower} would take of memory for the same plan, without taking any. */
    MemoryNeeds memoryNeeds(LoweringContext context);

    /** Returns the bytes that its memory space has room for now, as far as that is known. */
    long freeBytes();

    /**
     * Returns an executable of a checked plan. Whatever it keeps of the graph's views it must retain before it returns,
     * and release when the executable is closed or this throws.
     *
     * @throws org.sporos.graph.GraphException for violations that only the backend can find
     * @throws org.sporos.space.OutOfMemoryException if there is less memory than {@link #memoryNeeds} tells
     */
    ExecutableGraph lower(LoweringContext context);
}
