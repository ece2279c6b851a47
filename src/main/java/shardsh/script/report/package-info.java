/**
 * What came of grading an answer, as a tree of plain values, and its writers: one for each format.
 * The same tree gives the same bytes: no clock, no host, no process in any of them.
 *
 * <p>Source of the formats: {@code lesson-format.md}, section 11.
 */
package shardsh.script.report;
