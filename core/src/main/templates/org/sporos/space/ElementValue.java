package org.sporos.space;

import java.util.Arrays;

/**
 * The value of one element, such as the one that a fill sets: its type and its raw bits, in a word for each primitive
 * value that an element consists of. Two are equal if their bits are: NaN is equal to the same
 * NaN, and 0.0 not to -0.0.
 * Immutable.
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

    /** Returns the value of a type whose bits are all 0. */
    public static ElementValue zero(ElementType type) {
        return new ElementValue(type, 0);
    }

    /** Returns the value of a primitive type that has raw bits, of which a short type uses the lowest. */
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

    /** Returns the raw bits of a word, those of a short type in the lowest and the others as in a wider integer. */
    public long word(int index) {
        return words[index];
    }
[#list views as t]

    /** Returns it as ${t.a} ${t.type}, which it must be. */
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

    /** Returns it as Java prints it. */
    @Override
    public String toString() {
        return switch (type) {
[#list views as t]
            case ${t.TYPE} -> ${t.Box}.toString(as${t.Type}());
[/#list]
        };
    }
}
