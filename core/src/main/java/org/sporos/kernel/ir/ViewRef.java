package org.sporos.kernel.ir;

import org.sporos.space.ElementType;
import org.sporos.view.View;

/** A view of a kernel: captured, or in scratch memory of the team. */
public sealed interface ViewRef {

    /** Returns the source name. */
    String name();

    /** Returns the element type. */
    ElementType element();

    /** Returns the storage type of the elements. */
    default Storage storage() {
        return Storage.of(element());
    }

    /** Returns the number of its dimensions. */
    int rank();

    /**
     * A captured view.
     *
     * @param index the index in {@link Kernel#views()}
     * @param name the name of its variable or field, unique in the kernel
     * @param view the view, with its extents, strides and memory
     */
    record Captured(int index, String name, View view) implements ViewRef {
        @Override
        public ElementType element() {
            return view.elementType();
        }

        @Override
        public int rank() {
            return view.rank();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Captured that && that.view == view && that.index == index;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(view) + index;
        }

        @Override
        public String toString() {
            return "@" + name;
        }
    }

    /**
     * A view of rank 1 in the scratch memory of the team; see {@link Op.ScratchNew}.
     *
     * @param index the index in {@link Kernel#scratches()}
     */
    record Scratch(int index, String name, ElementType element, ScratchLevel level) implements ViewRef {
        @Override
        public int rank() {
            return 1;
        }

        @Override
        public String toString() {
            return "@" + name;
        }
    }
}
