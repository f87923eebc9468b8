/** CUDA's own objects behind streams, graphs and views, as JavaCPP's types: what calls of CUDA libraries take. */
@NullMarked
package org.sporos.cuda.interop;

import org.jspecify.annotations.NullMarked;
