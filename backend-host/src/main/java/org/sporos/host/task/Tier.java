package org.sporos.host.task;

import java.util.Locale;

/** The origin of the code of a kernel. All tiers give the same bits. */
public enum Tier {
    /** The fastest tier that a kernel allows. */
    AUTO,
    /** The lambda itself, called index by index. */
    LOOP,
    /** A class generated from the kernel's IR. */
    BYTECODE,
    /** C++ generated from the kernel's IR. */
    NATIVE;

    /** Returns its name in options and reports. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
