package org.sporos.kernel.diskcache;

/**
 * Makes of a compiled program what runs it.
 *
 * @param <T> what that is
 */
@FunctionalInterface
public interface ProgramLoader<T> {
    /**
     * Returns a loaded program, of which all entries are known to be there.
     *
     * @throws UnusableProgramException if it cannot be loaded or lacks an entry; another one may be better
     * @throws Exception if no program could be loaded now
     */
    T load(byte[] program) throws Exception;
}
