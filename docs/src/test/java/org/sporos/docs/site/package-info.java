/** Makes the static site of the project from its Markdown pages, sources and javadoc. */
package org.sporos.docs.site;
