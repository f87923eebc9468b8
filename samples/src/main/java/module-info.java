/** Small scientific codes that show how Sporos is used. */
module org.sporos.samples {
    requires org.sporos.core;
    requires ejml.core;
    requires ejml.dsparse;
    requires me.tongfei.progressbar;
    requires static org.jspecify;
}
