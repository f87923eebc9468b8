package org.sporos.gpu;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.kernel.cpp.CppProgram;

/**
 * The programs loaded on a device, shared by executables with the same text. Unused programs are cached for later
 * instantiations and unloaded at fences, because unloading a module waits for the whole device. Thread-safe.
 */
final class GpuPrograms {
    /** The unused programs that remain after a trim. */
    private static final int KEPT = 32;
    /** The maximum of unused programs between fences. */
    private static final int MOST = 256;

    private final GpuDriver driver;
    private final GpuImages images;
    private final Map<Text, Loaded> loaded = new LinkedHashMap<>(16, 0.75f, true);
    private int unused;
    /** The number of unused programs above which the oldest are unloaded. */
    private int kept = MOST;

    /** The key of a program: its text without the prelude, which the dialect determines. */
    private record Text(List<CppProgram.Function> functions, String dialect, List<String> flags) {
        static Text of(CppProgram program, boolean isBounded) {
            List<String> flags = new ArrayList<>(program.flags());
            if (isBounded) {
                flags.add("-DJAVA_BOUNDED");
            }
            return new Text(program.functions(), program.dialect().name(), flags);
        }
    }

    private static final class Loaded {
        final GpuProgram program;
        int uses;

        Loaded(GpuProgram program) {
            this.program = program;
        }
    }

    GpuPrograms(GpuDriver driver, GpuImages images) {
        this.driver = driver;
        this.images = images;
    }

    /**
     * Returns the program of a text, loaded until its owner is closed.
     *
     * @param isBounded whether the compiler limits the registers of kernels with large blocks, so that they fit
     * @throws GpuException if it does not compile
     */
    GpuProgram acquire(CppProgram text, boolean isBounded, NativeResources owned) {
        return acquire(Text.of(text, isBounded), text::source, text::entries, owned);
    }

    /** Returns a program of the library, loaded until its owner is closed. */
    GpuProgram acquire(LibraryProgram program, CppDialect dialect, NativeResources owned) {
        String source = program.source(dialect);
        List<CppProgram.Function> functions = List.of(new CppProgram.Function(program.name(), source));
        return acquire(new Text(functions, dialect.name(), List.of()), () -> source, program::entries, owned);
    }

    private GpuProgram acquire(
            Text key, Supplier<String> source, Supplier<List<String>> entries, NativeResources owned) {
        GpuProgram program = share(key, null);
        if (program == null) {
            GpuProgram added = images.load(source.get(), key.flags(), entries.get());
            program = java.util.Objects.requireNonNull(share(key, added));
            if (program != added) {
                driver.unloadModule(added.module());
            }
        }
        owned.add(() -> release(key));
        return program;
    }

    /** Returns a loaded program and counts its user; adds the given one if there is none yet. */
    private synchronized @Nullable GpuProgram share(Text key, @Nullable GpuProgram added) {
        Loaded entry = loaded.get(key);
        if (entry == null) {
            if (added == null) {
                return null;
            }
            entry = new Loaded(added);
            loaded.put(key, entry);
        } else if (entry.uses == 0) {
            unused--;
        }
        entry.uses++;
        return entry.program;
    }

    private void release(Text key) {
        boolean isAboveLimit;
        int left;
        synchronized (this) {
            Loaded entry = java.util.Objects.requireNonNull(loaded.get(key));
            unused += --entry.uses == 0 ? 1 : 0;
            isAboveLimit = unused > kept;
            left = Math.min(kept, KEPT);
        }
        if (isAboveLimit) {
            unload(left);
        }
    }

    /** Unloads unused programs except the latest ones; called at a fence. */
    void trim() {
        unload(KEPT);
    }

    /** Unloads all unused programs, and others from now on as soon as they are unused. */
    void close() {
        synchronized (this) {
            kept = 0;
        }
        unload(0);
    }

    private void unload(int left) {
        List<GpuProgram> old = new ArrayList<>();
        synchronized (this) {
            Iterator<Loaded> all = loaded.values().iterator();
            while (unused > left && all.hasNext()) {
                Loaded entry = all.next();
                if (entry.uses == 0) {
                    all.remove();
                    unused--;
                    old.add(entry.program);
                }
            }
        }
        old.forEach(program -> driver.unloadModule(program.module()));
    }
}
