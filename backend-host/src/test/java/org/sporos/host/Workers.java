package org.sporos.host;

import java.util.Comparator;

/** Finds the threads of host spaces. */
final class Workers {
    private Workers() {}

    /** Returns how the workers of the space that was opened last are named, up to their own number. */
    static String prefixOfNewest() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("sporos-host-"))
                .map(name -> name.substring(0, name.lastIndexOf('-') + 1))
                .max(Comparator.comparingInt(name -> Integer.parseInt(name.split("-")[2])))
                .orElse("none");
    }

    static long count(String prefix) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith(prefix))
                .count();
    }
}
