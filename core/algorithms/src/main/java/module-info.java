/** Algorithms on views, as graphs and tasks, and random numbers for kernels. */
module org.sporos.algorithms {
    requires static transitive org.jspecify;
    requires static com.google.errorprone.annotations;
    requires transitive org.sporos.core;

    exports org.sporos.algorithm;
    exports org.sporos.random;
}
