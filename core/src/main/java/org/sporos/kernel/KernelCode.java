package org.sporos.kernel;

/** The codes of all that keeps a Java method from being a kernel, each with its title and general cure. */
public enum KernelCode {
    K101("the body is no kernel object", "pass a lambda, a method reference or an object of a class with final fields"),
    K102(
            "the body's class file cannot be read",
            "load the class with a loader that also gives its bytes as a resource"),
    K103("a captured lambda is not serializable", "declare its type as an interface that extends Serializable"),
    K104("a captured field cannot be read", "copy the field into a local variable before the lambda, and use that");

    private final String title;
    private final String cure;

    KernelCode(String title, String cure) {
        this.title = title;
        this.cure = cure;
    }

    /** Returns what is wrong, in general. */
    public String title() {
        return title;
    }

    /** Returns what to do instead, in general. */
    public String cure() {
        return cure;
    }
}
