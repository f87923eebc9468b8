package org.sporos.kernel.diskcache;

/**
 * Loads a compiled program.
 *
 * @param <T> the type of a loaded program
 */
@FunctionalInterface
public interface ProgramLoader<T> {
    /**
     * Returns a loaded program with all entries resolved.
     *
     * @throws UnusableProgramException if this program cannot be loaded or lacks an entry
     * @throws Exception if no program can be loaded
     */
    T load(byte[] program) throws Exception;
}
