/** Small scientific codes that show how Sporos is used. */
module org.sporos.samples {
    requires org.sporos.core;
    requires org.sporos.algorithms;
    requires org.sporos.communicators;
    requires org.sporos.sweeps;
    requires ejml.core;
    requires ejml.dsparse;
    requires me.tongfei.progressbar;
    requires java.management;
    requires jdk.management;
    requires static org.jspecify;
}
