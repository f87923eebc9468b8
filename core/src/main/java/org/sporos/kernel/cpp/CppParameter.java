package org.sporos.kernel.cpp;

/**
 * A parameter of an entry.
 *
 * @param type its C++ type, with qualifiers
 * @param name its name
 * @param argument what is passed
 */
record CppParameter(String type, String name, CppArgument argument) {
    String declaration() {
        return type + " " + name;
    }

    /** Returns the declaration in a body, which gets the value of a live param, not its address. */
    String inBody() {
        return isDynamic() ? type.replace("const ", "").replace("*", "") + " " + name : declaration();
    }

    /** Returns what an entry passes to a body. */
    String passed() {
        return isDynamic() ? "*" + name : name;
    }

    private boolean isDynamic() {
        return argument instanceof CppArgument.ParamAddress;
    }
}
