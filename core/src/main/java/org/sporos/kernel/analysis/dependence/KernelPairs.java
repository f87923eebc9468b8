package org.sporos.kernel.analysis.dependence;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Tells whether what two kernels touch is surely apart, whatever the order of the two is: guards and parities keep
 * apart what the boxes of their elements do not. Used by one thread.
 */
public final class KernelPairs {
    /** Each question takes some tens to hundreds of microseconds. */
    private static final int MAX_ASKED = 1000;

    private final Map<KernelFacts, AnalyzedKernel> codes = new IdentityHashMap<>();
    private int asked;

    /**
     * Returns whether no item of one kernel makes a touch where an item of another makes one; false if too much was
     * asked.
     */
    public boolean neverMeet(KernelFacts first, AccessSite one, KernelFacts second, AccessSite other) {
        if (++asked > MAX_ASKED) {
            return false;
        }
        AnalyzedKernel code = codes.computeIfAbsent(first, KernelFacts::analyzed);
        AnalyzedKernel otherCode = codes.computeIfAbsent(second, KernelFacts::analyzed);
        List<KernelAccess> accesses = accesses(first, one);
        List<KernelAccess> otherAccesses = accesses(second, other);
        if (accesses.isEmpty() || otherAccesses.isEmpty()) {
            // The list of a set is read by no access of the kernel.
            return false;
        }
        for (KernelAccess access : accesses) {
            for (KernelAccess otherAccess : otherAccesses) {
                if (!DependenceTest.neverMeet(code, access, otherCode, otherAccess)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean mayBe(AccessMode mode, AccessMode ofSite) {
        return mode == ofSite || (mode == AccessMode.ATOMIC_READ && ofSite != AccessMode.WRITE);
    }

    /** Returns the accesses that a touch stands for, and perhaps more. */
    static List<KernelAccess> accesses(KernelFacts facts, AccessSite touch) {
        return facts.accesses().stream()
                .filter(access -> access.view() == touch.view() && mayBe(access.mode(), touch.mode()))
                .toList();
    }
}
