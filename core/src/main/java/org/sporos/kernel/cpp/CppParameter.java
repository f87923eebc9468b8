package org.sporos.kernel.cpp;

/**
 * A parameter of an entry.
 *
 * @param type its C++ type, with qualifiers
 * @param name its name
 * @param argument the argument of a launch
 */
record CppParameter(String type, String name, CppArgument argument) {
    String declaration() {
        return type + " " + name;
    }

    /** Returns the declaration in a body; a param is passed by value. */
    String inBody() {
        return isDynamic() ? type.replace("const ", "").replace("*", "") + " " + name : declaration();
    }

    /** Returns the argument in a call of a body. */
    String passed() {
        return isDynamic() ? "*" + name : name;
    }

    private boolean isDynamic() {
        return argument instanceof CppArgument.ParamAddress;
    }
}
