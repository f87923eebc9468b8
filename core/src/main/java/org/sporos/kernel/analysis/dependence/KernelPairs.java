package org.sporos.kernel.analysis.dependence;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Proves accesses of two kernels disjoint by guards and parities, if their footprints overlap. Not thread-safe. */
public final class KernelPairs {
    /** A limit: a test takes some tens to hundreds of microseconds. */
    private static final int MAX_ASKED = 1000;

    private final Map<KernelFacts, AnalyzedKernel> codes = new IdentityHashMap<>();
    private int asked;

    /** Returns whether two access sites are proven disjoint; false beyond the limit of tests. */
    public boolean areDisjoint(KernelFacts first, AccessSite one, KernelFacts second, AccessSite other) {
        if (++asked > MAX_ASKED) {
            return false;
        }
        AnalyzedKernel code = codes.computeIfAbsent(first, KernelFacts::analyzed);
        AnalyzedKernel otherCode = codes.computeIfAbsent(second, KernelFacts::analyzed);
        List<KernelAccess> accesses = accesses(first, one);
        List<KernelAccess> otherAccesses = accesses(second, other);
        if (accesses.isEmpty() || otherAccesses.isEmpty()) {
            // The index list is read by no access of the kernel.
            return false;
        }
        for (KernelAccess access : accesses) {
            for (KernelAccess otherAccess : otherAccesses) {
                if (!DependenceTest.areDisjoint(code, access, otherCode, otherAccess)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean mayBe(AccessMode mode, AccessMode ofSite) {
        return mode == ofSite || (mode == AccessMode.ATOMIC_READ && ofSite != AccessMode.WRITE);
    }

    /** Returns a superset of the accesses of a site. */
    static List<KernelAccess> accesses(KernelFacts facts, AccessSite site) {
        return facts.accesses().stream()
                .filter(access -> access.view() == site.view() && mayBe(access.mode(), site.mode()))
                .toList();
    }
}
