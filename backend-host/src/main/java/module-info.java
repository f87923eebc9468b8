/** The host backend of Sporos. */
module org.sporos.host {
    requires org.sporos.core;
    requires static org.jspecify;
}
