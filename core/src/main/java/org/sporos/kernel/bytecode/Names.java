package org.sporos.kernel.bytecode;

import org.objectweb.asm.Type;

/** The names of classes and methods as a user writes them. */
final class Names {

    private Names() {}

    /** Returns the simple name of a class by its internal name, nested ones as in {@code Outer.Inner}. */
    static String simple(String owner) {
        return owner.substring(owner.lastIndexOf('/') + 1).replace('$', '.');
    }

    /** Returns the simple name of a type, the innermost only. */
    static String simple(Type type) {
        String name = type.getClassName();
        return name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1);
    }

    /** Returns a method as in {@code Heat2D.flux}; a lambda is called by the method that it stands in. */
    static String method(String owner, String name) {
        String shown = name;
        if (name.startsWith("lambda$")) {
            String inside = name.substring("lambda$".length());
            shown = inside.contains("$") ? inside.substring(0, inside.lastIndexOf('$')) : inside;
        }
        return shown.equals("new") || shown.equals("static") || shown.equals("<init>") || shown.matches("\\d+")
                ? simple(owner)
                : simple(owner) + "." + shown;
    }
}
