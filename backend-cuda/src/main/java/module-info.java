/** The CUDA backend of Sporos. */
module org.sporos.cuda {
    requires org.sporos.core;
    requires static org.jspecify;
}
