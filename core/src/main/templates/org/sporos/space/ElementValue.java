package org.sporos.space;

import java.util.Arrays;

/**
 * The value of one element, such as that of a fill: its type and its raw bits, with a word per primitive component.
 * Equality is that of the bits: NaN equals the same NaN, and 0.0 differs from -0.0. Immutable.
 */
public final class ElementValue {
    private final ElementType type;
    private final long[] words;

    private ElementValue(ElementType type, long... words) {
        this.type = type;
        this.words = words;
    }
[#list views as t]

    /** Returns the value of ${t.a} ${t.type}. */
    public static ElementValue of(${t.type} value) {
        return new ElementValue(ElementType.${t.TYPE}, ${apply(t.toBits, "value")});
    }
[/#list]

    /** Returns the value of a type with all bits 0. */
    public static ElementValue zero(ElementType type) {
        return new ElementValue(type, 0);
    }

    /** Returns the value of a primitive type with raw bits; a short type uses the lowest bits. */
    public static ElementValue ofBits(ElementType type, long bits) {
        return switch (type) {
[#list views as t]
            case ${t.TYPE} -> of(${apply(t.fromBits, "bits")});
[/#list]
        };
    }

    /** Returns its type. */
    public ElementType type() {
        return type;
    }

    /** Returns the number of its words. */
    public int words() {
        return words.length;
    }

    /** Returns the raw bits of a word, sign-extended from shorter types. */
    public long word(int index) {
        return words[index];
    }
[#list views as t]

    /** Returns the value as ${t.a} ${t.type}; requires that type. */
    public ${t.type} as${t.Type}() {
        return ${apply(t.fromBits, "words[0]")};
    }
[/#list]

    @Override
    public boolean equals(Object other) {
        return other instanceof ElementValue that && type == that.type && Arrays.equals(words, that.words);
    }

    @Override
    public int hashCode() {
        return 31 * type.hashCode() + Arrays.hashCode(words);
    }

    /** Returns Java's text of the value. */
    @Override
    public String toString() {
        return switch (type) {
[#list views as t]
            case ${t.TYPE} -> ${t.Box}.toString(as${t.Type}());
[/#list]
        };
    }
}
