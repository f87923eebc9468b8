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
//#for view

    /** Returns the value of $a$ $type$. */
    public static ElementValue of($type$ value) {
        return new ElementValue(ElementType.$TYPE$, $toBits$(value));
    }
//#end

    /** Returns the value of a type whose bits are all 0. */
    public static ElementValue zero(ElementType type) {
        return new ElementValue(type, 0);
    }

    /** Returns the value of a primitive type that has raw bits, of which a short type uses the lowest. */
    public static ElementValue ofBits(ElementType type, long bits) {
        return switch (type) {
//#for view
            case $TYPE$ -> of($fromBits$(bits));
//#end
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
//#for view

    /** Returns it as $a$ $type$, which it must be. */
    public $type$ as$Type$() {
        return $fromBits$(words[0]);
    }
//#end

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
//#for view
            case $TYPE$ -> $Box$.toString(as$Type$());
//#end
        };
    }
}
