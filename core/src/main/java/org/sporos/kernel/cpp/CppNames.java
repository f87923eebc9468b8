package org.sporos.kernel.cpp;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes C++ identifiers that are unique in their scope and not reserved. Not thread-safe. */
final class CppNames {
    private static final Set<String> RESERVED = Set.of((""
                    + "alignas alignof and and_eq asm assert auto bitand bitor bool break case catch char char16_t char32_t "
                    + "class compl const constexpr const_cast continue decltype default delete do double dynamic_cast else "
                    + "enum explicit export extern false float for friend goto if inline int long mutable namespace new "
                    + "noexcept not not_eq nullptr operator or or_eq private protected public register reinterpret_cast "
                    + "return short signed sizeof static static_assert static_cast struct switch template this "
                    + "thread_local throw true try typedef typeid typename union unsigned using virtual void volatile "
                    + "wchar_t while xor xor_eq concept requires char8_t consteval constinit co_await co_return co_yield "
                    + "NULL EOF errno INFINITY NAN HUGE_VAL linux unix i386 stdin stdout stderr I complex "
                    + "threadIdx blockIdx blockDim gridDim warpSize java fault team errors node gate")
            .split(" "));

    /** The maximum length of a name: any string may be a label, and labels are parts of names. */
    private static final int LONGEST = 60;

    private final Set<String> taken = new HashSet<>();
    private final @Nullable CppNames outer;
    /** The names of inner scopes; outer scopes avoid them, as they may choose names later. */
    private final Set<String> below = new HashSet<>();

    /** Names reserved in this scope, but not in inner ones. */
    private final Set<String> kept = new HashSet<>();

    CppNames() {
        this(null);
    }

    private CppNames(@Nullable CppNames outer) {
        this.outer = outer;
    }

    /** Returns a scope inside of this one; two inner scopes may use the same names. */
    CppNames inner() {
        return new CppNames(this);
    }

    /** Reserves a name in this scope, but not in inner ones. */
    void keep(String name) {
        kept.add(name);
    }

    private boolean take(String name) {
        for (CppNames scope = outer; scope != null; scope = scope.outer) {
            if (scope.taken.contains(name)) {
                return false;
            }
        }
        if (kept.contains(name) || below.contains(name) || !taken.add(name)) {
            return false;
        }
        for (CppNames scope = outer; scope != null; scope = scope.outer) {
            scope.below.add(name);
        }
        return true;
    }

    /** Returns the wanted name, or one close to it. */
    String fresh(String wanted) {
        String base = identifier(wanted);
        String name = base;
        for (int k = 2; RESERVED.contains(name) || !take(name); k++) {
            name = base + (Character.isDigit(base.charAt(base.length() - 1)) ? "_" : "") + k;
        }
        return name;
    }

    /** Returns the start of a text as a C++ identifier. */
    static String identifier(String text) {
        StringBuilder name = new StringBuilder();
        for (int k = 0; k < text.length() && name.length() < LONGEST; k++) {
            char c = text.charAt(k);
            boolean plain = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
            // Two underscores in a row, and one before a capital at the start, belong to the compiler.
            boolean doubled = name.length() > 0 && name.charAt(name.length() - 1) == '_';
            if (plain || !doubled) {
                name.append(plain ? c : '_');
            }
        }
        if (name.length() == 0 || Character.isDigit(name.charAt(0)) || name.charAt(0) == '_') {
            name.insert(0, 'v');
        }
        return name.toString();
    }
}
