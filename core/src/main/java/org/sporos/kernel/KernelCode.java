package org.sporos.kernel;

/** The error codes of the kernel language, each with its title and general cure. */
public enum KernelCode {
    K101("the body is no kernel object", "pass a lambda, a method reference or an object of a class with final fields"),
    K102("a class file cannot be read", "load the class with a loader that also gives its bytes as a resource"),
    K103("a captured lambda is not serializable", "declare its type as an interface that extends Serializable"),
    K104(
            "a captured field cannot be read",
            "make its class Serializable, open its package, or copy the field into a local variable before the lambda"),
    K105("a method has no code", "call a method that is written in Java"),

    K201("an object is allocated", "use local variables, records of primitives or local arrays of constant length"),
    K202("an exception is thrown", "check before the launch, or write a flag into a view"),
    K203("an exception is caught", "a kernel throws nothing; check the value instead"),
    K204(
            "a method outside of the language is called",
            "a kernel may call views, static methods and most functions of Math and StrictMath"),
    K205("a method calls itself", "write a loop"),
    K206("a string is built", "write numbers into a view and format them on the host"),
    K207("a lock is taken", "use the atomics of a view"),
    K208("a call cannot be resolved", "call it on a captured object, whose class is known"),
    K209("a number is boxed", "use the primitive type"),
    K210(
            "a captured field is not final",
            "its value would silently freeze: make it final, copy it into a local variable, or use a param or a view"),
    K211("a static field is not final", "its value would silently freeze: make it final, or use a param or a view"),
    K212("a field is written", "write into a view"),
    K213(
            "a captured Java array is written",
            "use a view, whose elements kernels read and write; copyOf makes one of an array"),
    K214("null is used", "assign the object before the lambda is made"),
    K215("references are compared", "compare numbers, or decide before the launch"),
    K216("a pattern or a generated method is used", "use if, switch on numbers and record accessors"),
    K217("the kernel is too large", "split it into several kernels"),
    K218(
            "the format of a print is wrong",
            "write the format as a constant, with one {} for each of at most three values"),
    K219(
            "a print stands where none can be",
            "print in a loop, in a contribution of a reduction, in the body of a team outside of nested"
                    + " ranges and single, or in the call of a node"),
    K220("a row of a local array is replaced", "copy its elements with System.arraycopy"),
    K221("local arrays of different types are copied", "copy the elements in a loop, with a cast"),
    K222("a switch is on a string", "switch on an int or a captured enum constant, or decide before the launch"),
    K226("a record view has no such component", "use a component of the record, such as position.x"),

    K227("a captured Java array is too large for a table", "use a view; copyOf makes one of an array"),

    K301("the length of a local array is not constant", "use a constant or a captured final int"),
    K302(
            "an array of objects or of arrays is made",
            "use an array of a primitive type, of one or two dimensions, as new double[3][4]"),
    K303("a local array is too large", "use a view"),
    K304("the index into an array of objects is not constant", "use one view with one more dimension"),
    K305("a variable holds one of several objects", "use each object in a branch of its own"),
    K306("the constructor of a record does not assign each component once", "assign each component once"),
    K311("a view is used with a wrong number of indexes", "give one index for each dimension"),
    K312("the dimension of an extent is not constant", "use a constant dimension from 0 to its rank less one"),
    K313("a sub-view is taken", "take it before the launch and capture it"),
    K314(
            "a host method of a view or param is called",
            "a kernel may get and set elements of views, use their atomics and extents, and get params"),
    K321("a collective operation stands in a nested range", "move it out, to the body of the team"),
    K322("a nested range writes a local array", "use scratch memory, or a team reduction"),
    K323("the operator of a team reduction is not constant", "write ReductionOp.SUM, PROD, MIN or MAX");

    private final String title;
    private final String cure;

    KernelCode(String title, String cure) {
        this.title = title;
        this.cure = cure;
    }

    /** Returns the title of the error. */
    public String title() {
        return title;
    }

    /** Returns the general cure, as a clause. */
    public String cure() {
        return cure;
    }
}
