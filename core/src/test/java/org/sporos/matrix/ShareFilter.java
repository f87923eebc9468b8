package org.sporos.matrix;

import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.PostDiscoveryFilter;

/**
 * Includes the tests of one share of the test matrix: {@code -Dsporos.test.share=3/8} runs the fourth of eight, without
 * the property all tests run.
 *
 * <p>The unit is a class; each nested class of a contract is one of its own. The hash of its unique id chooses the share,
 * so that every class, also a new one, is in exactly one. JUnit finds this filter by {@code ServiceLoader}.
 */
public final class ShareFilter implements PostDiscoveryFilter {
    private final Share share;

    /** Called by {@code ServiceLoader}. */
    public ShareFilter() {
        this(Share.parse(System.getProperty("sporos.test.share", "0/1")));
    }

    ShareFilter(Share share) {
        this.share = share;
    }

    @Override
    public FilterResult apply(TestDescriptor test) {
        return FilterResult.includedIf(share.contains(unit(test)));
    }

    /**
     * Returns the unique id of the innermost class around a test. A static class in a test class, which that one launches
     * itself, belongs to it.
     */
    static String unit(TestDescriptor test) {
        TestDescriptor unit = test;
        while (unit.getSource().filter(MethodSource.class::isInstance).isPresent()) {
            unit = unit.getParent().orElseThrow();
        }
        return unit.getUniqueId().toString().replaceAll("\\$\\w+]", "]");
    }

    /** One of {@code count} shares, counted from 0. */
    record Share(int index, int count) {
        Share {
            if (index < 0 || index >= count) {
                throw new IllegalArgumentException(
                        "sporos.test.share=" + index + "/" + count + ": the index must be in [0, " + count + ")");
            }
        }

        static Share parse(String text) {
            String[] parts = text.split("/", -1);
            try {
                return new Share(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
            } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
                throw new IllegalArgumentException("sporos.test.share=" + text + ": write it as 3/8", e);
            }
        }

        boolean contains(String unit) {
            return Math.floorMod(unit.hashCode(), count) == index;
        }
    }
}
