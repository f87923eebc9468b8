package org.sporos.gpu;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.Required;
import org.sporos.kernel.cpp.CppProgram;

/**
 * The loaded programs of one executable: its own kernels and the library's. A library program is loaded at first use
 * and kept until the executable is closed. Guarded by the executable.
 */
final class ExecutablePrograms {
    private final GpuDevice device;
    /** Released after the native graphs, whose nodes refer to the kernels, even if a program is loaded late. */
    private final NativeResources loaded = new NativeResources();

    private final @Nullable GpuProgram kernels;
    private final Map<LibraryProgram, GpuProgram> library = new EnumMap<>(LibraryProgram.class);

    /**
     * Loads the program of a graph's kernels, if there are any.
     *
     * @param owned the owner of the programs and of the graphs built later
     * @throws GpuException if it does not compile
     */
    ExecutablePrograms(GpuDevice device, CppProgram text, NativeResources owned) {
        this.device = device;
        owned.add(loaded::close);
        this.kernels = text.launches().isEmpty() ? null : launchable(text);
    }

    private GpuProgram launchable(CppProgram text) {
        GpuProgram program = device.programs().acquire(text, false, loaded);
        return program.fits(text.launches()) ? program : device.programs().acquire(text, true, loaded);
    }

    /** Returns the kernels of the graph. */
    GpuProgram kernels() {
        return Required.internal(kernels, "the program of a graph's kernels");
    }

    /** Returns a line for each kernel of the graph: how many of its blocks a multiprocessor has at once. */
    String occupancy(CppProgram text) {
        return kernels == null ? "" : kernels.occupancy(text.launches());
    }

    /** Returns a program of the library. */
    GpuProgram of(LibraryProgram program) {
        return library.computeIfAbsent(program, wanted -> device.programs().acquire(wanted, device.dialect(), loaded));
    }

    /** Returns the only kernel of a library program. */
    long function(LibraryProgram program) {
        return of(program).function(program.entries().get(0));
    }
}
