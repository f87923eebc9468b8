/** Programs of several processes. */
module org.sporos.communicators {
    requires static transitive org.jspecify;
    requires static com.google.errorprone.annotations;
    requires transitive org.sporos.core;

    exports org.sporos.comm;

    uses org.sporos.comm.CommunicatorProvider;
}
