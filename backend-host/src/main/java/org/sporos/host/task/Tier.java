package org.sporos.host.task;

import java.util.Locale;

/** The origin of the code of a kernel. All tiers give the same bits. */
public enum Tier {
    /** The fastest that a kernel allows. */
    AUTO,
    /** The lambda itself, called index by index. */
    LOOP,
    /** A class made from the kernel's IR. */
    BYTECODE,
    /** C++ made from the kernel's IR. */
    NATIVE;

    /** Returns its name as users write it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
