package org.sporos.kernel.bytecode;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.objectweb.asm.Type;

/** Source names of classes and methods. */
final class SourceNames {

    /** {@code lambda$method$0}, and of serializable lambdas {@code lambda$method$1f2e3d$1}. */
    private static final Pattern LAMBDA = Pattern.compile("lambda\\$(.*?)(?:\\$[0-9a-f]{1,8})?\\$\\d+");

    private SourceNames() {}

    /** Returns the simple name of a class by its internal name, nested ones as in {@code Outer.Inner}. */
    static String simple(String owner) {
        return owner.substring(owner.lastIndexOf('/') + 1).replace('$', '.');
    }

    /** Returns the simple name of a type, the innermost only. */
    static String simple(Type type) {
        String name = type.getClassName();
        return name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1);
    }

    /** Returns a method as in {@code Heat2D.flux}; a lambda has the name of its enclosing method. */
    static String method(String owner, String name) {
        Matcher lambda = LAMBDA.matcher(name);
        String shown = lambda.matches() ? lambda.group(1) : name;
        return shown.equals("new") || shown.equals("static") || shown.equals("<init>")
                ? simple(owner)
                : simple(owner) + "." + shown;
    }
}
