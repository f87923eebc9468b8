/** One function over many sets of parameters. */
module org.sporos.sweeps {
    requires static transitive org.jspecify;
    requires static com.google.errorprone.annotations;
    requires transitive org.sporos.core;

    exports org.sporos.sweep;
}
