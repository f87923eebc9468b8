/** The types that users write graphs with, and the path from a definition to a backend. */
module org.sporos.core {
    requires static transitive org.jspecify;
    requires static com.google.errorprone.annotations;
    // For recordings, in runtimes that have it.
    requires static jdk.jfr;
    // Relocated into the jar: read as a module only where classes are not packaged.
    requires static com.google.common;
    requires org.objectweb.asm;
    requires org.objectweb.asm.tree;
    // Fields of captured objects in modules that open nothing are read with its help.
    requires jdk.unsupported;

    exports org.sporos.error;
    exports org.sporos.space;
    exports org.sporos.policy;
    exports org.sporos.reduce;
    exports org.sporos.view;
    exports org.sporos.param;
    exports org.sporos.debug;
    exports org.sporos.graph;
    exports org.sporos.render;
    exports org.sporos.spi to
            org.sporos.host,
            org.sporos.cuda,
            org.sporos.hip;
    exports org.sporos.internal.error to
            org.sporos.algorithms,
            org.sporos.communicators,
            org.sporos.sweeps,
            org.sporos.host,
            org.sporos.cuda,
            org.sporos.hip;
    exports org.sporos.internal.view to
            org.sporos.host,
            org.sporos.cuda,
            org.sporos.hip;
    exports org.sporos.internal.space to
            org.sporos.host,
            org.sporos.cuda,
            org.sporos.hip;
    exports org.sporos.internal.base to
            org.sporos.host,
            org.sporos.cuda,
            org.sporos.hip;
    exports org.sporos.internal.flight to
            org.sporos.host;
    exports org.sporos.check to
            org.sporos.host;
    exports org.sporos.backend to
            org.sporos.host,
            org.sporos.cuda,
            org.sporos.hip;
    exports org.sporos.internal.run to
            org.sporos.host,
            org.sporos.cuda,
            org.sporos.hip;
    exports org.sporos.kernel to
            org.sporos.host;
    exports org.sporos.kernel.analysis to
            org.sporos.host;
    exports org.sporos.kernel.diskcache to
            org.sporos.host;
    exports org.sporos.kernel.cpp to
            org.sporos.host,
            org.sporos.cuda,
            org.sporos.hip;
    exports org.sporos.gpu to
            org.sporos.communicators,
            org.sporos.cuda,
            org.sporos.hip;
    exports org.sporos.kernel.analysis.dependence to
            org.sporos.host,
            org.sporos.cuda,
            org.sporos.hip;
    exports org.sporos.kernel.compile to
            org.sporos.host,
            org.sporos.cuda,
            org.sporos.hip;
    exports org.sporos.kernel.ir to
            org.sporos.host,
            org.sporos.cuda,
            org.sporos.hip;
    exports org.sporos.kernel.transform to
            org.sporos.host;
    exports org.sporos.kernel.analysis.interval to
            org.sporos.host,
            org.sporos.cuda,
            org.sporos.hip;
    exports org.sporos.plan to
            org.sporos.host,
            org.sporos.cuda,
            org.sporos.hip;
    exports org.sporos.trace to
            org.sporos.host;

    uses org.sporos.internal.space.ExecutionSpaceProvider;
    uses org.sporos.graph.GraphCompiler;

    provides org.sporos.graph.GraphCompiler with
            org.sporos.pipeline.Pipeline;
}
