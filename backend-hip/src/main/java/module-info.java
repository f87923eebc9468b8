/** The HIP backend of Sporos. */
module org.sporos.hip {
    requires org.sporos.core;
    requires static org.jspecify;
}
