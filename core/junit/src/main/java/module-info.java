/** Tests of users that run on each execution space. */
module org.sporos.junit {
    requires static transitive org.jspecify;
    requires transitive org.junit.jupiter.api;
    requires transitive org.sporos.core;

    exports org.sporos.testing;
}
