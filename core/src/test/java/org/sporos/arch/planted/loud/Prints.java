package org.sporos.arch.planted.loud;

/** Prints. */
public final class Prints {
    private Prints() {}

    /** Prints a number. */
    public static void number(int number) {
        System.out.println(number);
    }
}
